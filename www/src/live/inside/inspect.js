// Runs inside the sandbox: writes a value as Node does, in short and on one line.

const longest = 400;

export function inspect(value, depth = 3) {
  const text = write(value, depth, []);
  return text.length > longest ? `${text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, "")}…` : text;
}

function write(value, depth, above) {
  if (typeof value === "string") return `'${value.slice(0, longest).replace(/[\\']/g, "\\$&").replaceAll("\n", "\\n")}'`;
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "function") return `[Function: ${value.name || "anonymous"}]`;
  if (typeof value !== "object" || value === null) return Object.is(value, -0) ? "-0" : String(value);
  if (value instanceof Error) return `[${value.name}: ${value.message}]`;
  if (value instanceof RegExp || value instanceof Date) return String(value);
  if (above.includes(value)) return "[Circular]";
  if (depth < 0) return Array.isArray(value) ? "[Array]" : "[Object]";
  const inner = (one) => write(one, depth - 1, [...above, value]);
  if (Array.isArray(value)) return list("[", value, inner, "]");
  if (value instanceof Set) return list(`Set(${value.size}) {`, [...value], inner, "}");
  if (value instanceof Map) return list(`Map(${value.size}) {`, [...value], ([key, one]) => `${inner(key)} => ${inner(one)}`, "}");
  if (value instanceof Promise) return "Promise {}";
  const kind = Object.getPrototypeOf(value)?.constructor?.name ?? "[Object: null prototype]";
  const prefix = kind === "Object" ? "" : `${kind} `;
  return list(`${prefix}{`, Object.keys(value), (key) => `${/^[\w$]+$/.test(key) ? key : write(key, 0, [])}: ${inner(value[key])}`, "}");
}

function list(open, items, each, close) {
  if (items.length === 0) return open + close;
  const shown = items.slice(0, 20).map(each);
  if (items.length > 20) shown.push(`… ${items.length - 20} more`);
  return `${open} ${shown.join(", ")} ${close}`;
}
