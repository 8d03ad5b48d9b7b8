/** The entry point of the page that `transect view` serves. */
import "./panels.css";
import { startPage } from "./page";

startPage({
  worker: () => new Worker(new URL("./three/derive.worker.ts", import.meta.url), { type: "module" }),
  example: () => import("./example/index"),
  viewer: import("./viewer"),
  stored: null,
  open: null,
});
