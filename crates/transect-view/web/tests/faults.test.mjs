// Tests of the promise that the page shows no answer as that of another question: requests are lost, late, reordered and
// cut, and the server is killed, stopped and replaced.
import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { act, boxes } from "./actions.mjs";
import { proxy, random, randomFaults } from "./proxy.mjs";
import { browse, cut, cutOf, expectCounts, OFFICE, openModel, person, picture, ROOT, serve, settle, shown } from "./viewer.mjs";

const TOKEN = "a-token-for-the-test-000";
const STAIR = `${ROOT}assets/small/stair.obj`;

let server;
let browser;
before(async () => {
  server = await serve(OFFICE, "--plane", "z=1.2", "--token", TOKEN);
  browser = await browse();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Opens the page behind a proxy. */
async function openBehind(context, fragment = "", options = {}) {
  const between = await proxy(options.server ?? server);
  context.after(() => between.stop());
  const opened = await openModel(browser, between, fragment, options);
  await settle(opened.page);
  return { ...opened, faults: between.faults, between };
}

/** Returns a fault for the requests to one endpoint, for as long as `holds` returns true. */
const only = (path, fault, holds = () => true) => (request) => (request.url.startsWith(path) && holds() ? fault : null);

/** Asserts that the page shows the answer of the command for its plane. */
async function equalsTheCommand(page, model = OFFICE) {
  const seen = await shown(page);
  const { objects, certificate } = cutOf(model, seen.plane);
  assert.deepEqual(seen.counts, { front: objects.front, on: objects.on, back: objects.back }, seen.plane);
  assert.ok(certificate, "the command certifies the cut");
  assert.match(seen.badge, /^✓ Certified/);
}

test("a section that is lost leaves no certified counts of another plane", async (context) => {
  const { page, faults, done } = await openBehind(context);
  faults.of = only("/api/section", { drop: true });
  await page.keyboard.press("x");
  await page.waitForFunction(() => location.hash.includes("plane=x"));
  const seen = await shown(page);
  assert.ok(["pending", "lost"].includes(seen.section) && seen.summary === seen.section, seen.section);
  assert.equal(seen.busy, "true");
  assert.doesNotMatch(seen.badge, /✓/);
  await page.waitForFunction(() => /shows z = 1.2/.test(document.querySelector(".section > .state-note").textContent));
  await picture(page, "pending");
  faults.of = () => null;
  await settle(page);
  await equalsTheCommand(page);
  await done();
});

test("requests that stay lost are reported with a button, and never as a wrong equation", async (context) => {
  for (const [kind, fault] of [["drop", { drop: true }], ["busy", { busy: true }], ["cut", { cut: true }]]) {
    const { page, faults, done } = await openBehind(context);
    faults.of = (request) => (request.url.startsWith("/api/state") ? null : fault);
    await page.fill("#expression", "x=24.5");
    await page.keyboard.press("y");
    await page.waitForFunction(() => /does not respond/.test(document.querySelector("#expression-help").textContent));
    assert.equal(await page.getAttribute("#expression", "aria-invalid"), null, kind);
    assert.equal(await page.inputValue("#expression"), "x=24.5y");
    await page.fill("#expression", "x=24.5");
    await page.locator(".stage canvas[role]").focus();
    await page.keyboard.press("y");
    await page.waitForSelector("#lost:not([hidden])");
    const seen = await shown(page);
    assert.equal(seen.banner, "lost");
    assert.equal(seen.section, "lost");
    assert.doesNotMatch(seen.badge, /✓/);
    if (kind === "drop") await picture(page, "late");
    faults.of = () => null;
    await page.click("#lost button");
    await settle(page);
    await equalsTheCommand(page);
    await done();
  }
});

test("typing over a slow line loses nothing and leaves no old error", async (context) => {
  const { page, faults, done } = await openBehind(context);
  faults.of = only("/api/plane", { after: 300 });
  await page.focus("#expression");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("z=,", { delay: 30 });
  await page.waitForSelector('#expression[aria-invalid="true"]');
  await page.keyboard.press("Backspace");
  await page.keyboard.type("2.75", { delay: 40 });
  await page.keyboard.press("Enter");
  assert.equal(await page.inputValue("#expression"), "z=2.75");
  assert.equal(await page.getAttribute("#expression", "aria-invalid"), null);
  await page.locator(".stage canvas[role]").focus();
  assert.equal(await page.inputValue("#expression"), "z=2.75", "leaving the field early loses nothing");
  await settle(page);
  const seen = await shown(page);
  assert.equal(seen.plane, "z=2.75");
  assert.doesNotMatch(seen.message, /error|expected|✗/);
  await equalsTheCommand(page);
  await done();
});

test("answers that arrive in another order do not replace newer ones", async (context) => {
  const { page, faults, done } = await openBehind(context);
  let first = true;
  faults.of = (request) => {
    if (!/plane|section|certificate|region/.test(request.url) || !first) return null;
    first = false;
    return { after: 1500 };
  };
  for (const key of ["x", "y", "f", "z", "x"]) {
    await page.keyboard.press(key);
    const { section, badge } = await shown(page);
    if (section !== "answered") assert.doesNotMatch(badge, /✓/);
  }
  await settle(page);
  await equalsTheCommand(page);
  await done();
});

test("a late region makes the drawing and the list look older, and neither the counts nor the certificate", async (context) => {
  const { page, faults, done } = await openBehind(context);
  let holds = true;
  faults.of = only("/api/region", { drop: true }, () => holds);
  await page.keyboard.press("b");
  await page.waitForFunction(() => document.querySelector(".region").dataset.status === "pending");
  const { section, summary, counted, badge } = await shown(page);
  assert.deepEqual([section, summary, counted], ["pending", "pending", "answered"]);
  assert.match(badge, /^✓ Certified/);
  await equalsTheCommand(page);
  holds = false;
  await settle(page);
  await equalsTheCommand(page);
  await done();
});

test("a section that arrives while an equation is typed is certified when the typed text is given up", async (context) => {
  const { page, faults, done } = await openBehind(context);
  faults.of = only("/api/section", { after: 500 });
  await page.keyboard.press("x");
  await page.fill("#expression", "z=");
  await page.waitForFunction(() => document.querySelector(".section").dataset.status === "unclear");
  await page.waitForTimeout(1500);
  await page.press("#expression", "Escape");
  await settle(page, 15_000);
  await equalsTheCommand(page);
  await done();
});

test("links that are not valid fall back to the start plane and say so", async () => {
  const start = cut("z=1.2").objects;
  for (const [fragment, said] of [
    ["#plane=garbage", /plane of the link is not valid/],
    ["#plane=z%3D1e400", /plane of the link is not valid/],
    ["#normal=1,2", /not valid.*normal/],
    ["#eye=1e300,1,1,0,0,0", /not valid.*eye/],
  ]) {
    const { page, done } = await openModel(browser, server, fragment);
    // The message disappears after some seconds, while a slow machine still computes the certificate.
    assert.match((await shown(page)).news, said, fragment);
    await settle(page);
    const seen = await shown(page);
    assert.equal(seen.plane.replaceAll(" ", ""), "z=1.2", fragment);
    await expectCounts(page, start);
    if (fragment === "#plane=garbage") await picture(page, "wrong-link");
    await page.evaluate((text) => (location.hash = text), fragment);
    await settle(page);
    await expectCounts(page, start);
    await done();
  }
});

test("planes with extreme numbers are answered clearly", async () => {
  for (const fragment of ["#normal=1e308,1e308,1e308,0", "#normal=1e-320,0,0,0", "#normal=1e308,0,0,-1.7e308"]) {
    const { page, done } = await openModel(browser, server, fragment);
    await settle(page);
    const seen = await shown(page);
    assert.doesNotMatch(JSON.stringify(seen), /NaN|Infinity|null,null/, fragment);
    const numbers = fragment.slice(8).split(",");
    const direct = await page.evaluate(async ([x, y, z, offset]) => {
      const body = JSON.stringify({ plane: { normal: [x, y, z].map(Number), offset: Number(offset) } });
      return (await fetch("api/sort", { method: "POST", body })).json();
    }, numbers);
    const { front, on: through, back } = direct.counts;
    assert.deepEqual(seen.counts, { front, on: through, back }, fragment);
    await done();
  }
  const { page, done } = await openModel(browser, server);
  await page.fill("#expression", "z=1e-400");
  await page.waitForFunction(() => document.querySelector("#expression").getAttribute("aria-busy") === "false");
  const seen = await shown(page);
  assert.ok(!seen.checked || /0/.test(seen.message), seen.message);
  await done();
});

test("a refused camera does not leave the old region on view", async () => {
  const { page, done } = await openModel(browser, server, "#plane=z=1.2&box=10,-30,0,30,-10,6");
  await page.click("#tab-region");
  await page.waitForSelector("#region-inside");
  await page.setInputFiles("#camera", { name: "camera.json", mimeType: "application/json", buffer: Buffer.from('{"near": 1}') });
  await page.waitForSelector(".region .message.bad");
  assert.equal(await page.locator("#region-inside").count(), 0);
  assert.equal((await shown(page)).region, "refused");
  const told = await page.locator(".objects .row:not([hidden])").allTextContents();
  assert.ok(told.every((text) => !/inside|outside|meets/.test(text)));
  await done();
});

test("a server that is stopped, killed and started again is noticed", async (context) => {
  const own = await serve(OFFICE, "--plane", "z=1.2", "--token", TOKEN);
  context.after(() => own.stop());
  const { page, done } = await openModel(browser, own);
  await settle(page);
  own.process.kill("SIGSTOP");
  await page.keyboard.press("x");
  await page.waitForFunction(() => document.querySelector(".section").dataset.status !== "answered");
  assert.doesNotMatch((await shown(page)).badge, /✓/);
  await page.waitForSelector('#lost[data-kind="late"]:not([hidden])');
  await picture(page, "stopped");
  own.process.kill("SIGCONT");
  await settle(page);
  await equalsTheCommand(page);
  own.process.kill("SIGKILL");
  await page.waitForSelector('#lost[data-kind="late"]:not([hidden])');
  await page.keyboard.press("y");
  assert.doesNotMatch((await shown(page)).badge, /✓/);
  const again = await serve(OFFICE, "--plane", "z=1.2", "--token", TOKEN, "--port", own.port);
  context.after(() => again.stop());
  await settle(page);
  await equalsTheCommand(page);
  await done();
});

test("a server that is started again with another model makes the page reload", async (context) => {
  const own = await serve(OFFICE, "--plane", "z=1.2", "--token", TOKEN);
  context.after(() => own.stop());
  const { page, done } = await openModel(browser, own);
  await settle(page);
  own.process.kill("SIGKILL");
  await new Promise((ended) => own.process.once("exit", ended));
  const other = await serve(STAIR, "--token", TOKEN, "--port", own.port);
  context.after(() => other.stop());
  await page.keyboard.press("x");
  await page.waitForFunction(() => /stair/.test(document.querySelector(".source")?.textContent ?? ""));
  await settle(page);
  const { counts } = await shown(page);
  assert.equal(counts.front + counts.on + counts.back, 1, "the stair is one object");
  await done();
});

test("an answer about another model is never shown", async (context) => {
  const other = await serve(STAIR, "--token", TOKEN);
  context.after(() => other.stop());
  const { page, faults, done } = await openBehind(context);
  faults.port = other.port;
  await page.keyboard.press("x");
  await page.waitForFunction(() => /stair/.test(document.querySelector(".source")?.textContent ?? ""));
  await settle(page);
  await done();
});

test("a file that has changed is reported, and read again on request", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "transect-view-"));
  const path = join(folder, "model.obj");
  copyFileSync(STAIR, path);
  const own = await serve(path, "--token", TOKEN);
  context.after(() => own.stop());
  const { page, done } = await openModel(browser, own);
  await settle(page);
  const before = await page.textContent(".source");
  copyFileSync(`${ROOT}assets/small/edge.obj`, path);
  await page.waitForSelector('#lost[data-kind="changed"]:not([hidden])');
  await picture(page, "changed");
  assert.equal(await page.textContent(".source"), before);
  await page.click("#lost button");
  await page.waitForFunction((before) => ![before, undefined].includes(document.querySelector(".source")?.textContent), before);
  await settle(page);
  await done();
});

