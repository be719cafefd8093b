// A course of the visitor's own, opened from a folder or an archive: it stays in the tab, and what is wrong with it is shown.
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { strFromU8, unzipSync, zipSync } from "../../www/node_modules/fflate/esm/index.mjs";
import { overflow, violations } from "./everyone.mjs";
import { languages } from "./page.mjs";
import { site } from "./site.mjs";

const session = site();
const tiny = fileURLToPath(new URL("../courses/tiny/", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "secondwind-own-"));
const own = join(folder, "own");
const broken = join(folder, "broken");

before(() => {
  cpSync(tiny, own, { recursive: true });
  // What lies beside a course, and what it shows, is no text of it, and does not count.
  mkdirSync(join(own, "drafts"));
  writeFileSync(join(own, "drafts/long.md"), "x".repeat(2_100_000));
  writeFileSync(join(own, "sections/first/curve.svg"), randomBytes(2_100_000));
  cpSync(tiny, broken, { recursive: true });
  const path = join(broken, "course.toml");
  writeFileSync(path, readFileSync(path, "utf8").replace('scenario = "small"', 'scenario = "smal"'));
});
after(() => rmSync(folder, { recursive: true }));

const archive = (root) =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        readdirSync(root, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
          .map((path) => [`own/${relative(root, path)}`, new Uint8Array(readFileSync(path))]),
      ),
    ),
  );

async function share(options) {
  const page = await session.open(options);
  await page.getByTestId("share").click();
  await page.getByTestId("open-folder").waitFor();
  return page;
}

const kept = (page) => page.evaluate(() => ({ ...localStorage }));

describe("a course of one's own", () => {
  for (const how of ["folder", "zip"]) {
    test(`opens from a ${how} in this tab alone, and gives way to the page's again`, async () => {
      const page = await share();
      const before = await kept(page);
      if (how === "folder") await page.getByTestId("folder-input").setInputFiles(own);
      else await page.getByTestId("zip-input").setInputFiles({ name: "own.zip", mimeType: "application/zip", buffer: archive(own) });
      await page.locator('[data-testid="notice"][data-key="course-opened"]').waitFor();
      assert.match(await page.getByTestId("prose").innerText(), /\[A curve that falls\]$/, "an image of the course is shown as its words");
      await page.getByTestId("exercise-card").first().click();
      await page.getByTestId("task").waitFor();
      assert.deepEqual(await page.getByTestId("scenario").locator("option").count(), 1);
      assert.deepEqual(await kept(page), before, "what is kept of the page's own course stays as it was");
      await page.reload();
      await page.getByTestId("task").waitFor();

      await page.locator('[data-testid="notice"][data-key="course-opened"] [data-testid="notice-action"]').click();
      await page.getByTestId("scenario").locator("option").nth(3).waitFor({ state: "attached" });
      assert.equal(await page.evaluate(() => sessionStorage.getItem("secondwind.course")), null);
      assert.deepEqual(page.troubles, []);
      await page.end();
    });
  }

  for (const lang of languages) {
    test(`with a fault is not opened, and the fault is shown with its place: ${lang}`, async () => {
      const page = await share({ lang, width: 320 });
      await page.getByTestId("folder-input").setInputFiles(broken);
      const fault = page.getByTestId("course-fault");
      await fault.first().waitFor();
      assert.equal(await fault.count(), 1);
      assert.equal(await fault.getAttribute("data-code"), "unknown-scenario");
      assert.match(await fault.textContent(), /course\.toml:\d+:\d+/);
      assert.equal(await fault.locator("mark").textContent(), '"', "the mark stands at the value");
      assert.deepEqual(await violations(page), []);
      assert.deepEqual(await overflow(page), []);
      const place = (of) => page.locator(of).evaluate((box) => box.getBoundingClientRect().toJSON());
      const words = await place("#course-faults");
      assert.ok(words.width > 200, `its words have ${words.width} px`);
      assert.ok((await place("[data-testid=course-faults]")).bottom <= (await place(".transport")).top + 1, "the run can be walked meanwhile");
      assert.equal(await page.evaluate(() => sessionStorage.getItem("secondwind.course")), null);
      await page.getByTestId("course-faults-close").click();
      assert.equal(await fault.count(), 0);
      assert.deepEqual(page.troubles, []);
      await page.end();
    });
  }

  test("shows no key that it holds, in the lines of its faults either", async () => {
    const keys = [`sk-${"a1".repeat(12)}`, `AKIA${"ABCD1234".repeat(2)}`];
    const files = unzipSync(archive(own));
    const text = `${strFromU8(files["own/course.toml"])}\n[nothing]\r\nnothing = "${keys[0]}" # ${keys[1]}\r\n`;
    const zip = zipSync({ ...files, "own/course.toml": new TextEncoder().encode(text) });
    const page = await share();
    await page.getByTestId("zip-input").setInputFiles({ name: "own.zip", mimeType: "application/zip", buffer: Buffer.from(zip) });
    const lines = page.locator('[data-testid="course-fault"][data-code="secret"] code');
    await lines.first().waitFor();
    assert.equal(await lines.first().textContent(), `nothing = "${"…".repeat(27)}" # ${"…".repeat(20)}`);
    const shown = await page.content();
    for (const key of keys) assert.ok(!shown.includes(key));
    await page.end();
  });

  test("is found in any archive that holds it, and counted without what lies beside it", async () => {
    const files = Object.entries(unzipSync(archive(own)));
    const large = { "own/package-lock.json": new Uint8Array(3_000_000), "own/slides.pdf": Uint8Array.from({ length: 3_000_000 }, (_, i) => (i * i * 31) % 251) };
    for (const [name, written] of [["beside", (path) => path], ["dots", (path) => `./${path}`], ["backslashes", (path) => path.replaceAll("/", "\\")]]) {
      const zip = zipSync({ ...Object.fromEntries(files.map(([path, bytes]) => [written(path), bytes])), ...large }, { level: 0 });
      const page = await share();
      await page.getByTestId("zip-input").setInputFiles({ name: `${name}.zip`, mimeType: "application/zip", buffer: Buffer.from(zip) });
      await page.locator('[data-testid="notice"][data-key="course-opened"]').waitFor();
      assert.deepEqual(page.troubles, [], name);
      await page.end();
    }
  });

  test("that is none is refused in words, whatever it is", async () => {
    const page = await share();
    const refused = page.getByTestId("course-refused");
    for (const [buffer, words] of [
      [Buffer.from("no archive"), /cannot be read/],
      [Buffer.from(zipSync({ "readme.md": new Uint8Array(3) })), /no course\.toml/],
      [Buffer.from(zipSync({ "course.toml": new Uint8Array(2_100_000) })), /2 MB/],
    ]) {
      await page.getByTestId("zip-input").setInputFiles({ name: "own.zip", mimeType: "application/zip", buffer });
      await refused.filter({ hasText: words }).waitFor();
    }
    assert.deepEqual(page.troubles, []);
    await page.end();
  });
});

