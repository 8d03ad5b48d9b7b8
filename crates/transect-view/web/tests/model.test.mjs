// Tests of a model in a real browser: the page's texts and files match the command's output.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { browse, certified, command, counts, cut, download, expectCounts, middle, OFFICE, openModel, picture, rest, serve } from "./viewer.mjs";

let server;
let browser;
let told;
before(async () => {
  server = await serve(OFFICE, "--plane", "z=0.5");
  browser = await browse();
  told = cut("z=1.2").objects;
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const STAGE = ".stage canvas[role]";

test("the command reports the known counts of the office", () => {
  assert.deepEqual([told.front, told.on, told.back], [549, 519, 15]);
});

test("the plane of the command comes first", async () => {
  const { page, done } = await openModel(browser, server);
  assert.equal(await page.inputValue("#expression"), "z = 0.5");
  await expectCounts(page, cut("z=0.5").objects);
  await done();
});

test("z=1.2 by the slider", async () => {
  const { page, done } = await openModel(browser, server);
  await page.fill("#height", "1.2");
  await expectCounts(page, told);
  assert.equal(await page.inputValue("#expression"), "z=1.2");
  await done();
});

test("z=1.2 by dragging on the curve", async () => {
  const { page, done } = await openModel(browser, server);
  await page.waitForSelector(".curve .over", { state: "attached" });
  const box = await page.locator(".curve").boundingBox();
  const [from, to] = await page.evaluate(() => ["min", "max"].map((name) => Number(document.querySelector("#height")[name])));
  await page.mouse.move(box.x + 8, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 8 + ((1.2 - from) / (to - from)) * (box.width - 16), box.y + 20, { steps: 10 });
  await page.mouse.up();
  await rest(page);
  const typed = await page.inputValue("#expression");
  assert.ok(Math.abs(Number(typed.split("=")[1]) - 1.2) < 0.1, typed);
  await expectCounts(page, cut(typed).objects);
  await done();
});

test("z=1.2 by typing; a wrong equation has a message below the field and moves nothing", async () => {
  const { page, done } = await openModel(browser, server);
  await page.fill("#expression", "z=1.2");
  await page.press("#expression", "Enter");
  await expectCounts(page, told);
  await page.fill("#expression", "z==1.2");
  await page.waitForSelector('#expression[aria-invalid="true"]');
  assert.ok((await page.textContent("#expression-help")).length > 20);
  assert.equal(await page.textContent("#expression-help mark"), "=");
  await expectCounts(page, told);
  await picture(page, "typing-error");
  await page.press("#expression", "Escape");
  assert.equal(await page.inputValue("#expression"), "z=1.2");
  await done();
});

/**
 * Finds a horizontal face of a slab (the floor of a landing) and its position, from the buffers of the scene. The face
 * is visible from above when everything above z = 3 is hidden.
 */
async function floor(page) {
  return page.evaluate(async () => {
    const bytes = async (name) => (await fetch(`api/scene/${name}`)).arrayBuffer();
    const scene = await (await fetch("api/scene")).json();
    const at = new Float32Array(await bytes("positions"));
    const corners = new Uint32Array(await bytes("indices"));
    const corner = (triangle, which) => [0, 1, 2].map((axis) => at[corners[triangle * 3 + which] * 3 + axis]);
    const solid = scene.objects.filter((object) => !/^Ifc(Space|Opening)/.test(object.class));
    const above = (x, y) => {
      let top = { triangle: -1, height: -Infinity };
      for (const object of solid) {
        for (let triangle = object.triangle_start; triangle < object.triangle_start + object.triangle_count; triangle++) {
          const [a, b, c] = [0, 1, 2].map((which) => corner(triangle, which));
          const all = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
          const u = ((x - a[0]) * (c[1] - a[1]) - (y - a[1]) * (c[0] - a[0])) / all;
          const v = ((b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])) / all;
          if (!(u >= 0 && v >= 0 && u + v <= 1)) continue;
          const height = a[2] + u * (b[2] - a[2]) + v * (c[2] - a[2]);
          if (height + scene.origin[2] < 2.99 && height > top.height) top = { triangle, height };
        }
      }
      return top;
    };
    let best = null;
    for (const object of solid.filter((object) => object.class === "IfcSlab")) {
      for (let triangle = object.triangle_start; triangle < object.triangle_start + object.triangle_count; triangle++) {
        const [a, b, c] = [0, 1, 2].map((which) => corner(triangle, which));
        const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        if (Math.max(a[2], b[2], c[2]) - Math.min(a[2], b[2], c[2]) > 1e-4 || area < (best?.area ?? 0.1)) continue;
        for (const [u, v, w] of [[1 / 3, 1 / 3, 1 / 3], [0.6, 0.2, 0.2], [0.2, 0.6, 0.2], [0.2, 0.2, 0.6]]) {
          const [x, y] = [0, 1].map((axis) => a[axis] * u + b[axis] * v + c[axis] * w);
          if (above(x, y).triangle === triangle) best = { area, x, y, height: a[2] + scene.origin[2], name: object.name };
        }
      }
    }
    return best;
  });
}

test("a double-click snaps the plane into a floor, exactly", async () => {
  const { page, done } = await openModel(browser, server, "#plane=z=3&front=hidden");
  const face = await floor(page);
  assert.ok(face, "the office has a floor that is seen from above");
  await page.keyboard.press("1");
  await page.keyboard.press("o");
  await page.waitForFunction(() => location.hash.includes("parallel"));
  await rest(page);
  const eye = decodeURIComponent(new URL(page.url()).hash).match(/eye=([^&]*)/)[1].split(",").map(Number);
  const box = await middle(page, STAGE);
  const perPixel = (2 * eye[2] * Math.tan((35 * Math.PI) / 360)) / box.height;
  await page.mouse.dblclick(box.x + (face.x - eye[3]) / perPixel, box.y - (face.y - eye[4]) / perPixel);
  await page.waitForFunction(() => location.hash.includes("through"));
  await rest(page);
  const nine = decodeURIComponent(new URL(page.url()).hash).match(/through[^=]*=([^&]*)/)[1].split(",").map(Number);
  assert.equal(nine.length, 9);
  for (const at of [2, 5, 8]) assert.ok(Math.abs(nine[at] - face.height) < 1e-3, `${nine[at]} is not ${face.height}`);
  assert.ok((await page.textContent("#expression-help")).includes(face.name));
  const through = [0, 3, 6].map((at) => `--through=${nine.slice(at, at + 3).join(",")}`);
  const { objects, faces_on_plane } = cut(null, ...through);
  assert.ok(faces_on_plane > 0, "the face lies on its plane, exactly");
  await expectCounts(page, objects);
  // Faces lie in the plane, so the page must say so and offer the two sections just in front of and just behind the
  // plane.
  await page.waitForSelector(".limit:not([hidden])");
  await certified(page);
  await page.keyboard.press("0");
  await rest(page);
  await picture(page, "snapped");
  // The mouse wheel must move the plane along its normal, and so must an arrow key.
  const eyeBefore = () => decodeURIComponent(new URL(page.url()).hash).match(/eye=([^&]*)/)[1];
  const still = eyeBefore();
  await page.mouse.wheel(0, -120);
  await page.waitForFunction(() => !location.hash.includes("through"));
  assert.equal(eyeBefore(), still, "the wheel does not zoom");
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => location.hash.includes("through"));
  await page.keyboard.press("ArrowUp");
  await page.waitForFunction(() => !location.hash.includes("through"));
  await done();
});

