// Random actions of a user, and a model on which they take little time.
import { writeFileSync } from "node:fs";

import { random } from "./proxy.mjs";

/** Writes a model of 90 boxes. It is drawn fast without a GPU, so that many actions take little time. */
export function boxes(path) {
  const next = random(5);
  const lines = [];
  const faces = [[1, 3, 2], [2, 3, 4], [5, 6, 7], [6, 8, 7], [1, 2, 5], [2, 6, 5], [3, 7, 4], [4, 7, 8], [1, 5, 3], [3, 5, 7], [2, 4, 6], [4, 8, 6]];
  for (let box = 0; box < 90; box += 1) {
    const at = [0, 1, 2].map(() => Math.round(next() * 400) / 100);
    const size = [0, 1, 2].map(() => Math.round(20 + next() * 80) / 100);
    lines.push(`o box ${box}`);
    for (let corner = 0; corner < 8; corner += 1) lines.push(`v ${at.map((value, axis) => (value + ((corner >> axis) & 1) * size[axis]).toFixed(2)).join(" ")}`);
    for (const face of faces) lines.push(`f ${face.map((index) => index + 8 * box).join(" ")}`);
  }
  writeFileSync(path, lines.join("\n"));
}

/** Performs a random action of a user. */
export async function act(page, next) {
  const pick = (list) => list[Math.floor(next() * list.length)];
  const kind = next();
  if (kind < 0.45) await page.keyboard.press(pick(["x", "y", "z", "f", "f", "ArrowUp", "ArrowDown", "PageUp", "[", "]", "Control+z", "Control+y", "b", "h"]));
  else if (kind < 0.65) {
    const text = pick(["z=1.2", "z=3", "x=2.5", "2x+3y+6z-17=0", "z=", "y=-", "1.5=z", "x=y", "z=2.4"]);
    await page.fill("#expression", text);
    if (next() < 0.5) await page.press("#expression", pick(["Enter", "Escape"]));
    await page.locator(".stage canvas[role]").focus();
  } else if (kind < 0.85) {
    await page.locator("#height").evaluate((slider, share) => {
      slider.value = String(Number(slider.min) + share * (Number(slider.max) - Number(slider.min)));
      slider.dispatchEvent(new window.Event("input"));
      if (share < 0.7) slider.dispatchEvent(new window.Event("change"));
    }, next());
  } else await new Promise((done) => setTimeout(done, next() * 400));
}
