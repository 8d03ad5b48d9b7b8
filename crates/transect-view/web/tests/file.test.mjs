// Tests of the page in one file: opened from disk, without a network.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { accessible } from "./axe.mjs";
import { browse, certified, command, counts, cut, cutOf, expectCounts, OFFICE, openModel, person, picture, rest, ROOT } from "./viewer.mjs";

const PLANES = ["z=1.2", "x=10", "2x+3y=17", "4=z"];
/** A part with faces in the plane z=0. */
const PART = `${ROOT}assets/cad_featuretype.stl`;

const folder = mkdtempSync(join(tmpdir(), "transect-file-"));
let browser;
before(async () => {
  write(OFFICE, "office.html", PLANES);
  browser = await browse();
});
after(() => browser?.close());

/** Writes the page of a model into a file of the folder. */
function write(model, name, planes) {
  execFileSync(command(), ["view", model, ...planes.map((plane) => `--plane=${plane}`), "--export", join(folder, name)], { stdio: "ignore" });
}

/** Opens a file from disk, in a browser without a network. Each request for another address fails the test. */
function openFile(name, fragment = "", options = {}) {
  const address = `file://${join(folder, name)}`;
  return openModel(browser, { address, origin: `file://${folder}` }, fragment, { offline: true, ...options });
}

const choose = (page, place) => page.locator(".stored input").nth(place).check();

test("a file opened from disk shows for each stored plane what the command reports", async () => {
  const { page, done } = await openFile("office.html");
  assert.equal(await page.locator(".stored input").count(), PLANES.length);
  for (const [place, plane] of PLANES.entries()) {
    await choose(page, place);
    const report = cut(plane);
    await expectCounts(page, report.objects);
    await certified(page);
    const failed = report.certificate.findings.some(({ severity }) => severity === "error");
    assert.match(await page.textContent("#badge"), failed ? /Error/ : /^✓ Certified/);
    assert.ok((await page.textContent("#panel-certificate")).includes(`${report.certificate.objects_open} objects are open`));
    await page.waitForFunction(() => document.querySelector(".height").dataset.status === "answered");
    await rest(page);
    assert.equal(await page.evaluate(() => document.querySelector(".section").dataset.status), "answered");
  }
  await page.click("#badge");
  assert.ok((await page.locator("#panel-certificate li").count()) > 3);
  await done();
});

test("nothing is fetched, and what needs the server says so", async () => {
  const text = readFileSync(join(folder, "office.html"), "utf8");
  assert.match(text, /http-equiv="Content-Security-Policy" content="default-src 'none'/);
  assert.ok(!/<(script|link|img|iframe)[^>]* (src|href)="(?!data:)/.test(text));
  const { page } = await openFile("office.html");
  await certified(page);
  const before = await counts(page);
  const said = () => page.textContent(".news");
  for (const deed of [() => page.keyboard.press("x"), () => page.keyboard.press("["), () => page.keyboard.press("b"), () => page.click("#layers", { force: true }), () => page.click("#tab-region", { force: true })]) {
    await page.evaluate(() => (document.querySelector(".news").textContent = ""));
    await deed();
    assert.match(await said(), /holds only the planes of the list/);
  }
  await page.click("#copy-link", { force: true });
  assert.match(await said(), /send the file itself/);
  const box = await page.locator(".stage canvas[role]").boundingBox();
  await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForFunction(() => /holds only/.test(document.querySelector(".news").textContent));
  assert.deepEqual(await counts(page), before);
  assert.ok(await page.locator("#height").isDisabled());
  // A script that is added to the page does not run, and a request is not sent.
  const blocked = await page.evaluate(async () => {
    const script = document.createElement("script");
    script.textContent = "window.ran = true";
    document.body.append(script);
    const sent = await fetch("data:text/plain,x").then(() => "sent", () => "refused");
    return [window.ran ?? false, sent];
  });
  assert.deepEqual(blocked, [false, "refused"]);
  // The browser has reported both refusals as errors, so the test ends here without a look at the errors.
  await page.context().close();
});

test("a file in a frame of a notebook, which has no address and no storage", async () => {
  const source = readFileSync(join(folder, "office.html"), "utf8").replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const frame = `<iframe width="1240" height="680" sandbox="allow-scripts" srcdoc="${source}"></iframe>`;
  writeFileSync(join(folder, "notebook.html"), `<!doctype html><meta charset="utf-8">${frame}`);
  const context = await person(browser, { offline: true });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto(`file://${join(folder, "notebook.html")}`);
  const inner = page.frames()[1];
  await choose(inner, 1);
  await expectCounts(inner, cut(PLANES[1]).objects);
  await certified(inner);
  assert.deepEqual(errors, []);
  await context.close();
});

test("links into a file: a stored plane opens, and another one is refused with a sentence", async () => {
  const { page, done } = await openFile("office.html", "#plane=x=10&front=hidden");
  await expectCounts(page, cut("x=10").objects);
  await done();
  const other = await openFile("office.html", "#plane=z=2");
  await other.page.waitForFunction(() => /not stored in this file/.test(document.querySelector(".news").textContent));
  await expectCounts(other.page, cut(PLANES[0]).objects);
  await other.done();
});

test("by keyboard: the list of planes, the next and the previous plane, undo", async () => {
  const { page, done } = await openFile("office.html");
  const place = () => page.evaluate(() => [...document.querySelectorAll(".stored input")].findIndex((input) => input.checked));
  await page.keyboard.press("e");
  assert.ok(await page.evaluate(() => document.activeElement.matches(".stored input")));
  await page.keyboard.press("ArrowDown");
  await expectCounts(page, cut(PLANES[1]).objects);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("ArrowDown");
  assert.equal(await place(), 2);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  assert.equal(await place(), 0);
  await expectCounts(page, cut(PLANES[0]).objects);
  await page.keyboard.press("Control+z");
  assert.equal(await place(), 1);
  await page.keyboard.press("?");
  assert.ok(await page.isVisible("dialog.help"));
  assert.ok(!/type an equation/.test(await page.textContent("dialog.help")));
  await done();
});

test("faces in a stored plane have both limits", async () => {
  write(PART, "part.html", ["z=0"]);
  const { page, done } = await openFile("part.html");
  for (const [label, limit] of [["just behind", "front"], ["just in front", "back"]]) {
    await page.getByRole("button", { name: label, exact: true }).click();
    await rest(page);
    await certified(page);
    const { section } = cutOf(PART, "z=0", "--on-plane", limit);
    assert.equal(await page.evaluate(() => document.querySelector(".section").dataset.status), "answered");
    if (section.area === 0) assert.match(await page.textContent(".reading"), /cuts nothing/);
    else assert.equal(Number((await page.textContent("#area")).replace("−", "-").replace(/[^\d.-]/g, "")), Number(section.area.toPrecision(5)));
  }
  await done();
});

for (const [width, height, colorScheme] of [[1440, 900, "light"], [1280, 720, "dark"], [820, 1180, "light"], [400, 800, "dark"]]) {
  test(`a file at ${width} px, ${colorScheme}: no serious finding of axe-core`, async () => {
    const { page, done } = await openFile("office.html", "", { viewport: { width, height }, colorScheme });
    await certified(page);
    await rest(page);
    await accessible(page, "file");
    await picture(page, `file-${width}-${colorScheme}`);
    await page.click("#badge");
    await accessible(page, "certificate");
    await page.locator(".plane").scrollIntoViewIfNeeded();
    await picture(page, `file-certificate-${width}-${colorScheme}`);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0);
    await done();
  });
}