test("the files that the page saves are those that the command writes", async () => {
  const { page, done } = await openModel(browser, server, "#plane=z=1.2");
  const folder = mkdtempSync(join(tmpdir(), "transect-view-"));
  execFileSync(command(), ["cut", OFFICE, "--plane", "z=1.2", "-o", folder, "--force"], { stdio: "ignore" });
  for (const [selector, file] of [["#get-svg", "section.svg"], ["#get-dxf", "section.dxf"], ["#get-csv", "objects.csv"]]) {
    const saved = await download(page, selector);
    assert.equal(saved.name, `office-z=1.2-${file}`, "the name says which model and plane");
    assert.ok(readFileSync(saved.path).equals(readFileSync(join(folder, file))), `${file} differs`);
  }
  const png = await download(page, "text=PNG");
  assert.equal(png.name, "office-z=1.2-section.png");
  assert.deepEqual([...readFileSync(png.path).subarray(1, 4)], [...Buffer.from("PNG")]);
  await done();
});

test("flip exchanges front and back", async () => {
  const { page, done } = await openModel(browser, server, "#plane=z=1.2");
  await expectCounts(page, told);
  await page.click("#flip");
  await expectCounts(page, { front: told.back, on: told.on, back: told.front });
  assert.equal(await page.inputValue("#expression"), "1.2=z");
  await page.click("#flip");
  await expectCounts(page, told);
  await done();
});