test("two tabs with two planes do not disturb each other", async (context) => {
  const between = await proxy(server);
  context.after(() => between.stop());
  const shared = await person(browser);
  const tabs = [];
  for (const fragment of ["#plane=z=1.2", "#plane=x=24.5"]) tabs.push(await openModel(browser, between, fragment, { context: shared }));
  between.faults.of = randomFaults(random(11));
  for (let step = 0; step < 12; step += 1) {
    await tabs[0].page.keyboard.press(step % 2 ? "f" : "ArrowUp");
    await tabs[1].page.keyboard.press(step % 2 ? "ArrowDown" : "f");
  }
  between.faults.of = () => null;
  for (const { page } of tabs) {
    await settle(page);
    await equalsTheCommand(page);
  }
  assert.notEqual((await shown(tabs[0].page)).plane, (await shown(tabs[1].page)).plane);
  await tabs[0].done();
});

test("a copied link opens in another browser, once", async () => {
  const context = await person(browser, { permissions: ["clipboard-read", "clipboard-write"] });
  const { page, done } = await openModel(browser, server, "#plane=x=24.5", { context });
  await settle(page);
  await page.click("#copy-link");
  await page.waitForFunction(() => /link is copied/.test(document.querySelector(".news").textContent));
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /\?code=[0-9a-f]{32}#/);
  const another = await person(browser);
  const guest = await another.newPage();
  await guest.goto(link);
  await settle(guest);
  assert.equal((await shown(guest)).plane, "x=24.5");
  assert.doesNotMatch(guest.url(), /code=/);
  await another.close();
  const third = await person(browser);
  const late = await third.newPage();
  assert.equal((await late.goto(link)).status(), 403);
  await third.close();
  await done();
});

