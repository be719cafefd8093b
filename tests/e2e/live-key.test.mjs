// The key of a live run: where it is, for how long, and in which frames the page takes one at all.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { test } from "node:test";
import { arrives, canary, everything, openProvider, reaches, setUp, troublesBeside } from "./live-page.mjs";
import { site } from "./site.mjs";

const session = site();

const heldIn = (page) => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

/** What the page gives away: its link, and both files of a run and of all work. */
async function givenAway(page) {
  const given = [];
  await page.getByTestId("share").click();
  given.push(await page.getByTestId("link").inputValue());
  for (const button of ["save-run", "save-progress"]) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId(button).click()]);
    given.push(await readFile(await download.path(), "utf8"));
  }
  await page.keyboard.press("Escape");
  return given;
}

test("a key stays for the tab if that is wished for, in this tab alone, and is gone when it is not wished for any more", async () => {
  const own = await openProvider();
  const page = await session.open();
  const said = [];
  page.on("console", (message) => said.push(message.text()));
  await setUp(page, { base: own.url });
  own.faults.push({ hang: true });
  await page.getByTestId("live-start").click();
  await reaches(page, "calling");
  await arrives(page, own, 1);
  assert.ok(!(await heldIn(page)).includes(canary), "without being asked to, the tab keeps no key");
  assert.equal(await page.getByTestId("live-key-stays").isDisabled(), true, "the page has none any more that it could keep");

  await page.reload();
  await setUp(page, { base: own.url });
  await page.getByTestId("live-key-stays").check();
  await page.getByTestId("live-start").click();
  assert.equal(await reaches(page, "over", "failed"), "over");
  assert.ok((await heldIn(page)).includes(canary));
  assert.ok(!(await page.evaluate(() => JSON.stringify({ ...localStorage }))).includes(canary));

  // A second tab of the same browser knows nothing of it.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByTestId("source-live").click();
  await other.getByTestId("live-provider").waitFor();
  assert.ok(!(await everything(other)).includes(canary));
  assert.equal(await other.getByTestId("live-key-stays").isChecked(), false);
  await other.close();

  // Neither what is shown nor what is given away holds it, and the run that it paid for goes on after a reload.
  await page.reload();
  await page.getByTestId("source-live").click();
  assert.equal(await page.getByTestId("live-provider").inputValue(), "other");
  assert.equal(await page.getByTestId("live-base").inputValue(), own.url);
  assert.equal(await page.getByTestId("live-key").count(), 0, "it need not be typed again");
  assert.equal(await page.getByTestId("live-key-stays").isChecked(), true);
  const shown = await page.evaluate(() => document.documentElement.outerHTML + location.href + JSON.stringify({ ...localStorage }));
  for (const text of [shown, ...(await givenAway(page)), await page.evaluate(() => sessionStorage.getItem("secondwind.recordings")), ...said]) assert.ok(!text.includes(canary), text.slice(0, 200));
  const before = own.requests.length;
  own.faults.push({ hang: true });
  await page.getByTestId("live-start").click();
  await arrives(page, own, before + 1);
  assert.equal(own.requests[before].headers.authorization, `Bearer ${canary}`);
  await page.getByTestId("live-stop").click();
  await reaches(page, "stopped");

  await page.getByTestId("live-setup").click();
  await page.getByTestId("live-key-stays").uncheck();
  assert.ok(!(await heldIn(page)).includes(canary));
  await page.reload();
  await page.getByTestId("source-live").click();
  await page.getByTestId("live-key").waitFor();
  assert.ok(!(await everything(page)).includes(canary));
  assert.deepEqual(troublesBeside(page, own.url), []);
  await page.end();
});

