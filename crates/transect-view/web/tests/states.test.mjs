// Tests of error states, access control, keyboard operation and other screen sizes.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { browse, certified, cut, expectCounts, OFFICE, open, openModel, picture, rest, serve } from "./viewer.mjs";

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

/** Sends a request with only these headers, and returns the status and the body of the response. */
function ask(path, headers = {}, method = "GET") {
  return new Promise((done, failed) => {
    const sent = request(`${server.origin}${path}`, { method, headers }, (answer) => {
      let body = "";
      answer.on("data", (part) => (body += part));
      answer.on("end", () => done({ status: answer.statusCode, body, headers: answer.headers }));
    });
    sent.on("error", failed);
    sent.end();
  });
}

test("requests without the token, from another origin or with another host name are rejected", async () => {
  const token = new URL(server.address).searchParams.get("token");
  const cookie = (await ask(`/?token=${token}`)).headers["set-cookie"][0].split(";")[0];
  assert.equal((await ask("/api/state", { cookie })).status, 200);
  for (const [path, headers] of [
    ["/api/state", {}],
    ["/", {}],
    ["/api/state", { cookie: `${cookie}x` }],
    ["/?token=wrong", {}],
    ["/api/state", { cookie, origin: "http://elsewhere.example" }],
    ["/api/state", { cookie, host: "elsewhere.example" }],
    ["/api/state", { cookie, "sec-fetch-site": "cross-site" }],
  ]) {
    const { status, body } = await ask(path, headers);
    assert.equal(status, 403, `${path} ${JSON.stringify(headers)}`);
    assert.ok(body.length > 20, "a sentence says why");
  }
  assert.equal((await ask("/../Cargo.toml", { cookie })).status, 404);
});

test("a page of another origin reads nothing", async () => {
  const { done } = await openModel(browser, server);
  const context = await browser.newContext();
  const stranger = await context.newPage();
  await stranger.goto(`http://localhost:${server.port}/`);
  const seen = await stranger.evaluate(async (origin) => {
    try {
      return (await fetch(`${origin}/api/state`, { credentials: "include" })).status;
    } catch {
      return "blocked";
    }
  }, server.origin);
  assert.equal(seen, "blocked");
  await context.close();
  await done();
});

test("a page without a valid cookie shows what to do", async () => {
  const { page, done } = await openModel(browser, server);
  await page.context().clearCookies();
  // Until the answer has arrived, a slow server makes the banner say that the server does not respond.
  await page.waitForSelector('#lost[data-kind="denied"]:not([hidden])');
  assert.ok(/address/.test(await page.textContent("#lost")));
  await done();
});

test("a damaged file is reported on the page, and the server keeps running", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "transect-view-"));
  const damaged = join(folder, "damaged.glb");
  writeFileSync(damaged, readFileSync(OFFICE).subarray(0, 500_000));
  const other = await serve(damaged);
  context.after(() => other.stop());
  const { page, done } = await open(browser, other);
  await page.waitForSelector("#error");
  const words = await page.textContent("#error");
  assert.ok(words.includes("damaged.glb"), words);
  assert.ok(words.length > 80, words);
  assert.equal(await page.evaluate(async () => (await (await fetch("api/state")).json()).state), "error");
  await picture(page, "damaged");
  await done();
});

test("the states without a model and during loading", async () => {
  const { page, done } = await open(browser, server, "", {});
  const state = await page.evaluate(async () => (await fetch("api/state")).json());
  await page.route("**/api/state", (route) => route.fulfill({ json: { ...state, state: "loading", progress: { text: "Reading office.glb: 412 of 1,083 objects", fraction: 0.38 } } }));
  await page.reload();
  await page.waitForFunction(() => document.querySelector("progress")?.value === 0.38);
  assert.equal(await page.textContent("#waiting p"), "Reading office.glb: 412 of 1,083 objects");
  await picture(page, "loading");
  await page.route("**/api/state", (route) => route.fulfill({ json: { ...state, state: "empty", sources: [] } }));
  await page.waitForSelector("#empty");
  assert.ok(/transect view/.test(await page.textContent("#empty")));
  await picture(page, "empty");
  await done();
});

test("a lost server is reported, and the page reconnects", async (context) => {
  const first = await serve(OFFICE, "--plane", "z=1.2", "--token", "a-token-for-the-test-000");
  context.after(() => first.stop());
  const { page, done } = await openModel(browser, first);
  await first.stop();
  await page.waitForSelector('#lost[data-kind="late"]:not([hidden])');
  await picture(page, "lost");
  const second = await serve(OFFICE, "--plane", "z=1.2", "--token", "a-token-for-the-test-000", "--port", first.port);
  context.after(() => second.stop());
  await page.waitForSelector("#lost", { state: "hidden" });
  await page.keyboard.press("f");
  const { front, on: through, back } = cut("z=1.2").objects;
  await expectCounts(page, { front: back, on: through, back: front });
  await done();
});

