// Tests of the objects: the tree, selection, hiding, properties, rooms apart from material, levels, and reasons.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";

import { browse, command, cut, download, expectCounts, middle, OFFICE, openModel, picture, rest, ROOT, serve, settle } from "./viewer.mjs";

const STAGE = ".stage canvas[role]";
let server;
let browser;
before(async () => {
  server = await serve(OFFICE, "--plane", "z=1.2");
  browser = await browse();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const hash = (page) => decodeURIComponent(new URL(page.url()).hash);
const until = (page, pattern) => page.waitForFunction((source) => new RegExp(source).test(decodeURIComponent(location.hash)), pattern.source);
/** Returns the pattern of a link in which a parameter has this value. */
const param = (key, value) => new RegExp(`${key}=${value.replace(/[$^.*+?()[\]{}|\\]/g, "\\$&")}(&|$)`);
const scene = (page) => page.evaluate(async () => (await fetch("api/scene")).json());

test("the tree groups objects by class, and names within a class differ", async () => {
  const { page, done } = await openModel(browser, server);
  const { objects } = await scene(page);
  const classes = new Map();
  for (const object of objects) classes.set(object.class, (classes.get(object.class) ?? 0) + 1);
  const groups = await page.$$eval(".rows .group:not([hidden])", (rows) => rows.map((row) => [row.querySelector(".name").textContent, Number(row.querySelector(".side").textContent.replace(/\D/g, ""))]));
  assert.deepEqual(new Map(groups), classes);
  await page.click('.rows .group:has-text("IfcStairFlight")');
  const names = await page.$$eval(".rows .object:not([hidden]) .name", (all) => all.map((name) => name.textContent));
  assert.equal(names.length, classes.get("IfcStairFlight"));
  assert.equal(new Set(names).size, names.length);
  await rest(page);
  await picture(page, "tree");
  await done();
});

test("a building with storeys: the tree begins with them, the lowest first", async (context) => {
  const named = await serve(`${ROOT}assets/office_named.glb`, "--plane", "z=1.2");
  context.after(() => named.stop());
  for (const [width, height, colorScheme] of [[1440, 900, "light"], [1280, 720, "dark"], [820, 1180, "dark"], [400, 800, "light"]]) {
    const { page, done } = await openModel(browser, named, "", { viewport: { width, height }, colorScheme });
    const { objects } = await scene(page);
    const rows = await page.evaluate(() => [...document.querySelectorAll(".rows .group:not([hidden])")].map((row) => [row.getAttribute("aria-level"), row.querySelector(".name").textContent]));
    const storeys = rows.filter(([level]) => level === "1").map(([, name]) => name);
    const floors = new Map();
    for (const { storey, bounds } of objects) {
      const name = storey?.replace(/^IfcBuildingStorey\//, "");
      if (name) floors.set(name, [...(floors.get(name) ?? []), bounds.min[2]]);
    }
    const mean = (all) => all.reduce((sum, one) => sum + one, 0) / all.length;
    const expected = [...floors].sort(([, one], [, two]) => mean(one) - mean(two)).map(([name]) => name);
    assert.ok(expected.length > 1);
    assert.deepEqual(storeys.filter((name) => name !== "Without a storey"), expected);
    // Hiding a storey hides its objects, and the row of the storey says so.
    const row = page.locator(".rows .group:not([hidden])").first();
    await row.click();
    await rest(page);
    await picture(page, `storeys-${width}-${colorScheme}`);
    await row.locator(".eye").click();
    await page.waitForFunction(() => /hide(-class)?=/.test(location.hash));
    assert.ok(await row.evaluate((element) => element.classList.contains("unseen")));
    await rest(page);
    await picture(page, `storeys-hidden-${width}-${colorScheme}`);
    await done();
  }
});

test("an object is hidden, isolated and shown again, and its properties are those of the model", async () => {
  const { page, done } = await openModel(browser, server);
  await page.fill("#search", "stairflight");
  await page.locator(".rows .object:not([hidden])").first().click();
  await until(page, /object=IfcStairFlight/);
  const name = /object=([^&]*)/.exec(hash(page))[1];
  const object = (await scene(page)).objects.find((object) => object.name === name);
  const words = await page.textContent(".properties");
  assert.ok(words.includes(object.name) && words.includes("IfcStairFlight") && words.includes(`${object.triangle_count} triangles`), words);
  await page.click("#isolate");
  await until(page, param("only", name));
  await rest(page);
  await picture(page, "isolated");
  await page.click("#show-all");
  await until(page, /^((?!only=).)*$/);
  await page.click("#hide");
  await until(page, param("hide", name));
  // Hiding changes the picture only: the counts remain those of the whole model.
  await expectCounts(page, cut("z=1.2").objects);
  await page.keyboard.press("Control+z");
  await until(page, /^((?!hide).)*$/);
  await done();
});

/** Returns the position in the window of a point of the world. */
async function pageOf(page, point) {
  const eye = hash(page).match(/eye=([^&]*)/)[1].split(",").map(Number);
  const box = await middle(page, STAGE);
  const { origin } = await scene(page);
  const perPixel = (2 * eye[2] * Math.tan((35 * Math.PI) / 360)) / box.height;
  return [box.x + (point[0] - origin[0] - eye[3]) / perPixel, box.y - (point[1] - origin[1] - eye[4]) / perPixel];
}

test("a click on a cut face selects its object; a double-click where only translucent faces are moves nothing", async () => {
  const { page, done } = await openModel(browser, server, "#plane=z=1.2");
  await page.keyboard.press("1");
  await page.keyboard.press("o");
  await until(page, /parallel/);
  await settle(page);
  // The largest wall of the section, and the middle of one triangle of its cap, from the answer of the server.
  const face = await page.evaluate(async () => {
    const scene = await (await fetch("api/scene")).json();
    const body = await (await fetch("api/section", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ plane: { text: "z=1.2" } }) })).arrayBuffer();
    const size = new DataView(body).getUint32(0, true);
    const head = JSON.parse(new TextDecoder().decode(new Uint8Array(body, 4, size)));
    const blocks = {};
    let at = 4 + size;
    for (const { name, type, count } of head.blocks) {
      const kind = { f64: Float64Array, f32: Float32Array, u32: Uint32Array }[type];
      blocks[name] = new kind(body, at, count);
      at += Math.ceil((count * kind.BYTES_PER_ELEMENT) / 8) * 8;
    }
    const owner = (point) => blocks.loop_objects[blocks.loop_ends.findIndex((end) => point < end)];
    const { points3d, caps } = blocks;
    let best = { area: 0 };
    for (let corner = 0; corner < caps.length; corner += 3) {
      const [a, b, c] = [0, 1, 2].map((which) => [0, 1, 2].map((axis) => points3d[caps[corner + which] * 3 + axis]));
      const area = Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
      const object = owner(caps[corner]);
      if (!scene.objects[object].class.startsWith("IfcWall") || area < best.area) continue;
      best = { area, object: scene.objects[object].name, point: [0, 1, 2].map((axis) => (a[axis] + b[axis] + c[axis]) / 3 + scene.origin[axis]) };
    }
    return best;
  });
  const [x, y] = await pageOf(page, face.point);
  await page.mouse.click(x, y);
  await until(page, param("object", face.object));
  await rest(page);
  await picture(page, "clicked");
  await page.mouse.dblclick(x, y);
  await page.waitForFunction(() => /cut face/.test(document.querySelector(".news").textContent));
  assert.match(hash(page), /plane=z=1.2/);
  await done();
  // Below every object there is nothing solid behind this plane, but translucent faces are everywhere.
  const under = await openModel(browser, server, "#plane=z=-100");
  const box = await middle(under.page, STAGE);
  await under.page.mouse.dblclick(box.x, box.y);
  await under.page.waitForFunction(() => /no solid face/.test(document.querySelector(".news").textContent));
  assert.match(hash(under.page), /plane=z=-100/);
  await until(under.page, /object=Ifc/);
  await rest(under.page);
  await picture(under.page, "ghost-selected");
  await under.done();
});

