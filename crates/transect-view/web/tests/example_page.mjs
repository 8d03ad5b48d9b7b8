// Starts `transect view --example` and a browser for its tests.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { createInterface } from "node:readline";

import { chromium } from "playwright-core";

const ROOT = new URL("../../../../", import.meta.url).pathname;

/** Returns the command built by `cargo build`, or the command named by TRANSECT. */
export function command() {
  const target = process.env.CARGO_TARGET_DIR ?? `${ROOT}target`;
  const found = [process.env.TRANSECT, `${target}/release/transect`, `${target}/debug/transect`].find((path) => path && existsSync(path));
  if (!found) throw new Error("there is no transect to test; `cargo build` makes it, or TRANSECT names it");
  return found;
}

export function browserPath() {
  const found = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => path && existsSync(path));
  if (!found) throw new Error("there is no chromium; `apt-get install chromium` installs it, or CHROMIUM names it");
  return found;
}

export async function openExample() {
  mkdirSync(`${ROOT}target/viewer`, { recursive: true });
  const page = process.env.TRANSECT_PAGE ?? new URL("../dist", import.meta.url).pathname;
  const server = spawn(command(), ["view", "--example", "--no-open"], { env: { ...process.env, TRANSECT_PAGE: page }, stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((found, failed) => {
    createInterface({ input: server.stdout }).once("line", found);
    server.once("exit", (status) => failed(new Error(`transect view ended with ${status} before it listened`)));
    server.once("error", failed);
  });
  const browser = await chromium.launch({ executablePath: browserPath(), args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });
  return { server, browser, address, origin: new URL(address).origin };
}

export async function stopExample(example) {
  await example?.browser.close();
  example?.server.kill("SIGTERM");
}
