/** The handles at the sides of the model that change the widths of the list and of the section. */
import { make } from "./dom";

type Side = "list" | "section";

const KEY = "transect-widths";
const STEP = 16;
const LIMITS: Record<Side, [number, number]> = { list: [210, 560], section: [240, 900] };

/** Adds the two handles to the room of the model. `page` gets the widths as CSS variables. */
export function addSplitters(room: HTMLElement, page: HTMLElement): void {
  const widths = read();
  for (const side of ["list", "section"] as const) room.append(splitter(side, page, widths));
}

function splitter(side: Side, page: HTMLElement, widths: Partial<Record<Side, number>>): HTMLElement {
  const [least, most] = LIMITS[side];
  const handle = make("div", {
    class: `splitter ${side}-splitter`,
    role: "separator",
    tabindex: "0",
    "aria-orientation": "vertical",
    "aria-label": side === "list" ? "Width of the lists" : "Width of the section",
    "aria-valuemin": least,
    "aria-valuemax": most,
  });
  const width = () => page.querySelector(`:scope > .${side}`)!.getBoundingClientRect().width;
  const set = (wanted: number) => {
    const size = Math.round(Math.max(least, Math.min(most, wanted, window.innerWidth * 0.6)));
    widths[side] = size;
    page.style.setProperty(`--${side}-width`, `${size}px`);
    handle.setAttribute("aria-valuenow", String(size));
  };
  const reset = () => {
    delete widths[side];
    page.style.removeProperty(`--${side}-width`);
    handle.setAttribute("aria-valuenow", String(Math.round(width())));
    write(widths);
  };
  const kept = widths[side];
  if (kept) set(kept);
  else requestAnimationFrame(() => handle.setAttribute("aria-valuenow", String(Math.round(width()))));
  const way = side === "list" ? 1 : -1;
  handle.addEventListener("pointerdown", (event) => {
    handle.setPointerCapture(event.pointerId);
    const start = width();
    const from = event.clientX;
    const move = (moved: PointerEvent) => set(start + way * (moved.clientX - from));
    const end = () => {
      handle.removeEventListener("pointermove", move);
      write(widths);
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("pointerup", end, { once: true });
    handle.addEventListener("pointercancel", end, { once: true });
    event.preventDefault();
    handle.focus();
  });
  handle.addEventListener("dblclick", reset);
  handle.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowRight" ? STEP : event.key === "ArrowLeft" ? -STEP : 0;
    if (event.key === "Home") reset();
    else if (step) {
      set(width() + way * step);
      write(widths);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return handle;
}

function read(): Partial<Record<Side, number>> {
  const widths: Partial<Record<Side, number>> = {};
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (typeof kept !== "object" || kept === null) return widths;
    for (const [side, width] of Object.entries(kept)) {
      if ((side === "list" || side === "section") && Number.isFinite(width)) widths[side] = width;
    }
  } catch {
    // The browser cannot read stored widths, or they are damaged. The page then has its usual widths.
  }
  return widths;
}

function write(widths: Partial<Record<Side, number>>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(widths));
  } catch {
    // The browser cannot store the widths. They hold until the page is closed.
  }
}