test("undo and redo; a link reopens the same view", async () => {
  const { page, done } = await openModel(browser, server, "#plane=z=1.2");
  await page.keyboard.press("y");
  await rest(page);
  const across = await counts(page);
  assert.notDeepEqual(across, { front: 549, on: 519, back: 15 });
  await page.click("#undo");
  await expectCounts(page, told);
  await page.click("#redo");
  await expectCounts(page, across);
  await page.keyboard.press("Control+z");
  await expectCounts(page, told);
  await page.click("text=Apart");
  await page.keyboard.press("2");
  await page.keyboard.press("a");
  await page.click("text=Side");
  await page.waitForFunction(() => location.hash.includes("exploded") && location.hash.includes("side"));
  await page.waitForTimeout(600);
  const link = new URL(page.url()).hash;
  const other = await openModel(browser, server, link);
  await expectCounts(other.page, told);
  await other.page.waitForTimeout(600);
  assert.equal(new URL(other.page.url()).hash, link);
  assert.equal(await other.page.getAttribute("text=Apart", "aria-pressed"), "true");
  await certified(other.page);
  await picture(other.page, "apart");
  await other.done();
  await done();
});

test("the certificate is the command's, in plain words", async () => {
  const { page, done } = await openModel(browser, server, "#plane=z=1.2");
  await certified(page);
  await page.click("#badge");
  const words = await page.textContent("#panel-certificate");
  const { certificate } = cut("z=1.2");
  assert.ok(words.includes(`${certificate.objects_open} objects are open`), words);
  assert.equal(await page.locator("#badge.good").count(), 1);
  const before = new URL(page.url()).hash;
  await page.locator("#panel-certificate .place").first().click();
  await page.waitForFunction((before) => location.hash !== before, before);
  await rest(page);
  await picture(page, "certificate");
  // Even with long names, no list may scroll horizontally and no content may overflow.
  const wide = () => page.evaluate(() => {
    const panel = document.querySelector('.list [role="tabpanel"]:not([hidden])');
    const { left, right } = panel.getBoundingClientRect();
    const outside = [...panel.querySelectorAll("button, a, p, li, input")]
      .filter((element) => element.checkVisibility() && !element.closest(".visually-hidden"))
      .filter((element) => element.getBoundingClientRect().left < left || element.getBoundingClientRect().right > right + 0.5);
    return { scrolls: panel.scrollWidth - panel.clientWidth, scrolled: panel.scrollLeft, outside: outside.map((element) => element.outerHTML) };
  });
  for (const tab of ["certificate", "objects"]) {
    await page.click(`#tab-${tab}`);
    assert.deepEqual(await wide(), { scrolls: 0, scrolled: 0, outside: [] }, tab);
  }
  await page.click("#tab-certificate");
  await page.locator("#panel-certificate .places .link:not(.place)").first().click();
  assert.ok((await page.locator("#panel-certificate .place").count()) > 6, "all places are listed when wished");
  assert.deepEqual(await wide(), { scrolls: 0, scrolled: 0, outside: [] }, "all places");
  await done();
});

