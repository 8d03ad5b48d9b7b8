// Starts `transect view` and a browser, for tests of the page by its visible content and by user actions.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { createInterface } from "node:readline";

import { chromium } from "playwright-core";

export const ROOT = new URL("../../../../", import.meta.url).pathname;
export const PICTURES = `${ROOT}target/viewer/`;
export const OFFICE = `${ROOT}assets/office.glb`;
mkdirSync(PICTURES, { recursive: true });

/** Returns the command built by `cargo build`, or the command named by TRANSECT. */
export function command() {
  const target = process.env.CARGO_TARGET_DIR ?? `${ROOT}target`;
  const found = [process.env.TRANSECT, `${target}/release/transect`, `${target}/debug/transect`].find((path) => path && existsSync(path));
  if (!found) throw new Error("there is no transect to test; `cargo build` makes it, or TRANSECT names it");
  return found;
}

/** Returns what the command reports about the plane of a cut (objects, section, contacts), and the certificate; `plane` is text, or null if `more` contains the plane. */
export function cut(plane, ...more) {
  return cutOf(OFFICE, plane, ...more);
}

/** The outputs of the command so far, as text, by its arguments. Many tests ask for the same cut. */
const outputs = new Map();

/** Returns the output of the command for a cut of a model, like `cut`. */
export function cutOf(model, plane, ...more) {
  const words = ["cut", model, ...(plane === null ? [] : [`--plane=${plane}`]), "--json", ...more];
  const key = JSON.stringify(words);
  if (!outputs.has(key)) outputs.set(key, execFileSync(command(), words, { maxBuffer: 1 << 26, stdio: ["ignore", "pipe", "ignore"] }));
  const { planes: [about], certificate } = JSON.parse(outputs.get(key));
  return { ...about, certificate };
}

export async function serve(...more) {
  const started = performance.now();
  const server = spawn(command(), ["view", ...more, "--no-open"], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  server.stderr.on("data", (text) => (said += text));
  const address = await new Promise((found, failed) => {
    createInterface({ input: server.stdout }).once("line", found);
    server.once("exit", (status) => failed(new Error(`transect view ended with ${status} before it listened: ${said}`)));
    server.once("error", failed);
  });
  const { origin, port } = new URL(address);
  const stop = () =>
    new Promise((ended) => {
      if (server.exitCode !== null || server.signalCode !== null) return ended();
      const kill = setTimeout(() => server.kill("SIGKILL"), 5000);
      server.once("exit", () => {
        clearTimeout(kill);
        ended();
      });
      // A server that a test has stopped does not receive SIGTERM until it continues.
      server.kill("SIGCONT");
      return server.kill("SIGTERM");
    });
  return { address, origin, port, started, stop, process: server };
}

export function browse() {
  const executablePath = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => path && existsSync(path));
  if (!executablePath) throw new Error("there is no chromium; `apt-get install chromium` installs it, or CHROMIUM names it");
  // These flags are the browser's settings on a machine without a GPU: WebGL and the page are rendered in software.
  const args = ["--headless=new", "--no-sandbox", "--enable-unsafe-swiftshader", "--disable-background-networking"];
  return chromium.launch({ executablePath, args });
}

/** Returns a browser context without a page. */
export function person(browser, options = {}) {
  return browser.newContext({ viewport: { width: 1280, height: 720 }, colorScheme: "light", acceptDownloads: true, ...options });
}

/** Opens a page, and records its requests and errors. */
export async function open(browser, server, fragment = "", { context: own, ...options } = {}) {
  const context = own ?? (await person(browser, options));
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const errors = [];
  const strangers = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && !/Failed to load resource|ERR_CONNECTION/.test(message.text()) && errors.push(message.text()));
  page.on("request", (request) => {
    if (!request.url().startsWith(`${server.origin}/`) && !/^(data|blob):/.test(request.url())) strangers.push(request.url());
  });
  await page.goto(server.address + fragment);
  return {
    page,
    /** Closes the page. Fails on errors and on requests to other servers. */
    async done() {
      await context.close();
      assert.deepEqual(errors, []);
      assert.deepEqual(strangers, []);
    },
  };
}

/** Opens the page of a model, and waits for its first section. */
export async function openModel(browser, server, fragment = "", options = {}) {
  const opened = await open(browser, server, fragment, options);
  await opened.page.waitForFunction(() => performance.getEntriesByName("section").length > 0 && performance.getEntriesByName("picture").length > 0);
  await answered(opened.page);
  return opened;
}