test("rooms and openings are apart from material, and the curve shows material", async () => {
  const { page, done } = await openModel(browser, server, "#plane=z=1.2");
  const reading = await page.textContent(".reading");
  const [material, air] = [/Material ([\d.]+)/, /Rooms and openings ([\d.]+)/].map((pattern) => Number(pattern.exec(reading)[1]));
  const all = cut("z=1.2").section.area;
  assert.ok(Math.abs(material + air - all) < 0.2, `${material} + ${air} is not ${all}`);
  assert.ok(air > 10 * material, reading);
  await done();
});

test("levels are stops: a choice moves the plane exactly into faces", async () => {
  const { page, done } = await openModel(browser, server, "#plane=z=1.2");
  await page.waitForSelector("#stops option:nth-child(2)", { state: "attached" });
  const { levels } = await page.evaluate(async () => (await fetch("api/curve", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ normal: [0, 0, 1], samples: 160 }) })).json());
  assert.ok(levels.length >= 2 && levels.every((level, at) => at === 0 || levels[at - 1].height < level.height));
  const largest = levels.reduce((best, level, at) => (level.area > levels[best].area ? at : best), 0);
  await page.selectOption("#stops", String(largest));
  await until(page, /plane=z=/);
  await page.waitForSelector(".limit:not([hidden])");
  const plane = hash(page).match(/plane=([^&]*)/)[1];
  assert.equal(Number(plane.split("=")[1]), levels[largest].height);
  const { faces_on_plane, objects } = cut(plane);
  assert.ok(faces_on_plane > 0);
  await expectCounts(page, objects);
  await rest(page);
  await picture(page, "level");
  await done();
});

