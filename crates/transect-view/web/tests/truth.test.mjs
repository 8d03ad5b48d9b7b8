// Tests that nothing on the page is shown as the answer of another question: what stands at full strength while an answer
// is late is still there after it has arrived, and each number on the page names what it is about.
import assert from "node:assert/strict";
import { copyFileSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { act, boxes } from "./actions.mjs";
import { openExample, stopExample } from "./example_page.mjs";
import { proxy, random } from "./proxy.mjs";
import { browse, cut, download, open, OFFICE, openModel, picture, PICTURES, ROOT, serve, settle } from "./viewer.mjs";
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
const STATE = "#plane=z=1.2&object=IfcSpace/04Sq57eS5FffNezn2ilgmm&box=10,-30,0,30,-10,6&colours=side";

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
    assert.ok(settled.found.length > 25, "the page is full of numbers");
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

test("a picture that is saved while the section is late is named after the plane that it shows", async (context) => {
  const { page, faults, done } = await openBehind(context, "#plane=z=1.2");
  const pass = hold(faults);
  await page.locator(".stage canvas[role]").focus();
  await page.keyboard.press("x");
  await page.waitForFunction(() => location.hash.includes("plane=x"));
  const png = await download(page, "text=PNG");
  assert.equal(png.name, "office-z=1.2-section.png");
  assert.match(await page.getAttribute("#get-svg", "href"), /plane=x/, "the server is asked for the plane of the view");
  assert.match(await page.getAttribute("#get-svg", "download"), /^office-x=[\d.]+-section\.svg$/);
  copyFileSync(png.path, `${PICTURES}saved.png`);
  pass();
  await settle(page);
  await done();
});

test("each number of the section says of what it is, as in the command", async () => {
  const { page, done } = await openModel(browser, server, "#plane=z=1.2");
  await settle(page);
  const { section } = cut("z=1.2");
  const { material } = section;
  const reading = (await page.textContent(".reading")).replaceAll(/[\u202f ]/g, " ");
  const [, own, others] = /^Material (.*) · Rooms and openings (.*)$/.exec(reading);
  const numbers = (text) => /^([\d. ]+) m², perimeter ([\d. ]+) m, ([\d ]+) loops/.exec(text).slice(1).map((number) => Number(number.replaceAll(" ", "")));
  const near = (seen, { area, perimeter, loops }) => {
    for (const [at, value] of [area, perimeter, loops].entries()) assert.ok(Math.abs(seen[at] - value) <= 1e-4 * value, `${seen[at]} is not ${value}`);
  };
  near(numbers(own), material);
  near(numbers(others), { area: section.area - material.area, perimeter: section.perimeter - material.perimeter, loops: section.loops - material.loops });
  assert.equal(material.loops, 846);
  // Outlines that touch are united, so edges between a pane and its frame are no boundary.
  assert.ok(Math.abs(material.perimeter - 1893.65) < 0.01);
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

test("another model behind the same address says so, shows its own plane, and asks about the link", async (context) => {
  const token = "a-token-for-the-test-000";
  const [one, other] = [await serve(OFFICE, "--token", token), await serve(`${ROOT}assets/small/stair.obj`, "--token", token)];
  context.after(() => Promise.all([one.stop(), other.stop()]));
  const between = await proxy(one);
  context.after(() => between.stop());
  const { page, done } = await openModel(browser, between, "#plane=y=-20&hide-class=IfcSpace&eye=1,0.5,30,0,0,0,parallel,z");
  await settle(page);
  between.faults.port = other.port;
  await page.locator(".stage canvas[role]").focus();
  await page.keyboard.press("f");
  await page.waitForFunction(() => /stair/.test(document.querySelector(".source")?.textContent ?? ""));
  await settle(page);
  assert.match(await page.textContent(".lasting"), /The link was made for office\.glb\. This is stair\.obj\./);
  assert.doesNotMatch(await page.inputValue("#expression"), /20/, "the plane is that of the page without a link");
  await picture(page, "other-model");
  await page.click("#note-action");
  await settle(page);
  assert.equal(await page.inputValue("#expression"), "-20=y");
  assert.match(decodeURIComponent(page.url()), /model=stair\.obj~[0-9a-f]{8}.*parallel/);
  assert.equal(await page.textContent(".lasting"), "");
  await done();
});

test("a link names objects, so it shows the same ones in another order of the file", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "transect-view-"));
  const corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";
  const faces = (from) => [[1, 3, 2], [1, 2, 4], [2, 3, 4], [1, 4, 3]].map((face) => `f ${face.map((corner) => corner + from).join(" ")}`).join("\n");
  const write = (...names) => {
    const path = join(folder, "parts.obj");
    writeFileSync(path, names.map((name, place) => `o ${name}\n${corners}${faces(4 * place)}\n`).join(""));
    return path;
  };
  const first = await serve(write("left", "right", "right"));
  context.after(() => first.stop());
  const opened = await openModel(browser, first, "#plane=z=0.25");
  await opened.page.locator(".rows .object:not([hidden])").nth(1).click();
  await opened.page.waitForFunction(() => location.hash.includes("object=right"));
  const link = new URL(opened.page.url()).hash.replace(/model=[^&]*&/, "");
  await opened.done();
  await first.stop();
  const second = await serve(write("right", "left"));
  context.after(() => second.stop());
  const { page, done } = await openModel(browser, second, link);
  assert.equal(await page.textContent(".properties h3"), "right");
  await done();
});