const SEED = Number(process.env.TRANSECT_SEED ?? 1);

test("after 500 random actions under random faults, the page equals the command", { timeout: 600_000 }, async (context) => {
  const next = random(SEED);
  const model = join(mkdtempSync(join(tmpdir(), "transect-view-")), "boxes.obj");
  boxes(model);
  const own = await serve(model, "--token", TOKEN);
  context.after(() => own.stop());
  const { page, faults, done } = await openBehind(context, "", { server: own, viewport: { width: 900, height: 560 } });
  const started = performance.now();
  faults.of = randomFaults(random(SEED + 1000));
  /** The answers of the server itself, by plane; the page is compared with them while faults occur. */
  const known = new Map();
  const direct = async (plane) => {
    if (!known.has(plane)) {
      const reply = await page.context().request.post(`${own.origin}/api/sort`, { data: { plane: { text: plane } }, headers: { origin: own.origin } });
      known.set(plane, reply.ok() ? (await reply.json()).counts : null);
    }
    return known.get(plane);
  };
  let compared = 0;
  for (let step = 0; step < 500; step += 1) {
    await act(page, next);
    const seen = await shown(page);
    if (seen.counted !== "answered") assert.doesNotMatch(seen.badge, /✓/, `step ${step} of seed ${SEED}`);
    assert.equal(seen.section, seen.summary);
    if (seen.counted === "answered" && seen.checked) {
      const counts = await direct(seen.plane);
      assert.ok(counts, `step ${step} of seed ${SEED}: ${seen.plane}`);
      const { front, on: through, back } = counts;
      assert.deepEqual(seen.counts, { front, on: through, back }, `step ${step} of seed ${SEED}: ${seen.plane}`);
      compared += 1;
    }
  }
  context.diagnostic(`seed ${SEED}: ${compared} of 500 steps were compared, in ${Math.round((performance.now() - started) / 1000)} s`);
  assert.ok(compared > 50, `${compared} steps were compared`);
  faults.of = () => null;
  await page.fill("#expression", "").then(() => page.press("#expression", "Escape"));
  await settle(page);
  await equalsTheCommand(page, model);
  const kinds = new Set(faults.seen.map(({ fault }) => Object.keys(fault)[0]));
  for (const kind of ["drop", "lose", "cut", "busy", "after", "before"]) assert.ok(kinds.has(kind), kind);
  await done();
});