test("a key that stayed goes with its address", async () => {
  const own = await openProvider();
  const page = await session.open();
  await setUp(page, { base: own.url });
  await page.getByTestId("live-key-stays").check();
  own.faults.push({ hang: true });
  await page.getByTestId("live-start").click();
  await page.locator('[data-testid="live-run"][data-state="calling"]').waitFor();
  assert.ok((await heldIn(page)).includes(canary));
  await page.reload();
  await page.getByTestId("source-live").click();
  await page.getByTestId("live-base").fill(`${own.url}/elsewhere`);
  await page.getByTestId("live-key").waitFor();
  assert.ok(!(await everything(page)).includes(canary), "it is not sent to another address");
  await page.end();
});

test("a run without a key is not told that one is held, and a key that is typed later goes along", async () => {
  const own = await openProvider();
  const page = await session.open();
  await setUp(page, { base: own.url, key: "" });
  own.faults.push({ hang: true });
  await page.getByTestId("live-start").click();
  await reaches(page, "calling");
  await arrives(page, own, 1);
  assert.equal(own.requests[0].headers.authorization, undefined);
  await page.getByTestId("live-stop").click();
  await reaches(page, "stopped");
  assert.equal(await page.getByTestId("live-again").isEnabled(), true, "no key is needed to go on");
  assert.equal(await page.getByTestId("live-no-key").count(), 0);
  await page.getByTestId("live-setup").click();
  assert.equal(await page.getByTestId("live-key-held").count(), 0);
  // What no key has in it is refused by the client, and told at the field.
  await page.getByTestId("live-key").fill("sk-열쇠-canary");
  await page.getByTestId("live-resume").click();
  await page.locator('[data-testid="live-bad"][data-key="live-bad-key-sign"]').waitFor();
  assert.equal(own.requests.length, 1);
  await page.getByTestId("live-key").fill(canary);
  own.faults.push({ hang: true });
  await page.getByTestId("live-resume").click();
  await arrives(page, own, 2);
  assert.equal(own.requests[1].headers.authorization, `Bearer ${canary}`);
  await page.getByTestId("live-stop").click();
  await reaches(page, "stopped");
  await page.getByTestId("live-setup").click();
  assert.match(await page.getByTestId("live-key-held").innerText(), /is held by/);
  assert.ok(!(await everything(page)).includes(canary));
  await page.end();
});

/** A page of another origin with this one in a frame. */
async function hosted(page, address) {
  const host = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(`<!doctype html><title>host</title><iframe src="${address}" width="1200" height="800"></iframe>`);
  });
  await new Promise((resolve) => host.listen(0, "127.0.0.1", resolve));
  await page.goto(`http://localhost:${host.address().port}/`);
  const frame = page.frameLocator("iframe");
  await frame.getByTestId("source-live").click();
  const close = () =>
    new Promise((resolve) => {
      host.close(resolve);
      host.closeAllConnections();
    });
  return { frame, close };
}

test("in a frame of another page there is no live run, unless that page allows it", async () => {
  const own = await openProvider();
  const page = await session.open();
  // What a link may hold of the page's own state says nothing: only who writes the frame's address does.
  for (const address of [`${session.url}?lang=en`, `${session.url}?lang=en#order-race/3/live=allow`, `${session.url}?lang=en&live=yes#?live=allow`]) {
    const { frame, close } = await hosted(page, address);
    await frame.getByTestId("live-framed").waitFor();
    assert.equal(await frame.getByTestId("live-key").count(), 0, address);
    assert.equal(await frame.getByTestId("live-start").count(), 0, address);
    await close();
  }
  const { frame, close } = await hosted(page, `${session.url}?lang=en&live=allow`);
  const inside = { getByTestId: (id) => frame.getByTestId(id), locator: (what) => frame.locator(what) };
  await setUp(inside, { base: own.url });
  await frame.getByTestId("live-start").click();
  await frame.locator('[data-testid="live-run"][data-state="over"]').waitFor({ timeout: 60_000 });
  assert.ok(own.requests.length > 0);
  // The link that such a page gives away allows nothing.
  await frame.getByTestId("share").click();
  assert.ok(!(await frame.getByTestId("link").inputValue()).includes("live=allow"));
  await close();
  await page.end();
});