/** Waits until no request for a section is pending and two further frames have been drawn. */
export async function answered(page) {
  do {
    await page.waitForSelector('.page[data-asking="false"]');
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  } while ((await page.getAttribute(".page", "data-asking")) !== "false");
}

/**
 * Waits until nothing happens any more: no request for a section comes in half a second, in which delayed requests start
 * and the picture is drawn at full quality.
 */
export async function rest(page) {
  let last = -1;
  for (;;) {
    await page.waitForSelector('.page[data-asking="false"]');
    const now = await page.evaluate(
      () => new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.getEntriesByName("section").length))), 250)),
    );
    if (now === last) return;
    last = now;
  }
}

/** Returns a consistent picture of what the page shows, and of whether it says that it is the present answer. */
export function shown(page) {
  return page.evaluate(() => {
    const number = (name) => Number(document.querySelector(`#count-${name}`).textContent.replace(/\D/g, ""));
    const part = (selector) => document.querySelector(selector)?.dataset.status ?? null;
    const field = document.querySelector("#expression");
    return {
      plane: field.value,
      checked: field.getAttribute("aria-invalid") === null && field.getAttribute("aria-busy") !== "true",
      section: part(".section"),
      summary: part(".summary"),
      busy: document.querySelector(".summary").getAttribute("aria-busy"),
      region: part(".region"),
      // The drawing and the list wait for a region, too. The counts do not.
      counted: part('.summary [data-source="section"]'),
      counts: { front: number("front"), on: number("on"), back: number("back") },
      badge: document.querySelector("#badge").textContent,
      banner: document.querySelector("#lost").hidden ? null : document.querySelector("#lost").dataset.kind,
      reading: document.querySelector(".reading").textContent,
      message: document.querySelector("#expression-help").textContent,
      news: document.querySelector(".news").hidden ? "" : document.querySelector(".news").textContent,
    };
  });
}

/** Waits until the page shows the answers of the present questions, and says nothing else. */
export async function settle(page, timeout = 60_000) {
  await page.waitForFunction(
    () => {
      const field = document.querySelector("#expression");
      return (
        document.querySelector(".page")?.dataset.asking === "false" &&
        document.querySelector(".section").dataset.status === "answered" &&
        ["answered", "idle", "refused"].includes(document.querySelector(".region").dataset.status) &&
        ["answered", "refused"].includes(document.querySelector(".height").dataset.status) &&
        !document.querySelector("#badge").classList.contains("waiting") &&
        field.getAttribute("aria-busy") === "false" &&
        document.querySelector("#lost").hidden
      );
    },
    null,
    { timeout },
  );
}

/** Returns the counts shown on the page. */
export async function counts(page) {
  const of = async (name) => Number((await page.textContent(`#count-${name}`)).replace(/\D/g, ""));
  return { front: await of("front"), on: await of("on"), back: await of("back") };
}

/** Waits until the page shows these counts. */
export async function expectCounts(page, { front, on, back }) {
  const wanted = [front, on, back];
  await page
    .waitForFunction((wanted) => ["front", "on", "back"].every((name, at) => Number(document.querySelector(`#count-${name}`).textContent.replace(/\D/g, "")) === wanted[at]), wanted, { timeout: 20_000 })
    .catch(() => {});
  assert.deepEqual(await counts(page), { front, on, back });
}

export async function certified(page) {
  await page.waitForFunction(() => !document.querySelector("#badge").classList.contains("waiting"));
}

/** The sizes of the page in which every picture is taken if TRANSECT_PICTURES is "all". */
const SIZES = [[1440, 900], [1280, 720], [820, 1180], [400, 860]];

/** Takes a picture of the page. If TRANSECT_PICTURES is "all", takes one for each size and theme, and restores both. */
export async function picture(page, name) {
  const shoot = (more) => page.screenshot({ path: `${PICTURES}${name}${more}.png`, timeout: 90_000 });
  if (process.env.TRANSECT_PICTURES !== "all") return shoot("");
  const size = page.viewportSize();
  const own = await page.evaluate(() => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(600);
      await shoot(`-${width}-${colorScheme}`);
    }
  }
  await page.emulateMedia({ colorScheme: own });
  await page.setViewportSize(size);
  return page.waitForTimeout(600);
}

export async function download(page, selector) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.click(selector)]);
  return { name: file.suggestedFilename(), path: await file.path() };
}

export async function middle(page, selector) {
  const box = await page.locator(selector).first().boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width, height: box.height };
}
