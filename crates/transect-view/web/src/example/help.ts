/** The keys and pointer actions of the example. */
import { Help, type Keys } from "../help";

const KEYS: Keys = [
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

export const exampleHelp = (): Help => new Help(KEYS, POINTER, "Sides, meetings and overlaps are exact for the numbers as they stand; only what is drawn is rounded.");