test("a measure has a label at its line, tells vertices from free points, stands in the link and in undo, and belongs to its plane", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const { page, done } = await openModel(browser, server, "#plane=z=1.2", { colorScheme });
    await settle(page);
    await page.keyboard.press("m");
    const box = await page.locator(".sheet canvas").boundingBox();
    const said = () => page.textContent(".reading");
    // Above the outlines, away from their vertices.
    await page.mouse.click(box.x + 30, box.y + 30);
    assert.match(await said(), /choose the second point|between free points|to a free point/);
    // The pointer goes over the section until it is near a vertex.
    let vertex = null;
    for (let step = 0; step < 60 && !vertex; step += 1) {
      const [x, y] = [box.x + box.width * 0.4 + step * 3, box.y + box.height * 0.5 + step * 1.5];
      await page.mouse.move(x, y);
      if (/from a vertex to a free point/.test(await said())) vertex = [x, y];
    }
    assert.ok(vertex, "a vertex is found");
    await page.mouse.click(...vertex);
    await page.waitForFunction(() => /measure=[^&]*free,[^&]*vertex/.test(decodeURIComponent(location.hash)));
    const distance = await said();
    assert.match(distance, /^Distance [\d.]+ m from a vertex to a free point/);
    await page.mouse.move(box.x + 5, box.y + box.height - 60);
    await picture(page, `measured-${colorScheme}`);
    const link = new URL(page.url()).hash;
    // Another plane has no measure; undo restores both.
    await page.locator(".stage canvas[role]").focus();
    await page.keyboard.press("ArrowUp");
    await page.waitForFunction(() => !location.hash.includes("measure="));
    assert.doesNotMatch(await said(), /Distance/);
    await page.click("#undo");
    await page.waitForFunction(() => location.hash.includes("measure="));
    await settle(page);
    assert.equal(await said(), distance);
    await page.click("#undo");
    await page.waitForFunction(() => !location.hash.includes("measure="));
    const other = await openModel(browser, server, link, { colorScheme });
    await settle(other.page);
    assert.equal(await other.page.textContent(".reading"), distance);
    await other.done();
    await done();
  }
});

const SEED = Number(process.env.TRANSECT_SEED ?? 1);

test("after random actions, nothing that is at full strength changes when the late answers arrive", { timeout: 300_000 }, async (context) => {
  const next = random(SEED);
  const model = join(mkdtempSync(join(tmpdir(), "transect-view-")), "boxes.obj");
  boxes(model);
  const own = await serve(model, "--plane", "z=1.5");
  context.after(() => own.stop());
  const between = await proxy(own);
  context.after(() => between.stop());
  const { page, done } = await openModel(browser, between, "#plane=z=1.5&object=box%2040&layers=4");
  await settle(page);
  let compared = 0;
  for (let round = 0; round < 12; round += 1) {
    const pass = hold(between.faults);
    const count = 1 + Math.floor(next() * 3);
    for (let step = 0; step < count; step += 1) await act(page, next);
    const late = await strong(page);
    pass();
    await page.waitForFunction(() => document.querySelector("#expression").getAttribute("aria-busy") === "false");
    if ((await page.getAttribute("#expression", "aria-invalid")) !== null) {
      // The text is no plane, so what was drawn stays older until the text is left.
      assert.doesNotMatch(JSON.stringify((await strong(page)).found), /✓/, `round ${round} of seed ${SEED}`);
      await page.focus("#expression");
      await page.keyboard.press("Escape");
      await settle(page);
      continue;
    }
    await settle(page);
    assert.deepEqual(wrong(late, await strong(page)), [], `round ${round} of seed ${SEED}`);
    compared += 1;
  }
  assert.ok(compared > 4, `${compared} rounds were compared`);
  await done();
});