test("everything by keyboard", async () => {
  const { page, done } = await openModel(browser, server, "#plane=z=1.2");
  const hash = () => decodeURIComponent(new URL(page.url()).hash);
  const press = (key) => page.keyboard.press(key);
  /** Waits until the link matches a pattern. */
  const until = async (pattern) => {
    await page.waitForFunction((source) => new RegExp(source).test(decodeURIComponent(location.hash)), pattern.source, { timeout: 10_000 }).catch(() => {});
    assert.match(hash(), pattern);
  };
  await page.keyboard.press("Tab");
  const ring = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.equal(ring, "solid", "the focused element has a ring");
  await press("e");
  await page.keyboard.type("z=3");
  await press("Enter");
  await until(/plane=z=3/);
  await press("Escape");
  const three = cut("z=3").objects;
  await expectCounts(page, three);
  await press("ArrowUp");
  await until(/plane=z=3\.\d/);
  await press("ArrowDown");
  await until(/plane=z=3(&|$)/);
  await press("Control+z");
  await until(/plane=z=3\.\d/);
  await press("Control+y");
  await until(/plane=z=3(&|$)/);
  await press("x");
  await until(/plane=x=/);
  await press("f");
  await until(/plane=[\d.]+=x/);
  await press("[");
  await until(/normal=/);
  await press("z");
  await until(/plane=z=/);
  await press("h");
  await until(/front=hidden/);
  await press("k");
  await until(/colours=object/);
  const eye = hash().match(/eye=[^&]*/)?.[0];
  for (const key of ["w", "a", "+", "Alt+ArrowLeft", "o", "1"]) await press(key);
  await until(/eye=.*parallel/);
  assert.notEqual(hash().match(/eye=[^&]*/)[0], eye);
  await press("/");
  await page.keyboard.type("window");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await press("Enter");
  await until(/object=IfcWindow/);
  await press("Escape");
  await until(/^((?!object=).)*$/);
  await page.locator(".stage canvas[role]").focus();
  await press("0");
  await press("Home");
  await rest(page);
  await press("Enter");
  await page.waitForFunction(() => location.hash.includes("through"));
  // A section of a plane with another normal clears the measurement, so wait for the section of the present plane.
  await rest(page);
  await press("m");
  for (const key of ["ArrowLeft", "Enter", "ArrowRight", "ArrowRight", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await page.waitForFunction(() => /Distance/.test(document.querySelector(".reading").textContent));
  await press("Escape");
  await press("c");
  assert.ok(await page.isVisible("#panel-certificate"));
  await page.locator("#tab-certificate").focus();
  await press("ArrowRight");
  assert.ok(await page.isVisible("#panel-objects"));
  await press("b");
  assert.ok(await page.isVisible("#panel-region"));
  await press("b");
  assert.ok(!(await page.isVisible("#panel-region")));
  await press("?");
  assert.ok(await page.isVisible("dialog.help"));
  await picture(page, "help");
  await press("Escape");
  assert.ok(!(await page.isVisible("dialog.help")));
  await done();
});

test("a key acts on the plane of the view, also before its section has arrived", async () => {
  const { page, done } = await openModel(browser, server, "#plane=z=1.2");
  // All keys of a row are pressed within one task of the page, so no answer arrives between them.
  const press = (...keys) => page.evaluate((all) => all.forEach((key) => window.dispatchEvent(new KeyboardEvent("keydown", { key }))), keys);
  /** Waits for a plane with a normal for which `is` holds, and returns its four numbers. */
  const plane = async (is) => {
    const read = () => page.evaluate(() => /normal=([^&]*)/.exec(decodeURIComponent(location.hash))?.[1].split(",").map(Number));
    for (const end = Date.now() + 10_000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
      const four = await read();
      if (four && is(four)) return four;
      assert.ok(Date.now() < end, `the plane is ${page.url()}`);
    }
  };
  await press("x", "f", "[");
  await plane(([x, y, z]) => x < -0.99 && y === 0 && Math.abs(z) > 0.08);
  // The page does not know the normal of three points: the key waits for the server's answer.
  await page.evaluate(() => {
    const keys = () => ["ArrowUp", "ArrowUp"].forEach((key) => window.dispatchEvent(new KeyboardEvent("keydown", { key })));
    window.addEventListener("hashchange", keys, { once: true });
    location.hash = "#through=0,0,1,0,1,1,1,0,2";
  });
  const [x, , z, offset] = await plane(([x, y, z]) => y === 0 && Math.abs(Math.abs(x / z) - 1) < 1e-3);
  assert.ok(Math.abs(Math.abs(offset) / Math.hypot(x, z) - Math.SQRT1_2) > 1e-3, "moved along its own normal");
  await done();
});

test("a box of six planes, and a camera from a file", async () => {
  const { page, done } = await openModel(browser, server, "#plane=z=1.2&box=10,-30,0,30,-10,6");
  await page.click("#tab-region");
  await page.waitForSelector("#region-inside");
  const read = async () => Promise.all(["inside", "meets", "outside"].map(async (name) => Number((await page.textContent(`#region-${name}`)).replace(/\D/g, ""))));
  // The region is a box, so the expected counts come from comparing it with the bounding boxes of the scene's objects.
  const wanted = await page.evaluate(async () => {
    const { objects } = await (await fetch("api/scene")).json();
    const [low, high] = [[10, -30, 0], [30, -10, 6]];
    const kind = ({ bounds: { min, max } }) => {
      if ([0, 1, 2].some((axis) => max[axis] < low[axis] || min[axis] > high[axis])) return 2;
      return [0, 1, 2].every((axis) => min[axis] >= low[axis] && max[axis] <= high[axis]) ? 0 : 1;
    };
    const all = [0, 0, 0];
    for (const object of objects) all[kind(object)] += 1;
    return all;
  });
  assert.deepEqual(await read(), wanted);
  await certified(page);
  await rest(page);
  await picture(page, "region-box");
  // The region is a narrow frustum. 24 objects lie outside, past an edge of the frustum, but the conservative test,
  // plane by plane, reports that they meet it.
  const camera = { position: [60, 10, 25], target: [24, -23, 2], up: [0, 0, 1], vertical_field_of_view_degrees: 5, aspect: 1, near: 1, far: 60 };
  await page.setInputFiles("#camera", { name: "camera.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(camera)) });
  await page.waitForFunction(() => document.querySelector(".region-body").textContent.includes("camera.json"));
  await page.waitForFunction((before) => document.querySelector("#region-inside").textContent !== before, String(wanted[0]));
  assert.deepEqual(await read(), [3, 91, 989]);
  const told = await page.textContent(".region-body");
  assert.ok(told.includes("115") && told.includes("24 objects pass the test plane by plane, but lie outside"), told);
  await rest(page);
  await picture(page, "region-camera");
  await page.setInputFiles("#camera", { name: "broken.json", mimeType: "application/json", buffer: Buffer.from("{") });
  await page.waitForSelector(".answers .message.bad");
  await done();
});

/** Returns the texts whose contrast with their background is below WCAG AA. */
function faint() {
  const parse = (text) => (text.match(/[\d.]+/g) ?? []).map(Number);
  const light = ([red, green, blue]) => {
    const [r, g, b] = [red, green, blue].map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour.length === 3) return colour;
    }
    return [255, 255, 255];
  };
  const poor = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || !element.checkVisibility() || element.closest(":disabled, .visually-hidden, svg")) continue;
    const colour = parse(getComputedStyle(element).color);
    const [one, two] = [light(colour), light(behind(element))].sort((a, b) => b - a);
    const contrast = (one + 0.05) / (two + 0.05);
    if (contrast < 4.5) poor.push(`${walker.currentNode.textContent.trim()} ${contrast.toFixed(2)}`);
  }
  return poor;
}

