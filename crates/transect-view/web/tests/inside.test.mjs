// The rule of the points inside: the switch, links and the option of the command.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { browse, openModel, rest, ROOT, serve } from "./viewer.mjs";

let browser, server;

before(async () => {
  browser = await browse();
  server = await serve(`${ROOT}assets/small/overlapping.obj`, "--plane=z=1", "--inside=odd");
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

const area = (page, value) => page.waitForFunction((text) => document.querySelector("#area")?.textContent === text, `Area ${value}`);

test("the rule of the command holds, the switch changes it, and links carry it", async () => {
  const { page, done } = await openModel(browser, server, "");
  await area(page, 16);
  await page.click("#inside button:text-is('nonzero')");
  await area(page, 20);
  await rest(page);
  assert.doesNotMatch(page.url(), /inside=/);
  const united = page.url();
  await page.click("#inside button:text-is('odd')");
  await area(page, 16);
  await page.waitForFunction(() => location.hash.includes("inside=odd"));
  assert.match(await page.getAttribute("#get-svg", "href"), /inside=odd/);
  await page.keyboard.press("Control+z");
  await area(page, 20);
  const { page: other, done: ended } = await openModel(browser, server, new URL(united).hash);
  await area(other, 20);
  await ended();
  await done();
});