test("layers: a stack of outlines, and a slider from layer to layer", async () => {
  const { page, done } = await openModel(browser, server, "#plane=z=1.2&front=hidden");
  await page.click("#layers");
  await until(page, /layers=16/);
  await page.waitForSelector('.layers[data-drawn="16"]');
  await page.fill("#layer-count", "8");
  await page.waitForSelector('.layers[data-drawn="8"]');
  await page.fill("#layer", "3");
  const { bounds } = await scene(page);
  await until(page, /plane=z=/);
  await rest(page);
  const at = Number(hash(page).match(/plane=z=([^&]*)/)[1]);
  // The heights are exactly those of the command.
  const folder = mkdtempSync(join(tmpdir(), "transect-layers-"));
  const names = ["sheet.svg", "contours.svg", "layers.dxf", "layers.geojson", "layers.csv"];
  execFileSync(command(), ["slice", OFFICE, "--axis", "z", "--count", "8", "-o", folder, ...names.flatMap((name) => ["--write", name])], { stdio: "ignore" });
  const report = JSON.parse(execFileSync(command(), ["slice", "office.glb", "--axis", "z", "--count", "8", "--json"], { cwd: dirname(OFFICE), maxBuffer: 1 << 26, stdio: ["ignore", "pipe", "ignore"] }));
  assert.equal(at, report.layers[2].height);
  assert.ok(bounds.min[2] < at && at < bounds.max[2]);
  await expectCounts(page, cut(`z=${at}`).objects);
  assert.match(await page.textContent(".layer-sliders output"), /^Layer 3 of 8, z\s=\s[\d.]+\sm$/);
  await picture(page, "layers");
  for (const name of names) {
    const saved = await download(page, `.layer-sliders a[download$="-${name}"]`);
    assert.equal(saved.name, `office-8-along-z-${name}`);
    assert.ok(readFileSync(saved.path).equals(readFileSync(join(folder, name))), `${name} differs`);
  }
  const saved = await download(page, '.layer-sliders a[download$="-layers.json"]');
  assert.deepEqual(JSON.parse(readFileSync(saved.path, "utf8")), report);
  // Heights along an oblique direction are rounded. A plane lies in a layer only if the equations are equal.
  const tells = (text) => page.waitForFunction((start) => document.querySelector(".layer-sliders output").textContent.startsWith(start), text);
  await page.fill("#expression", "x+2y+3z=-30");
  await tells("Nearest: layer");
  await page.fill("#layer", "3");
  await tells("Layer 3 of 8");
  await page.click("#flip");
  await rest(page);
  await tells("Layer 3 of 8");
  await page.keyboard.press("Escape");
  await page.click("#layers");
  await until(page, /^((?!layers=).)*$/);
  await page.waitForSelector('.layers[data-drawn="0"]');
  await done();
});