for (const [name, viewport, colorScheme] of [
  ["office", { width: 1280, height: 720 }, "light"],
  ["office-dark", { width: 1280, height: 720 }, "dark"],
  ["tablet", { width: 1024, height: 768 }, "light"],
  ["tablet-upright", { width: 820, height: 1180 }, "light"],
  ["window", { width: 1440, height: 900 }, "dark"],
  ["wide", { width: 1920, height: 1080 }, "light"],
]) {
  test(`it fits and can be read: ${name}`, async () => {
    const { page, done } = await openModel(browser, server, "#plane=z=1.2", { viewport, colorScheme, hasTouch: name.startsWith("tablet") });
    await certified(page);
    await page.waitForSelector(".curve .over", { state: "attached" });
    await rest(page);
    assert.deepEqual(await page.evaluate(faint), []);
    const spill = await page.evaluate(() => [...document.querySelectorAll("button, input, a.link")]
      .filter((element) => element.checkVisibility() && !element.closest(".rows, .visually-hidden") && !element.matches(".visually-hidden"))
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
      }).map((element) => element.outerHTML));
    assert.deepEqual(spill, []);
    // The panels of the page must not overlap, and each of them must be large enough.
    const rooms = await page.evaluate(() => [...document.querySelectorAll(".page > *")].map((room) => {
      const { left, right, top, bottom } = room.getBoundingClientRect();
      return { name: room.classList[0], left, right, top, bottom };
    }));
    assert.deepEqual(rooms.map((room) => room.name), ["bar", "list", "model", "section", "plane"]);
    for (const [at, one] of rooms.entries()) {
      assert.ok(one.right - one.left >= 210 && one.bottom - one.top >= 40, `${one.name} is too small`);
      for (const two of rooms.slice(at + 1)) {
        const apart = one.right <= two.left + 1 || two.right <= one.left + 1 || one.bottom <= two.top + 1 || two.bottom <= one.top + 1;
        assert.ok(apart, `${one.name} and ${two.name} lie one over the other`);
      }
    }
    await picture(page, name);
    await done();
  });
}
