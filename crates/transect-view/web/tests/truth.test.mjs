// Tests that nothing on the page is shown as the answer of another question: what stands at full strength while an answer
// is late is still there after it has arrived, and each number on the page names what it is about.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { openExample, stopExample } from "./example_page.mjs";
import { proxy } from "./proxy.mjs";
import { browse, open, OFFICE, openModel, picture, serve, settle } from "./viewer.mjs";
import { strong, wrong } from "./walk.mjs";

const OBLIQUE = "2x%2B3y%2B20z-60=0";

let server;
let browser;
let example;
before(async () => {
  server = await serve(OFFICE, "--plane", "z=1.2");
  browser = await browse();
  example = await openExample();
});
after(async () => {
  await browser?.close();
  await server?.stop();
  await stopExample(example);
});

/** Opens the page behind a proxy, and waits for its answers. */
async function openBehind(context, fragment, options = {}) {
  const between = await proxy(server);
  context.after(() => between.stop());
  const opened = await openModel(browser, between, fragment, options);
  await settle(opened.page);
  return { ...opened, faults: between.faults };
}

/** Delays the answers to all questions until `pass` is called. */
function hold(faults) {
  const waiting = [];
  faults.of = (request) => (request.url.startsWith("/api/state") ? null : { before: new Promise((done) => waiting.push(done)) });
  return () => {
    faults.of = () => null;
    for (const pass of waiting.splice(0)) pass();
  };
}

/** The state of the page before each of the actions below. */
const STATE = "#plane=z=1.2&object=7&box=10,-30,0,30,-10,6&colours=side";

/** Actions that change a question; each returns after the page has taken them. */
const ACTIONS = {
  "another axis by a key": (page) => page.keyboard.press("x"),
  "an oblique plane by a link": (page) => page.evaluate((text) => (location.hash = location.hash.replace(/plane=[^&]*/, `plane=${text}`)), OBLIQUE),
  "a snapped plane by a link": (page) => page.evaluate(() => (location.hash = location.hash.replace(/plane=[^&]*/, "through=0,0,1,0,1,1,1,0,2"))),
  "a plane by a point and a normal": (page) => page.evaluate(() => (location.hash = location.hash.replace(/plane=[^&]*/, "at=0,0,2,1,0,3"))),
  "the height by the slider": (page) => page.fill("#height", "2.75"),
  "the first keys of another equation": async (page) => {
    await page.focus("#expression");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("z=3", { delay: 20 });
  },
  "a text that is no equation yet": async (page) => {
    await page.focus("#expression");
    await page.keyboard.press("End");
    await page.keyboard.type("+");
  },
  "another box": async (page) => {
    await page.locator(".box-fields input[type=number]").first().fill("24");
    await page.locator(".box-fields input[type=number]").first().press("Enter");
  },
  "the other limit of the section": (page) => page.evaluate(() => (location.hash += "&limit=back")),
};

for (const [name, act] of Object.entries(ACTIONS)) {
  test(`while the answer is late, nothing of the old question is at full strength: ${name}`, async (context) => {
    const { page, faults, done } = await openBehind(context, STATE);
    await page.click("#tab-region");
    await page.fill("#search", "stair");
    await page.locator(".stage canvas[role]").focus();
    await settle(page);
    const pass = hold(faults);
    await act(page);
    const late = await strong(page);
    await picture(page, `late-${name.replaceAll(" ", "-")}`);
    pass();
    if (name === "a text that is no equation yet") {
      await page.waitForSelector('#expression[aria-invalid="true"]');
      await page.keyboard.press("Backspace");
    }
    await settle(page);
    const settled = await strong(page);
    assert.ok(settled.found.length > 40, "the page is full of numbers");
    assert.deepEqual(late.canvases, [], "the drawings look older");
    if (name !== "a text that is no equation yet") assert.deepEqual(wrong(late, settled), []);
    else assert.doesNotMatch(JSON.stringify(late.found), /549|✓/);
    await done();
  });
}

test("undo to an oblique plane shows nothing of the plane before", async (context) => {
  const { page, faults, done } = await openBehind(context, `#plane=${OBLIQUE}`);
  await page.locator(".stage canvas[role]").focus();
  await page.keyboard.press("x");
  await settle(page);
  const pass = hold(faults);
  await page.click("#undo");
  const late = await strong(page);
  assert.equal(await page.inputValue("#expression"), "2x+3y+20z-60=0");
  assert.equal(await page.getAttribute("#axis-x", "aria-pressed"), "false");
  assert.doesNotMatch(await page.textContent("#expression-help"), /Front is where x/);
  await picture(page, "late-undo");
  pass();
  await settle(page);
  assert.deepEqual(wrong(late, await strong(page)), []);
  await done();
});

test("what only the server knows of the plane of a link is shown as unknown", async (context) => {
  const { page, faults, done } = await openBehind(context, "#plane=x=24.5&layers=8");
  const pass = hold(faults);
  await page.evaluate(() => (location.hash = "#through=0,0,1,0,1,1,1,0,2&layers=8"));
  const late = await strong(page);
  assert.equal(await page.inputValue("#expression"), "…");
  assert.equal(await page.textContent(".height output"), "…");
  assert.equal(await page.textContent(".height h2"), "Height");
  assert.ok(await page.isDisabled("#height"));
  assert.equal(await page.getAttribute("#axis-x", "aria-pressed"), "false");
  assert.equal(await page.locator(".layer-sliders a:visible").count(), 0, "no files of layers along another direction");
  await picture(page, "late-unknown");
  pass();
  await settle(page);
  assert.deepEqual(wrong(late, await strong(page)), []);
  assert.ok(await page.isEnabled("#height"));
  await done();
});

test("each number on the page names what it is about", async () => {
  const { page, done } = await openModel(browser, server, `${STATE}&layers=8`);
  await settle(page);
  await page.click("#tab-region");
  await page.waitForFunction(() => /Layer|layer \d/.test(document.querySelector(".layers output").textContent));
  const nameless = async () => (await strong(page)).found.filter(({ source }) => source === null).map(({ place, text }) => `${place}: ${text}`);
  assert.deepEqual(await nameless(), []);
  await page.click("#badge");
  await page.keyboard.press("m");
  assert.deepEqual(await nameless(), []);
  await done();
});

test("the example marks late answers like the page of a model", async (context) => {
  const between = await proxy({ port: new URL(example.address).port, address: example.address });
  context.after(() => between.stop());
  for (const mode of ["3d", "2d"]) {
    const { page, done } = await open(browser, between, `#mode=${mode}`);
    await page.waitForFunction(() => [...document.querySelectorAll(".answer")].every((answer) => answer.dataset.side));
    await page.waitForSelector('.example[data-asking="false"]');
    const pass = hold(between.faults);
    await page.fill("#plane-1", mode === "3d" ? "z = 20" : "y = 20");
    const late = await strong(page);
    await picture(page, `late-example-${mode}`);
    pass();
    await page.waitForSelector('.example[data-asking="false"]');
    const settled = await strong(page);
    assert.ok(settled.found.length > 10);
    assert.deepEqual(wrong(late, settled), []);
    assert.deepEqual(settled.found.filter(({ source }) => source === null).map(({ place, text }) => `${place}: ${text}`), []);
    await done();
  }
});
