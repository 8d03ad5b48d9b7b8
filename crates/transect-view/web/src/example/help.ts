/** Keys of the example, and what the pointer does. */
import { button, make } from "../dom";

const KEYS: [string, [string[], string][]][] = [
  ["What is selected", [
    [["Tab"], "the next plane or shape"],
    [["← ↑ ↓ →"], "move it: x and y; a plane along its normal"],
    [["PgUp", "PgDn"], "move it: z"],
    [["Shift", "← ↑ ↓ →"], "turn a plane; move a shape four times as far"],
    [["Del"], "remove it"],
    [["Esc"], "let go of it"],
  ]],
  ["The view", [
    [["A", "D"], "turn left and right"],
    [["W", "S"], "tilt up and down"],
    [["+", "−"], "nearer and farther"],
    [["Home"], "fit"],
    [["R"], "arcs that turn the plane"],
    [["2", "3"], "in the plane, in space"],
  ]],
  ["The rest", [
    [["Ctrl", "Z"], "undo"],
    [["Ctrl", "Y"], "redo"],
    [["L"], "copy a link to this scene"],
    [["T"], "light or dark"],
  ]],
];

const POINTER = [
  "Drag a shape: it moves across the axis that looks at you; with Shift along it. The arrows of the selected shape move it along one axis.",
  "Drag the plane or its arrow: along the normal. Its arcs turn it by steps of 5°.",
  "Everything moves by steps of 0.25; with Alt it does not.",
  "In 2D: drag a shape, a corner of the selected one, a line, the tip of its normal.",
];

export function exampleHelp(): { toggle: () => void } {
  const groups = KEYS.map(([title, rows]) =>
    make("section", {},
      make("h3", { text: title }),
      make("dl", {}, ...rows.flatMap(([names, meaning]) => [
        make("dt", {}, ...names.map((name) => make("kbd", { text: name }))),
        make("dd", { text: meaning }),
      ]))));
  const dialog = make("dialog", { class: "help card", "aria-labelledby": "help-title" });
  dialog.append(
    make("div", { class: "row" }, make("h2", { id: "help-title", text: "Keys and pointer" }), make("span", { class: "grow" }), button("Close", { key: "Esc" }, () => dialog.close())),
    make("div", { class: "groups" }, ...groups),
    make("ul", {}, ...POINTER.map((text) => make("li", { text }))),
    make("p", { class: "hint", text: "Sides, meetings and overlaps are exact for the numbers as they stand; only what is drawn is rounded." }),
  );
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  return { toggle: () => (dialog.open ? dialog.close() : dialog.showModal()) };
}
