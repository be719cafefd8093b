import { courseIn, gather, mostBytes, mostZip, withLines, type CourseFault, type NoCourse, type RawFile } from "./coursefiles";
import { openInTab } from "./coursesource";
import { engine } from "./engine.svelte";
import type { Message } from "./notices.svelte";


/** A course of the visitor's own, which this tab shows in the place of the page's. Nothing of it leaves the browser. */
class OpenCourse {
  /** What is wrong with the course that was brought last, and was not opened. */
  faults = $state.raw<readonly CourseFault[]>([]);
  /** Why what was brought is no course. */
  refused = $state.raw<Message | null>(null);

  /** Opens the course in a folder that was picked. False where it was not opened, and `faults` or `refused` says why. */
  async folder(list: Iterable<File>): Promise<boolean> {
    const all = [...list];
    const names = courseIn(all.map((file) => file.webkitRelativePath));
    const own = all.filter((file) => names.has(file.webkitRelativePath));
    if (own.reduce((sum, { size }) => sum + size, 0) > mostBytes) return this.#refuse("course-open-large");
    const read = async (file: File): Promise<RawFile> => ({ name: file.webkitRelativePath, bytes: new Uint8Array(await file.arrayBuffer()) });
    const brought = await Promise.all(own.map(read)).catch(() => null);
    return brought ? this.#open(brought) : this.#refuse("course-open-broken");
  }

  /** The same for a zip. */
  async zip(file: File): Promise<boolean> {
    const api = await engine.need().catch(() => null);
    if (!api) return this.#refuse("engine-missing-part");
    if (file.size > mostZip) return this.#refuse("course-open-large");
    const bytes = await file.arrayBuffer().catch(() => null);
    const brought = bytes && api.unpack(new Uint8Array(bytes), courseIn, mostBytes);
    if (!brought) return this.#refuse("course-open-broken");
    return brought === "large" ? this.#refuse("course-open-large") : this.#open(brought);
  }

  async #open(brought: readonly RawFile[]): Promise<boolean> {
    const gathered = gather(brought);
    if (typeof gathered === "string") return this.#refuse(gathered);
    const api = await engine.need().catch(() => null);
    if (!api) return this.#refuse("engine-missing-part");
    const { files } = gathered;
    const issues = [...gathered.issues, ...api.checkCourse({ files })];
    this.refused = null;
    this.faults = withLines(issues, files);
    if (issues.length > 0) return false;
    return openInTab({ files }) || this.#refuse("course-open-kept");
  }

  #refuse(key: NoCourse | "course-open-kept" | "engine-missing-part"): false {
    this.faults = [];
    this.refused = { key, args: {} };
    return false;
  }
}

export const openCourse = new OpenCourse();
