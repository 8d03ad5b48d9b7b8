/** The room in which a page without a server begins: a place for files, and a sample. */
import { button, make } from "../dom";
import { ofDrop, ofList } from "./chosen";
import type { Chosen } from "./messages";

/** The endings of the files that the dialog offers. */
const ENDINGS = [".stl", ".obj", ".mtl", ".ply", ".off", ".3mf", ".glb", ".gltf", ".bin", ".png", ".jpg", ".jpeg", ".gz", ".gzip", ".zst", ".zstd", ".zip"];

/** Takes files that are dropped anywhere on the page. */
export function takeDrops(take: (files: Promise<Chosen[]>) => void): void {
  const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
  window.addEventListener("dragover", (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  window.addEventListener("dragleave", (event) => event.relatedTarget ?? document.body.classList.remove("dropping"));
  window.addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    if (!event.dataTransfer || !holdsFiles(event)) return;
    event.preventDefault();
    take(ofDrop(event.dataTransfer));
  });
}

/** Returns a dialog for files. */
export function picker(take: (files: Chosen[]) => void): HTMLInputElement {
  const input = make("input", { type: "file", multiple: true, accept: ENDINGS.join(","), class: "visually-hidden", tabindex: -1, "aria-label": "Files of a model" });
  input.addEventListener("change", () => {
    if (input.files?.length) take(ofList(input.files));
    // The same file can be chosen again.
    input.value = "";
  });
  return input;
}

/** Returns the room. `sample` opens the sample, and `say` shows what went wrong with the last files. */
export function startRoom(choose: () => void, sample: { label: string; open: () => void }): HTMLElement {
  return make("main", { class: "waiting-room" },
    make("div", { class: "card drop-place", id: "open" },
      make("h2", { text: "Cut a model, exactly" }),
      make("p", { text: "Drop the files of a model here: STL, OBJ with its material, PLY, OFF, 3MF, glTF or GLB." }),
      make("div", { class: "row" },
        button("Open files…", { class: "button primary", id: "open-files" }, choose),
        button(sample.label, { class: "button", id: "open-sample" }, sample.open)),
      make("p", { class: "hint", text: "The files stay on this machine: this page computes by itself, and its security policy lets it send nothing." })));
}
