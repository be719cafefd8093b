// Runs inside the sandbox as `node:fs/promises`: reads files of the workspace, as text.
import host from "sandbox:host";

const { readText } = host;

export async function readFile(path) {
  const text = readText(String(path));
  if (text === undefined) {
    throw Object.assign(new Error(`ENOENT: no such file or directory, open '${path}'`), { code: "ENOENT" });
  }
  return text;
}

export default { readFile };
