// Tests of the example scene (`transect view --example`) in a real browser. They act as a user and check the visible
// page.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { openExample, stopExample } from "./example_page.mjs";

const PICTURES = new URL("../../../../target/viewer/", import.meta.url).pathname;

let example;
before(async () => {
  example = await openExample();
});
after(() => stopExample(example));

/** Opens a page and waits for the server's first answers. */
async function page(fragment = "", options = {}) {
  const context = await example.browser.newContext({ viewport: { width: 1280, height: 720 }, colorScheme: "light", ...options });
  const opened = await context.newPage();
  const errors = [];
  const strangers = [];
  opened.on("pageerror", (error) => errors.push(String(error)));
  opened.on("request", (request) => {
    if (!request.url().startsWith(example.origin) && !/^(data|blob):/.test(request.url())) strangers.push(request.url());
  });
  await opened.goto(example.address + fragment);
  await opened.waitForFunction(() => [...document.querySelectorAll(".answer")].every((answer) => answer.dataset.side));
  await settled(opened);
  return {
    page: opened,
    /** Closes the page, and fails if errors occurred in it. */
    async done(name) {
      if (name) await opened.screenshot({ path: `${PICTURES}example-${name}.png` });
      await context.close();
      assert.deepEqual(errors, []);
      assert.deepEqual(strangers, []);
    },
  };
}

