// Tests of accessibility with axe-core, in each state of the page, in both themes and at narrow widths.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { accessible } from "./axe.mjs";
import { browse, certified, OFFICE, open, openModel, picture, rest, serve } from "./viewer.mjs";

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

for (const [width, height, colorScheme] of [[1440, 900, "light"], [1280, 720, "dark"], [820, 1180, "light"], [400, 800, "dark"], [400, 800, "light"]]) {
  const name = `${width}-${colorScheme}`;
  test(`no serious finding of axe-core at ${width} px, ${colorScheme}`, async () => {
    const { page, done } = await openModel(browser, server, "#plane=z=1.2", { viewport: { width, height }, colorScheme });
    await certified(page);
    await page.waitForSelector("#stops option:nth-child(2)", { state: "attached" });
    await rest(page);
    await accessible(page, "model");
    await picture(page, `model-${name}`);
    await page.click("#badge");
    await accessible(page, "certificate");
    await picture(page, `certificate-${name}`);
    await page.click("#tab-objects");
    await page.fill("#search", "stairflight");
    await page.locator(".rows .object:not([hidden])").first().click();
    await page.waitForSelector("#why", { state: "visible" });
    await rest(page);
    await accessible(page, "selected object");
    await picture(page, `selected-${name}`);
    await page.click("#isolate");
    await rest(page);
    await picture(page, `isolated-${name}`);
    await accessible(page, "isolated object");
    await page.click("#show-all");
    await page.locator("#layers").click();
    await page.waitForSelector('.layers[data-drawn="16"]');
    await rest(page);
    await page.locator(".layer-sliders").scrollIntoViewIfNeeded();
    await accessible(page, "layers");
    await picture(page, `layers-${name}`);
    await page.locator("#layers").click();
    await page.locator("#tab-region").click();
    await page.click("#region-switch");
    await page.waitForSelector("#region-inside");
    await rest(page);
    await accessible(page, "region");
    await picture(page, `region-${name}`);
    await page.locator("#panel-region").locator("xpath=..").getByRole("button", { name: "Close" }).click();
    await page.fill("#expression", "z==1");
    await page.waitForSelector('#expression[aria-invalid="true"]');
    await accessible(page, "wrong equation");
    await page.press("#expression", "Escape");
    await page.click("#help-open");
    await accessible(page, "help");
    await picture(page, `help-${name}`);
    await page.keyboard.press("Escape");
    // The page must not scroll sideways.
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    await done();
  });
}

test("no serious finding of axe-core while loading, without a model, after an error, and in the example", async () => {
  const { page, done } = await open(browser, server, "", {});
  const state = await page.evaluate(async () => (await fetch("api/state")).json());
  const shown = async (change, selector) => {
    await page.route("**/api/state", (route) => route.fulfill({ json: { ...state, ...change } }));
    await page.reload();
    await page.waitForSelector(selector);
    await accessible(page, selector);
    await page.unroute("**/api/state");
  };
  await shown({ state: "loading", progress: { text: "Reading office.glb", fraction: 0.4 } }, "#waiting progress");
  await shown({ state: "empty", sources: [] }, "#empty");
  await shown({ state: "error", error: { message: "office.glb: the file ends early", hint: "copy the file again" } }, "#error");
  await shown({ example: true, state: "empty", sources: [] }, "canvas");
  await done();
});

test("at 200 % zoom, on a screen of 1,280 × 720, everything is reached by scrolling", async () => {
  // A zoom of 200 % halves the number of CSS pixels and doubles their size.
  const { page, done } = await openModel(browser, server, "#plane=z=1.2", { viewport: { width: 640, height: 360 }, deviceScaleFactor: 2 });
  await certified(page);
  for (const selector of ["#expression", "#height", ".sheet canvas", "#search", ".rows", "#badge", ".stage canvas[role]"]) {
    await page.locator(selector).scrollIntoViewIfNeeded();
    const box = await page.locator(selector).boundingBox();
    assert.ok(box.width >= 24 && box.height >= 12 && box.x >= 0 && box.x + box.width <= 640.5, selector);
  }
  await accessible(page, "zoomed");
  await picture(page, "zoomed");
  await done();
});
