// Tests of the page without a server: a folder of files on any host, whose worker gives the answers of the command.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { accessible } from "./axe.mjs";
import { host } from "./host.mjs";
import { answered, browse, certified, command, cut, cutOf, download, expectCounts, OFFICE, open, person, picture, rest, ROOT, settle } from "./viewer.mjs";

const PAGE = process.env.TRANSECT_STATIC ?? `${ROOT}target/static`;
const skip = existsSync(join(PAGE, "index.html")) ? false : "the page without a server is not built: `cargo xtask web --static`";
if (skip && process.env.TRANSECT_REQUIRE_STATIC) throw new Error(skip);
const SPOT = `${ROOT}assets/spot.obj`;
const GEAR = `${ROOT}assets/gear.stl`;
/** The dialog for files of a model; the region tool has another for cameras. */
const FILES = 'input[aria-label="Files of a model"]';
const folder = mkdtempSync(join(tmpdir(), "transect-alone-"));
const options = { skip };
let browser;
let server;
before(async () => {
  if (skip) return;
  [browser, server] = await Promise.all([browse(), host(PAGE)]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Opens the page and gives it files; waits for the first section. */
async function openFiles(files, fragment = "", more = {}) {
  const opened = await open(browser, server, fragment, more);
  await opened.page.waitForSelector("#open-files");
  await opened.page.setInputFiles(FILES, files);
  await drawn(opened.page);
  return opened;
}

async function drawn(page) {
  await page.waitForFunction(() => performance.getEntriesByName("section").length > 0 && performance.getEntriesByName("picture").length > 0);
  await answered(page);
}

async function typePlane(page, plane) {
  await page.fill("#expression", plane);
  await page.press("#expression", "Enter");
  await settle(page);
}

/** Returns the bytes of the file that the command writes. */
function written(model, plane, file, ...more) {
  const out = mkdtempSync(join(folder, "cut-"));
  execFileSync(command(), ["cut", model, `--plane=${plane}`, "-o", join(out, "o"), `--write=${file}`, ...more], { stdio: "ignore" });
  return readFileSync(join(out, "o", file));
}

test("numbers, sides and certificates of the worker are those of the command", options, async () => {
  const { page, done } = await openFiles(OFFICE, "#plane=z%3D1.2");
  for (const plane of ["z=1.2", "2x+3y=17", "z=4"]) {
    await typePlane(page, plane);
    const report = cut(plane);
    await expectCounts(page, report.objects);
    await certified(page);
    assert.match(await page.textContent("#badge"), report.certificate.findings.some(({ severity }) => severity === "error") ? /Error/ : /^✓ Certified/);
  }
  await done();
});

test("saved files are those of the command, byte for byte", options, async () => {
  const { page, done } = await openFiles(OFFICE);
  await typePlane(page, "z=1.2");
  await certified(page);
  const svg = await download(page, '.section a[href*="section.svg"]');
  assert.match(svg.name, /^office-z=1\.2-section\.svg$/);
  assert.ok(readFileSync(svg.path).equals(written(OFFICE, "z=1.2", "section.svg")));
  await page.click("#badge");
  for (const file of ["front.glb", "back.glb"]) {
    const half = await download(page, `#panel-certificate a[href*="${file}"]`);
    assert.ok(readFileSync(half.path).equals(written(OFFICE, "z=1.2", file, "--format=glb")), file);
  }
  await done();
});

test("a model comes with the files that it refers to, and other files replace it", options, async () => {
  const text = "mtllib wall.mtl\no wall\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nusemtl red\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
  writeFileSync(join(folder, "wall.obj"), text);
  writeFileSync(join(folder, "wall.mtl"), "newmtl red\nKd 1 0 0\n");
  const { page, done } = await openFiles([join(folder, "wall.mtl"), join(folder, "wall.obj")]);
  assert.match(await page.textContent(".source"), /^wall\.obj · 1 object · 4 triangles/);
  await page.setInputFiles(FILES, GEAR);
  await page.waitForFunction(() => document.querySelector(".source")?.textContent.startsWith("gear.stl"));
  await drawn(page);
  await typePlane(page, "z=3");
  await expectCounts(page, cutOf(GEAR, "z=3").objects);
  assert.equal(await page.evaluate(() => indexedDB.databases().then((all) => all.length)), 1);
  const kept = await page.evaluate(() => new Promise((found) => {
    indexedDB.open("transect").onsuccess = ({ target }) => (target.result.transaction("files").objectStore("files").count().onsuccess = (event) => found(event.target.result));
  }));
  assert.equal(kept, 0, "the files are not kept");
  await done();
});

test("the sample opens, and nothing is sent: the policy forbids connections of the page and of its worker", options, async () => {
  const before = server.asked.length;
  const { page } = await open(browser, server);
  await page.click("#open-sample");
  await drawn(page);
  await rest(page);
  assert.match(await page.textContent(".source"), /^gear\.stl/);
  const tried = () => fetch("https://example.com/", { mode: "no-cors" }).then(() => "sent", () => "refused");
  assert.equal(await page.evaluate(tried), "refused");
  assert.ok(page.workers().length > 0);
  for (const worker of page.workers()) assert.equal(await worker.evaluate(tried), "refused");
  const asked = new Set(server.asked.slice(before));
  for (const path of asked) assert.ok(["/", "/offline.js", "/manifest.webmanifest", "/icon.svg"].includes(path), path);
  await picture(page, "alone-sample");
  // The refused connections are errors of the console, so the page is closed without a look at them.
  await page.context().close();
});

test("the page opens from disk, and without a network after the first visit", options, async () => {
  const disk = await open(browser, { address: `file://${PAGE}/index.html`, origin: `file://${PAGE}` }, "", { offline: true });
  await disk.page.click("#open-sample");
  await drawn(disk.page);
  await disk.done();
  const context = await person(browser);
  const { page } = await open(browser, server, "", { context });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => Boolean(await caches.match("./")));
  await context.setOffline(true);
  await page.reload();
  await page.click("#open-sample");
  await drawn(page);
  await context.close();
});

test("a worker that is killed is replaced, and nothing old is shown as present", options, async () => {
  const context = await person(browser);
  // A test cannot end a worker of a page. So the page notes the worker that answers, and a function ends it as a browser
  // does.
  await context.addInitScript(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (message, ...more) {
      if (message.type === "begin") {
        globalThis.killAnswers = () => {
          this.terminate();
          this.dispatchEvent(new ErrorEvent("error", { message: "killed" }));
        };
      }
      return postMessage.call(this, message, ...more);
    };
  });
  const { page, done } = await openFiles(OFFICE, "", { context });
  await typePlane(page, "z=1.2");
  for (let round = 0; round < 3; round += 1) {
    const plane = `z=${1.3 + round}`;
    await page.fill("#expression", plane);
    await page.press("#expression", "Enter");
    await page.evaluate(() => globalThis.killAnswers());
    await settle(page);
    await expectCounts(page, cut(plane).objects);
    await certified(page);
  }
  await done();
});

test("files that are no models say so and leave the way to others open", options, async () => {
  writeFileSync(join(folder, "notes.txt"), "hello");
  const { page, done } = await open(browser, server);
  await page.setInputFiles(FILES, join(folder, "notes.txt"));
  await page.waitForSelector("#error");
  assert.match(await page.textContent("#error"), /notes\.txt cannot be shown/);
  await accessible(page);
  await picture(page, "alone-error");
  await page.setInputFiles(FILES, SPOT);
  await drawn(page);
  assert.match(await page.textContent(".source"), /^spot\.obj/);
  await done();
});

test("the first room is readable, in both themes and on a phone", options, async () => {
  for (const [colorScheme, width] of [["light", 1280], ["dark", 400]]) {
    const { page, done } = await open(browser, server, "", { colorScheme, viewport: { width, height: 720 } });
    await page.waitForSelector("#open-files");
    await accessible(page);
    await picture(page, `alone-${colorScheme}`);
    await done();
  }
});
