/** The keys and pointer actions of the viewer. */
import { Help, type Keys } from "../help";

const KEYS: Keys = [
  ["The plane", [
    [["↑", "↓"], "move it along its normal; with Shift in smaller steps"],
    [["PgUp", "PgDn"], "move it ten times as far"],
    [["X", "Y", "Z"], "put it across an axis, through the middle"],
    [["F"], "flip: exchange front and back"],
    [["[", "]"], "turn it by 5° about its horizontal direction"],
    [["{", "}"], "turn it by 5° about its other direction"],
    [["R"], "show the arcs that turn it"],
    [["E"], "type an equation"],
    [["Enter"], "on the model: snap to the face in the middle"],
  ]],
  ["The model", [
    [["A", "D"], "turn left and right"],
    [["W", "S"], "tilt up and down"],
    [["+", "−"], "zoom in and out"],
    [["Alt", "← ↑ ↓ →"], "move"],
    [["0", "…", "6"], "views from a corner and along the axes"],
    [["Home"], "fit"],
    [["O"], "perspective or parallel"],
    [["U"], "change the up axis"],
    [["H"], "front half: ghost, hidden, apart"],
    [["I"], "show rooms and openings of a building as solid"],
    [["N"], "draw the outlines of parallel sections as layers"],
    [["K"], "colour by object, side or class"],
  ]],
  ["The rest", [
    [["/"], "search objects; arrows and Enter select an object, or open and close a group"],
    [["V"], "hide or show the selected object, or the row of the tree, in 3D"],
    [["C"], "show the certificate"],
    [["B"], "select a box of six planes as the region"],
    [["M"], "measure in the section; arrows and Enter set points"],
    [["G"], "show the grid of the section"],
    [["Ctrl", "Z"], "undo"],
    [["Ctrl", "Y"], "redo"],
    [["L"], "copy a link to this view"],
    [["T"], "switch between light and dark"],
    [["Esc"], "end the current mode, or clear the selection"],
  ]],
];

const POINTER = [
  "Click a face: its object is selected. Double-click a face: the plane moves exactly into the face.",
  "Drag the plane's border or its arrow: the plane moves along its normal. With Alt, start the drag anywhere.",
  "Shift and wheel: the plane moves in steps. After a double-click on a face, the wheel alone moves the plane, until Esc or a turn of the view.",
  "Drag elsewhere: turn the view. Right or middle button, or two fingers: move the view. Wheel or pinch: zoom.",
  "Rest on an object: the two vertices that decide its side are shown, with a sentence.",
  "In the section: drag to move, wheel to zoom, double-click to fit. Point at a part to highlight its object in the model.",
];

const HINT = "Every number, loop and cap comes from exact decisions on the model's own coordinates; only the drawing is rounded.";

/** The first group of keys on a page that holds its answers. */
const STORED: Keys[number] = ["The plane", [
  [["↑", "↓"], "show the stored plane before, or the one after"],
  [["E"], "go to the list of stored planes"],
]];
/** The keys and the beginnings of pointer actions that need a server. */
const OF_SERVER = ["N", "B", "L"];
const POINTER_OF_SERVER = /^(Drag the plane|Shift and wheel|Rest on)/;

/** Returns the help. `stored` is `true` on a page that holds its answers, where less can be done. */
export function viewerHelp(stored: boolean): Help {
  if (!stored) return new Help(KEYS, POINTER, HINT);
  const rest = KEYS.slice(1).map(([title, rows]): Keys[number] => [title, rows.filter(([names]) => !OF_SERVER.includes(names[0]!))]);
  const pointer = POINTER.filter((text) => !POINTER_OF_SERVER.test(text)).map((text) => text.replace(/ Double-click a face:.*$/, ""));
  return new Help([STORED, ...rest], pointer, HINT);
}
