/** The keys and pointer actions of the viewer. */
import { Help, type Keys } from "../help";

const KEYS: Keys = [
  ["The plane", [
    [["↑", "↓"], "along its normal; with Shift finer"],
    [["PgUp", "PgDn"], "the same, ten times as far"],
    [["X", "Y", "Z"], "across an axis, through the middle"],
    [["F"], "flip: exchange front and back"],
    [["[", "]"], "turn by 5° about its level direction"],
    [["{", "}"], "turn by 5° about the other one"],
    [["R"], "arcs that turn it"],
    [["E"], "type an equation"],
    [["Enter"], "on the model: snap to the face in the middle"],
  ]],
  ["The model", [
    [["A", "D"], "turn left and right"],
    [["W", "S"], "tilt up and down"],
    [["+", "−"], "nearer and farther"],
    [["Alt", "← ↑ ↓ →"], "move"],
    [["0", "…", "6"], "views from a corner and along the axes"],
    [["Home"], "fit"],
    [["O"], "perspective or parallel"],
    [["U"], "which axis is up"],
    [["H"], "front half: ghost, hidden, apart"],
    [["I"], "rooms and openings of a building"],
    [["K"], "colour by object, side, class"],
  ]],
  ["The rest", [
    [["/"], "search objects; arrows and Enter choose"],
    [["C"], "the certificate"],
    [["B"], "a box of six planes"],
    [["M"], "measure in the section; arrows and Enter set points"],
    [["G"], "grid of the section"],
    [["Ctrl", "Z"], "undo"],
    [["Ctrl", "Y"], "redo"],
    [["L"], "copy a link to this view"],
    [["T"], "light or dark"],
    [["Esc"], "let go of what is chosen"],
  ]],
];

const POINTER = [
  "Click a face: the plane lies in it, exactly.",
  "Drag the plane's border or its arrow: along the normal. Alt and drag does so anywhere.",
  "Shift and wheel: the same, step by step. After a click on a face the wheel alone does, until Esc or a turn.",
  "Drag elsewhere: turn. Right or middle button, or two fingers: move. Wheel or pinch: zoom.",
  "In the section: drag and wheel; hover a part to light it in the model; double-click to fit.",
];

export const viewerHelp = (): Help => new Help(KEYS, POINTER, "Every number, loop and cap comes from exact signs of the model's own coordinates; only the drawing is rounded.");