test("why an object is on its side: the sentence of --why, and both vertices with their distances", async () => {
  const { page, done } = await openModel(browser, server, "#plane=z=1.2");
  await page.fill("#search", "stairflight");
  await page.locator(".rows .object:not([hidden])").first().hover();
  await page.waitForSelector("#why", { state: "visible" });
  const said = await page.textContent("#why");
  const name = /^(\S+)/.exec(said)[1];
  const told = execFileSync(command(), ["cut", OFFICE, "--plane", "z=1.2", "--why", name], { encoding: "utf8" });
  const plain = told.replace(/\s+/g, " ");
  const [, verdict, reason] = /^\S+ (.*?): (.*)\.$/.exec(said);
  assert.ok(plain.includes(`why ${name} ${verdict}`) && plain.includes(reason), `${said} / ${plain}`);
  assert.equal(await page.locator(".why circle").count(), 2);
  const texts = await page.$$eval(".why text", (all) => all.map((text) => text.textContent));
  assert.ok(texts.every((text) => /^(backmost|frontmost): ([\d.]+ m (in front|behind)|on the plane, exactly)$/.test(text)), texts.join());
  await picture(page, "why");
  await done();
});

test("a model whose faces suggest that y points up has a note with a button; --up decides without a note", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "transect-up-"));
  const corners = [0, 4].flatMap((x) => [0, 1].flatMap((y) => [0, 6].map((z) => `v ${x} ${y} ${z}`)));
  const faces = ["1 2 4 3", "5 7 8 6", "1 5 6 2", "3 4 8 7", "1 3 7 5", "2 6 8 4"].map((face) => `f ${face}`);
  writeFileSync(join(folder, "table.obj"), `${[...corners, ...faces].join("\n")}\n`);
  const table = await serve(join(folder, "table.obj"));
  context.after(() => table.stop());
  const { page, done } = await openModel(browser, table);
  assert.match(await page.textContent(".lasting"), /suggest that y points up/);
  await rest(page);
  await picture(page, "up-note");
  await page.click("#note-action");
  assert.equal(await page.textContent("#up"), "Y up");
  assert.equal(await page.locator("#note-action").count(), 0);
  await page.click("#up");
  assert.equal(await page.textContent("#up"), "X up");
  await done();
  const own = await serve(join(folder, "table.obj"), "--up", "y");
  context.after(() => own.stop());
  const chosen = await openModel(browser, own);
  assert.match(await chosen.page.inputValue("#expression"), /^y ?=/);
  assert.equal(await chosen.page.textContent("#up"), "Y up");
  assert.equal(await chosen.page.locator("#note-action").count(), 0);
  await chosen.done();
});

test("by touch at 400 px: a tap selects an object, and its properties are below", async () => {
  const { page, done } = await openModel(browser, server, "#plane=z=1.2", { viewport: { width: 400, height: 800 }, hasTouch: true, isMobile: true });
  const box = await middle(page, STAGE);
  // The arrow that moves the plane is in the middle of the model, so the tap is beside the arrow.
  await page.touchscreen.tap(box.x - 90, box.y + 30);
  await until(page, /object=Ifc/);
  await page.locator(".properties").scrollIntoViewIfNeeded();
  assert.ok(await page.isVisible("#isolate"));
  // Every visible button is at least 24 px wide and high.
  const small = await page.$$eval("button, a.link, select", (all) => all.filter((element) => element.checkVisibility() && !element.matches(".visually-hidden")).map((element) => [element.outerHTML, element.getBoundingClientRect()]).filter(([, { width, height }]) => width < 24 || height < 24).map(([html]) => html));
  assert.deepEqual(small, []);
  await done();
});

test("the widths of the list and of the section change by keyboard and by dragging, and are kept", async () => {
  const { page, done } = await openModel(browser, server);
  const width = (name) => page.evaluate((name) => document.querySelector(`.page > .${name}`).getBoundingClientRect().width, name);
  const before = await width("list");
  await page.focus(".list-splitter");
  await page.keyboard.press("ArrowRight");
  assert.equal(await width("list"), before + 16);
  const handle = await middle(page, ".section-splitter");
  const section = await width("section");
  await page.mouse.move(handle.x, handle.y);
  await page.mouse.down();
  await page.mouse.move(handle.x - 40, handle.y, { steps: 4 });
  await page.mouse.up();
  assert.ok(Math.abs((await width("section")) - section - 40) <= 1);
  await page.reload();
  await page.waitForSelector(".list-splitter");
  assert.equal(await width("list"), before + 16);
  await page.focus(".list-splitter");
  await page.keyboard.press("Home");
  assert.equal(await width("list"), before);
  await done();
});
