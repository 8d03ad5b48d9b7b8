// Tests of report.html in a real browser: on a narrow screen, and in print.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { after, before, test } from "node:test";

import { chromium } from "playwright-core";

import { browserPath, command } from "./example_page.mjs";

const ROOT = new URL("../../../../", import.meta.url).pathname;
const PICTURES = `${ROOT}target/viewer/`;

let browser;
before(async () => {
  const folder = `${PICTURES}report`;
  mkdirSync(folder, { recursive: true });
  const names = "section.svg,preview.png,report.html";
  execFileSync(command(), ["cut", `${ROOT}assets/office.glb`, "--plane", "z=1.2", "--write", names, "--force", "--quiet", "-o", folder]);
  browser = await chromium.launch({ executablePath: browserPath(), args: ["--no-sandbox"] });
});
after(() => browser?.close());

async function open(options) {
  const context = await browser.newContext({ colorScheme: "light", ...options });
  const page = await context.newPage();
  await page.goto(`file://${PICTURES}report/report.html`);
  return page;
}

test("on a screen of 400 px, the page does not scroll sideways, and the drawing is readable", async () => {
  const page = await open({ viewport: { width: 400, height: 800 } });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 400);
  // The font size of room labels is 9.5 px in a drawing of 1,000 px width.
  const scale = await page.evaluate(() => document.querySelector(".drawing svg").getBoundingClientRect().width / 1000);
  assert.ok(9.5 * scale >= 6.5, `${scale}`);
  const sizes = await page.evaluate(() => [...document.querySelectorAll("p, td, th, li, dt")].map((part) => parseFloat(getComputedStyle(part).fontSize)));
  assert.ok(Math.min(...sizes) >= 12, `${Math.min(...sizes)}`);
  await page.screenshot({ path: `${PICTURES}report-400.png`, fullPage: true });
});

test("the report of the office is printed on at most six pages, the drawing on a landscape page", async () => {
  const page = await open({});
  const pdf = (await page.pdf({ preferCSSPageSize: true, printBackground: true, path: `${PICTURES}report.pdf` })).toString("latin1");
  const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map((box) => box.slice(1).map(Number));
  assert.ok(boxes.length >= 3 && boxes.length <= 6, `${boxes.length} pages`);
  assert.equal(boxes.filter(([width, height]) => width > height).length, 1);
  // A list that a reader has opened is printed.
  await page.evaluate(() => document.querySelectorAll("details").forEach((list) => { list.open = true; }));
  const whole = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
  assert.ok(whole.match(/\/MediaBox/g).length > 10);
});