/** Waits until no request is pending and two further frames have been drawn. */
async function settled(opened) {
  await opened.waitForSelector('.example[data-asking="false"]');
  await opened.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Returns the server's answers that the list of shapes shows, by the shape's id. */
async function answers(opened) {
  await settled(opened);
  return opened.evaluate(() =>
    Object.fromEntries([...document.querySelectorAll(".shape-button")].map((row) => [row.dataset.id, row.querySelector(".answer").textContent])));
}

/** Returns the numbers on the number line that belong to a shape. */
function numbers(opened, id) {
  return opened.evaluate((id) => [...document.querySelectorAll(`.along .interval[data-id="${id}"] .end`)].map((end) => Number(end.textContent.replace("−", "-"))), id);
}

/** Returns the middle of an element. A drawing replaces its elements when it is drawn again, so one may be gone for a moment. */
async function middle(opened, selector) {
  const shown = opened.locator(selector).first();
  for (let tries = 0; tries < 50; tries++) {
    const box = await shown.boundingBox();
    if (box) return [box.x + box.width / 2, box.y + box.height / 2];
  }
  throw new Error(`${selector} has no place on the page`);
}

async function drag(opened, from, to, steps = 12) {
  await opened.mouse.move(...from);
  await opened.mouse.down();
  await opened.mouse.move(...to, { steps });
  await opened.mouse.up();
  await settled(opened);
}

const FOUR = { A: "behind", B: "in front", C: "meets the plane", D: "meets the plane" };

test("two of the four boxes meet the plane", async () => {
  const { page: opened, done } = await page();
  assert.deepEqual(await answers(opened), FOUR);
  assert.equal(await opened.locator(".summary").textContent(), "2 of 4 meet the plane.");
  assert.equal(await opened.locator("#plane-1").inputValue(), "y + 0.5z = 0");
  // The expected intervals are the ranges of y + z/2 on the shapes (−3 … −1.5 on A, 2 … 5 on B), divided by √1.25, the
  // length of the normal.
  assert.deepEqual(await numbers(opened, "A"), [-2.683, -1.342]);
  assert.deepEqual(await numbers(opened, "B"), [1.789, 4.472]);
  assert.deepEqual(await numbers(opened, "C"), [-0.8944, 0.4472]);
  assert.deepEqual(await numbers(opened, "D"), [-6.708, 6.708]);
  await done("four-boxes");
});

test("shapes on the plane are orange, the others blue, and nothing is red", async () => {
  const { page: opened, done } = await page();
  const count = async () => {
    const picture = (await opened.locator(".stage").screenshot()).toString("base64");
    return opened.evaluate(async (picture) => {
      const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
      pen.drawImage(image, 0, 0);
      const { data } = pen.getImageData(0, 0, image.width, image.height);
      let [orange, blue, red] = [0, 0, 0];
      for (let at = 0; at < data.length; at += 4) {
        const [r, g, b] = [data[at], data[at + 1], data[at + 2]];
        if (r > b + 30 && r > g + 30) orange++;
        // In orange, green exceeds blue; in red and magenta, it does not.
        if (r > 120 && r > g + 60 && r > b + 40 && g <= b + 20) red++;
        if (b > r + 30 && b > g + 10) blue++;
      }
      return { orange, blue, red };
    }, picture);
  };
  const before = await count();
  assert.ok(before.orange > 3000 && before.blue > 3000, JSON.stringify(before));
  // A few pixels mix the colours of lines that cross.
  assert.ok(before.red * 100 < before.orange, JSON.stringify(before));
  // If the plane misses all boxes, nothing in the picture is orange.
  await opened.fill("#plane-1", "z = 20");
  assert.deepEqual(Object.values(await answers(opened)), ["behind", "behind", "behind", "behind"]);
  const behind = await count();
  assert.ok(behind.orange < 1000 && behind.blue > before.blue, JSON.stringify(behind));
  await done();
});

test("a typed plane is exact: touching differs from meeting and from missing", async () => {
  const { page: opened, done } = await page();
  for (const [text, said] of [
    ["y + 0.5z = 2", "touches the plane, from the front"],
    ["y + 0.5z = 2.0000000000000004", "meets the plane"],
    ["y + 0.5z = 1.9999999999999998", "in front"],
    ["2y + z = 10", "touches the plane, from behind"],
  ]) {
    await opened.fill("#plane-1", text);
    assert.equal((await answers(opened)).B, said, text);
  }
  await opened.fill("#plane-1", "y + 0.5w = 2");
  await settled(opened);
  assert.match(await opened.locator("#plane-1-error").textContent(), /^Character 8: `w` is not a coordinate/);
  assert.equal(await opened.locator("#plane-1").getAttribute("aria-invalid"), "true");
  await opened.screenshot({ path: `${PICTURES}example-refused.png` });
  await opened.fill("#plane-1", "z=0");
  await settled(opened);
  assert.equal(await opened.locator("#plane-1-error").textContent(), "");
  await done();
});

test("dragging a box changes its answer, one request at a time", async () => {
  const { page: opened, done } = await page();
  let [working, most, asked] = [0, 0, 0];
  opened.on("request", (request) => {
    if (!request.url().endsWith("api/example")) return;
    asked++;
    most = Math.max(most, ++working);
  });
  const finished = (request) => request.url().endsWith("api/example") && working--;
  opened.on("requestfinished", finished);
  opened.on("requestfailed", finished);
  const from = await middle(opened, ".labels .name:text-is('B')");
  const to = await middle(opened, ".labels .name:text-is('C')");
  await drag(opened, from, to, 60);
  assert.notEqual((await answers(opened)).B, FOUR.B);
  assert.equal(most, 1);
  assert.ok(asked >= 2, `${asked} questions`);
  // Dragged shapes keep to a grid: all numbers in the fields must be multiples of a quarter.
  const fields = await opened.locator(".numbers:visible input").evaluateAll((inputs) => inputs.map((input) => Number(input.value) * 4));
  assert.equal(fields.length, 6);
  assert.ok(fields.every(Number.isInteger), fields.join());
  await opened.keyboard.press("Control+z");
  assert.deepEqual(await answers(opened), FOUR);
  await opened.keyboard.press("Control+y");
  assert.notEqual((await answers(opened)).B, FOUR.B);
  await done("dragged");
});

test("dragging the plane moves it along its normal, and its arcs turn it", async () => {
  const { page: opened, done } = await page();
  const [x, y] = await middle(opened, ".labels .normal");
  const [ox, oy] = await middle(opened, ".labels .name:text-is('C')");
  const along = (share) => [ox + (x - ox) * share, oy + (y - oy) * share];
  await drag(opened, along(0.8), along(3));
  const moved = await opened.locator("#plane-1").inputValue();
  assert.match(moved, /^y \+ 0\.5z - \d+(\.25|\.5|\.75)? = 0$/);
  await opened.locator("#undo").click();
  assert.deepEqual(await answers(opened), FOUR);
  await opened.locator("#arcs").click();
  await settled(opened);
  await opened.screenshot({ path: `${PICTURES}example-arcs.png` });
  // Find a point on one of the arcs that turn the plane. The pointer is a cross over an arc.
  const box = await opened.locator(".stage canvas[role]").boundingBox();
  const places = [];
  for (let dy = -140; dy <= 0; dy += 7) {
    for (let dx = -140; dx <= 140; dx += 7) places.push([box.x + box.width / 2 + dx, box.y + box.height / 2 + dy]);
  }
  const found = await opened.locator(".stage canvas[role]").evaluate((canvas, places) =>
    places.find(([clientX, clientY]) => {
      canvas.dispatchEvent(new PointerEvent("pointermove", { clientX, clientY, pointerId: 1, bubbles: true }));
      return canvas.style.cursor === "crosshair";
    }), places);
  assert.ok(found, "an arc under the pointer");
  await opened.mouse.move(...found);
  assert.equal(await opened.locator(".stage canvas[role]").evaluate((canvas) => canvas.style.cursor), "crosshair");
  await drag(opened, found, [found[0] + 60, found[1] + 40]);
  const turned = await opened.locator("#plane-1").inputValue();
  assert.notEqual(turned, "y + 0.5z = 0");
  await done("turned");
});

test("by keyboard alone", async () => {
  const { page: opened, done } = await page();
  const focused = () => opened.evaluate(() => document.activeElement?.dataset?.id ?? document.activeElement?.getAttribute("aria-label"));
  const reach = async (name) => {
    for (let step = 0; step < 40 && (await focused()) !== name; step++) await opened.keyboard.press("Tab");
    assert.equal(await focused(), name);
  };
  await reach("Plane 1");
  // Move the plane down until it meets box A: at offset 1.5 it touches the frontmost corner of the box, and then it
  // crosses the box.
  for (let step = 0; step < 6; step++) await opened.keyboard.press("ArrowDown");
  assert.equal((await answers(opened)).A, "touches the plane, from behind");
  await opened.keyboard.press("ArrowDown");
  assert.equal((await answers(opened)).A, "meets the plane");
  await opened.keyboard.press("Shift+ArrowUp");
  await settled(opened);
  assert.doesNotMatch(await opened.locator("#plane-1").inputValue(), /^y \+ 0\.5z/);
  // One undo takes back all steps of the plane that followed each other quickly. The number of these steps depends on
  // the speed of the machine.
  do {
    await opened.keyboard.press("Control+z");
    await settled(opened);
  } while (await opened.locator("#undo").isEnabled());
  assert.deepEqual(await answers(opened), FOUR);
  await reach("B");
  const ring = await opened.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.equal(ring, "solid");
  for (let step = 0; step < 8; step++) await opened.keyboard.press("ArrowDown");
  assert.equal((await answers(opened)).B, "touches the plane, from the front");
  await opened.keyboard.press("PageDown");
  assert.equal((await answers(opened)).B, "meets the plane");
  await opened.keyboard.press("Delete");
  assert.deepEqual(Object.keys(await answers(opened)), ["A", "C", "D"]);
  assert.equal(await focused(), "C");
  await opened.keyboard.press("2");
  await settled(opened);
  assert.equal(await opened.locator("#mode-2d").getAttribute("aria-pressed"), "true");
  await done();
});

test("every kind of shape can be added, and planes have lines and a point in common", async () => {
  const { page: opened, done } = await page();
  const kinds = await opened.locator("#add-shape option").evaluateAll((options) => options.filter((option) => option.value).map((option) => option.textContent));
  assert.deepEqual(kinds, ["Box", "Oriented box", "Sphere", "Triangle", "Segment", "Ray", "Line", "Point"]);
  for (const kind of kinds) await opened.selectOption("#add-shape", { label: kind });
  const said = Object.entries(await answers(opened));
  assert.equal(said.length, 12);
  assert.ok(said.every(([, text]) => /^(in front|behind|meets|touches|lies)/.test(text)), JSON.stringify(said));
  const common = () => opened.locator(".together li").evaluateAll((rows) => rows.map((row) => [row.dataset.kind, row.textContent]));
  assert.deepEqual((await common()).map(([kind]) => kind), ["point", "point", "point"]);
  await opened.locator("#add-plane").click();
  await opened.locator("#add-plane").click();
  await opened.fill("#plane-1", "x = 1");
  await opened.fill("#plane-2", "y = 2");
  await opened.fill("#plane-3", "z = 3");
  await settled(opened);
  assert.deepEqual((await common()).slice(0, 4), [
    ["line", "Planes 1 and 2 meet in a line(1, 2, 0) + t (0, 0, 1)"],
    ["line", "Planes 1 and 3 meet in a line(1, 0, 3) + t (0, −1, 0)"],
    ["line", "Planes 2 and 3 meet in a line(0, 2, 3) + t (1, 0, 0)"],
    ["point", "All three meet in one point(1, 2, 3)"],
  ]);
  await opened.screenshot({ path: `${PICTURES}example-kinds.png` });
  for (const [second, third, kinds] of [
    ["y = 2", "x + y = 4", ["line", "line", "line", "nothing"]],
    ["y = 2", "x + y = 3", ["line", "line", "line", "line"]],
    ["2x = 2", "-x = 5", ["same", "parallel", "parallel", "nothing"]],
    ["2x = 2", "1 = x", ["same", "same", "same", "plane"]],
  ]) {
    await opened.fill("#plane-2", second);
    await opened.fill("#plane-3", third);
    await settled(opened);
    assert.deepEqual((await common()).slice(0, 4).map(([kind]) => kind), kinds, `${second}, ${third}`);
  }
  await done();
});

test("numbers can be typed, and an invalid shape has a message in its row", async () => {
  const { page: opened, done } = await page();
  await opened.locator(".shape-button[data-id=B]").click();
  await opened.fill("[aria-label='B: min y']", "-1");
  assert.equal((await answers(opened)).B, "touches the plane, from the front");
  await opened.fill("[aria-label='B: min y']", "-1.0000000000000002");
  assert.equal((await answers(opened)).B, "meets the plane");
  await opened.selectOption("#add-shape", { label: "Sphere" });
  await opened.fill("[aria-label='E: radius']", "-1");
  await settled(opened);
  const row = opened.locator("li", { has: opened.locator("[data-id=E]") });
  assert.equal(await row.locator(".wrong").textContent(), "The radius is -1; it must be a finite number and not negative.");
  await opened.fill("[aria-label='E: radius']", "2");
  await settled(opened);
  assert.equal(await row.locator(".wrong").textContent(), "");
  await done();
});

test("2D: polygons, a separating axis, the least translation", async () => {
  const { page: opened, done } = await page("#mode=2d");
  assert.deepEqual(await answers(opened), { A: "meets the line", B: "in front", C: "behind" });
  const verdict = opened.locator("#separation");
  assert.equal(await verdict.textContent(), "Apart: the axis separates them.");
  assert.equal(await opened.locator(".pair .detail").textContent(), "axis (1, 0), gap 2.5");
  assert.equal(await opened.locator(".flat .sat-line").count(), 1);
  await opened.screenshot({ path: `${PICTURES}example-2d.png` });
  const [bx, by] = await middle(opened, ".flat .shape[data-id=B] .shape-name");
  const [ax, ay] = await middle(opened, ".flat .shape[data-id=A] .shape-name");
  await drag(opened, [bx, by], [bx + (ax - bx) * 0.6, by + (ay - by) * 0.6], 30);
  assert.equal(await verdict.textContent(), "Overlapping.");
  assert.match(await opened.locator(".pair .detail").textContent(), /^depth \d/);
  assert.equal(await opened.locator(".flat .sat-ghost").count(), 1);
  await opened.screenshot({ path: `${PICTURES}example-overlap.png` });
  await opened.locator("#undo").click();
  await settled(opened);
  assert.equal(await verdict.textContent(), "Apart: the axis separates them.");
  // After ten presses of the left arrow key with box B selected, the axis must still separate the shapes.
  await opened.locator(".shape-button[data-id=B]").click();
  for (let step = 0; step < 10; step++) await opened.keyboard.press("ArrowLeft");
  await settled(opened);
  assert.equal(await verdict.textContent(), "Apart: the axis separates them.");
  await done();
});

test("2D: exact touching, interlocked shapes, a corner dragged too far", async () => {
  const square = (id, x, y) => `${id}:polygon:${x},${y},${x + 2},${y},${x + 2},${y + 2},${x},${y + 2}`;
  const touching = await page(`#mode=2d&flat=plane:0,1,5;${square("A", 0, 0)};${square("B", 2, 2)};pair:A,B`);
  assert.equal(await touching.page.locator("#separation").textContent(), "Touching.");
  await touching.done();
  const dented = "A:polygon:0,0,4,0,4,1,1,1,1,4,0,4";
  const hooked = await page(`#mode=2d&flat=plane:0,1,5;${dented};${square("B", 1.5, 1.5)};pair:A,B`);
  const { page: opened } = hooked;
  assert.equal(await opened.locator("#separation").textContent(), "Apart, but hooked into each other: no axis separates them.");
  assert.equal(await opened.locator(".flat .shape[data-id=A] .piece").count(), 2);
  await opened.locator(".shape-button[data-id=A]").click();
  const corner = await middle(opened, ".flat .handle[data-id=A][data-place='3']");
  const beyond = await middle(opened, ".flat .handle[data-id=A][data-place='0']");
  await drag(opened, corner, [beyond[0] - 60, beyond[1] + 60]);
  const row = opened.locator("li", { has: opened.locator("[data-id=A]") });
  assert.match(await row.locator(".wrong").first().textContent(), /^The edges from corners \d and \d cross, touch or overlap/);
  await opened.screenshot({ path: `${PICTURES}example-crossing.png` });
  await opened.keyboard.press("Control+z");
  await settled(opened);
  assert.equal(await row.locator(".wrong").first().textContent(), "");
  await hooked.done("hooked");
});

test("a line in 2D moves, and turns by the tip of its normal", async () => {
  const { page: opened, done } = await page("#mode=2d&flat=plane:0,1,0;A:box:-1,1,1,2");
  assert.deepEqual(await answers(opened), { A: "in front" });
  const tip = await middle(opened, ".flat .turn");
  await drag(opened, tip, [tip[0] + 200, tip[1] + 58], 20);
  assert.match(await opened.locator("#plane-1").inputValue(), /^x( = 0)?$/);
  assert.deepEqual(await answers(opened), { A: "meets the line" });
  await done();
});

test("a link opens the same scene again", async () => {
  const first = await page();
  await first.page.selectOption("#add-shape", { label: "Oriented box" });
  await first.page.fill("#plane-1", "x + 2y = 0.5");
  await first.page.locator(".shape-button[data-id=B]").focus();
  await first.page.keyboard.press("ArrowLeft");
  await first.page.locator(".stage canvas[role]").focus();
  await first.page.keyboard.press("d");
  await first.page.waitForFunction(() => location.hash.includes("eye="));
  await first.page.waitForFunction(() => location.hash.includes("B:box:1.75,"));
  const before = { answers: await answers(first.page), hash: await first.page.evaluate(() => location.hash) };
  await first.done();
  const second = await page(before.hash);
  assert.deepEqual(await answers(second.page), before.answers);
  assert.equal(await second.page.locator("#plane-1").inputValue(), "x + 2y = 0.5");
  assert.equal(await second.page.locator(".shape-button[data-id=B]").getAttribute("aria-pressed"), "true");
  assert.equal(await second.page.evaluate(() => location.hash), before.hash);
  await second.done();
  // In place of invalid values of a link, the shapes and planes keep the initial values of the example.
  const third = await page("#mode=3d&space=plane:0,1;A:box:1,2");
  assert.deepEqual(await answers(third.page), FOUR);
  await third.done();
});

test("the dark theme, and a tablet", async () => {
  const dark = await page("", { colorScheme: "dark" });
  await dark.page.locator(".shape-button[data-id=B]").click();
  await settled(dark.page);
  assert.equal(await dark.page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await dark.done("dark");
  const tablet = await page("", { viewport: { width: 820, height: 1180 }, hasTouch: true });
  const wide = await tablet.page.evaluate(() => document.documentElement.scrollWidth);
  assert.equal(wide, 820);
  for (const part of [".example-room", ".example-list", ".example-answers"]) {
    const box = await tablet.page.locator(part).boundingBox();
    assert.ok(box.width > 300 && box.height > 300 && box.y + box.height <= 1180, `${part} ${JSON.stringify(box)}`);
  }
  await tablet.done("tablet");
});
