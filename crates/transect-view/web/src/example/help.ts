/** The keys and pointer actions of the example. */
import { Help, type Keys } from "../help";

const KEYS: Keys = [
  ["The selection", [
    [["Tab"], "select the next plane or shape"],
    [["← ↑ ↓ →"], "move a shape along x and y; move a plane along its normal"],
    [["PgUp", "PgDn"], "move a shape along z"],
    [["Shift", "← ↑ ↓ →"], "turn a plane; move a shape four times as far"],
    [["Del"], "remove it"],
    [["Esc"], "clear the selection"],
  ]],
  ["The view", [
    [["A", "D"], "turn left and right"],
    [["W", "S"], "tilt up and down"],
    [["+", "−"], "zoom in and out"],
    [["Home"], "fit"],
    [["R"], "show the arcs that turn the plane"],
    [["2", "3"], "switch to 2D, to 3D"],
  ]],
  ["The rest", [
    [["Ctrl", "Z"], "undo"],
    [["Ctrl", "Y"], "redo"],
    [["L"], "copy a link to this scene"],
    [["T"], "switch between light and dark"],
  ]],
];

const POINTER = [
  "Drag a shape: it moves across the axis closest to your line of sight; with Shift, along this axis. The arrows of the selected shape move it along one axis.",
  "Drag the plane or its arrow: the plane moves along its normal. Drag its arcs: the plane turns in steps of 5°.",
  "Everything moves in steps of 0.25; with Alt, without steps.",
  "In 2D: drag a shape, a corner of the selected shape, a line, or the tip of its normal.",
];

export const exampleHelp = (): Help => new Help(KEYS, POINTER, "Sides, intersections and overlaps are exact for the given numbers; only the drawing is rounded.");