test("the words of the page are those of the command", async () => {
  const { page, done } = await openModel(browser, server, "#plane=z=1.2&box=10,-30,0,30,-10,6");
  const table = (...more) => execFileSync(command(), ["cut", OFFICE, ...more], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const words = (text) => text.toLowerCase().match(/[a-z]+/g);
  const labels = async (selector) => (await page.locator(selector).allTextContents()).map((text) => text.toLowerCase());
  const own = table("--plane=z=1.2");
  const counts = /^(front) [\d,]+ +(on) [\d,]+ +(back) [\d,]+/m.exec(own).slice(1);
  assert.deepEqual(await labels(".chip span"), counts);
  const section = words(/^section.*$/m.exec(own)[0]);
  const reading = (await page.textContent(".reading")).toLowerCase();
  for (const word of ["perimeter", "loops", "open", "chains"]) {
    assert.ok(section.includes(word), `the command says ${word}`);
    assert.ok(words(reading).includes(word), `the page says ${word}`);
  }
  await page.click("#tab-region");
  await page.waitForSelector("#region-inside");
  const region = /^(inside) [\d,]+ +(meets) [\d,]+ +(outside) [\d,]+/m.exec(table("--box=10,-30,0,30,-10,6")).slice(1);
  assert.deepEqual(await labels(".answers tbody th"), region);
  await done();
});

test("an object of the section is highlighted in the model and named; two points are measured", async () => {
  const { page, done } = await openModel(browser, server, "#plane=z=1.2&rooms=shown");
  const box = await middle(page, ".sheet canvas");
  await page.mouse.move(box.x - 60, box.y);
  await page.waitForFunction(() => /area [\d.]+ m².*perimeter [\d.]+ m/.test(document.querySelector(".reading").textContent));
  await picture(page, "hover");
  await page.keyboard.press("m");
  await page.mouse.click(box.x - 60, box.y);
  await page.mouse.click(box.x + 30, box.y + 40);
  await page.waitForFunction(() => /Distance [\d.]+ m/.test(document.querySelector(".reading").textContent));
  await picture(page, "measure");
  await done();
});

test("objects are searched, filtered and selected", async () => {
  const { page, done } = await openModel(browser, server, "#plane=z=1.2");
  await page.fill("#search", "stairflight");
  await page.waitForFunction(() => document.querySelectorAll(".rows .object:not([hidden])").length === 4);
  await page.fill("#search", "");
  await page.click(".chip.back");
  await page.waitForFunction(() => document.querySelectorAll(".rows .object:not([hidden])").length === 15);
  const before = new URL(page.url()).hash;
  await page.locator(".rows .object").first().click();
  await page.waitForFunction((before) => location.hash !== before && location.hash.includes("object="), before);
  await rest(page);
  await picture(page, "object");
  await done();
});

test("the arcs tilt and turn the plane", async () => {
  const { page, done } = await openModel(browser, server, "#plane=z=1.2");
  await page.fill("#expression", "2x+3y+20z-60=0");
  await page.press("#expression", "Enter");
  await rest(page);
  await page.locator(STAGE).focus();
  await page.keyboard.press("r");
  await page.keyboard.press("]");
  await page.waitForFunction(() => location.hash.includes("normal="));
  await rest(page);
  const hash = decodeURIComponent(new URL(page.url()).hash);
  const [x, y, z, d] = hash.match(/normal=([^&]*)/)[1].split(",").map(Number);
  await expectCounts(page, cut(`${x}x+${y}y+${z}z+${d}=0`.replaceAll("+-", "-")).objects);
  await certified(page);
  await picture(page, "tilted");
  await done();
});