test("what the lab shows becomes an exercise, which opens in a course of one's own", async () => {
  const page = await session.open();
  await page.getByTestId("lab-toggle").click();
  assert.equal(await page.getByTestId("lab-exercise").count(), 0, "nothing is changed yet");
  await page.getByTestId("dial-ratio").fill("0.5");
  await page.keyboard.press("Enter");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId("lab-exercise").click()]);
  const made = unzipSync(new Uint8Array(readFileSync(await download.path())));
  const id = "changed-order-race";
  assert.deepEqual(Object.keys(made).sort(), [`exercises/${id}.toml`, ...languages.map((lang) => `exercises/${id}/${lang}.ftl`)].sort());
  assert.match(strFromU8(made[`exercises/${id}.toml`]), /ratio = 0\.5/);

  const course = fileURLToPath(new URL("../../course/lesson-6/", import.meta.url));
  const mine = join(folder, "mine");
  cpSync(course, mine, { recursive: true });
  for (const [name, bytes] of Object.entries(made)) {
    mkdirSync(join(mine, name, ".."), { recursive: true });
    writeFileSync(join(mine, name), bytes);
  }
  const path = join(mine, "course.toml");
  writeFileSync(path, readFileSync(path, "utf8").replace("exercises = [", `exercises = ["${id}", `));
  await page.getByTestId("share").click();
  await page.getByTestId("folder-input").setInputFiles(mine);
  await page.getByTestId("exercise-card").filter({ hasText: "With other settings" }).click();
  await page.getByTestId("task").waitFor();
  assert.deepEqual(page.troubles, []);
  await page.end();
});
