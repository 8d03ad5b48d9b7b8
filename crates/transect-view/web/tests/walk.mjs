// Walks the page as a reader sees it: which numbers and sides stand at full strength, and what each of them is about.

/** The least opacity of text and pictures that a reader takes for present. */
const FULL = 0.9;
/** The time in milliseconds after which the page begins to mark what is older than the question, with some to spare. */
const MARKED = 500;

/**
 * Returns what is visible at full strength: texts with numbers or sides, by their places in the page, and canvases. Each
 * has the source that its element names: a part with a question to the server, the model, the view, or the page.
 */
function collect(full) {
  const place = (element) => {
    const steps = [];
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      if (at.id) {
        steps.unshift(`#${at.id}`);
        break;
      }
      steps.unshift(`${at.tagName.toLowerCase()}.${[...at.classList].filter((name) => name !== "lit").join(".")}:${[...(at.parentElement?.children ?? [])].indexOf(at)}`);
    }
    return steps.join(" ");
  };
  const strength = (element) => {
    let opacity = 1;
    for (let at = element; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
    return opacity;
  };
  // Older texts are in italics, because a wrong equation lets them stay, and faded texts are hard to read.
  const isOlder = (element) => getComputedStyle(element).fontStyle === "italic" && element.closest('[data-grey="true"], [data-older="true"]') !== null;
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true }) && strength(element) >= full && !isOlder(element);
  const source = (element) => element.closest("[data-source]")?.dataset.source ?? null;
  const found = [];
  const add = (element, text) => {
    const words = text.trim();
    if (words && isSeen(element)) found.push({ place: place(element), text: words, source: source(element) });
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: element, textContent: text } = walker.currentNode;
    if (!element || element.closest("script, style, option, dialog, .visually-hidden, .state-note, .banner, .news")) continue;
    if (/\d|✓|✗/.test(text) || (element.closest("[data-source]") && /^(front|on|back|inside|meets|outside)$/.test(text.trim()))) add(element, text);
  }
  for (const field of document.querySelectorAll("input, output")) if (/\d/.test(field.value) && !/radio|file/.test(field.type)) add(field, field.value);
  const canvases = [...document.querySelectorAll(".stage > canvas, .sheet canvas")].filter(isSeen).map(place);
  return { found, canvases };
}

/**
 * Returns what is visible at full strength, after the time in which older values are marked. Notes, banners and
 * messages say themselves what they are about.
 */
export async function strong(page) {
  await page.waitForTimeout(MARKED);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.waitForFunction(() => document.getAnimations().every((animation) => animation.playState === "finished"));
  return page.evaluate(collect, FULL);
}

/** Returns what was at full strength before and is not there any more: the values that were shown as present and were not. */
export function wrong(before, after) {
  const now = new Map(after.found.map(({ place, text }) => [place, text]));
  return before.found.filter(({ place, text }) => now.get(place) !== text).map(({ place, text }) => `${place}: ${text} → ${now.get(place) ?? "nothing"}`);
}
