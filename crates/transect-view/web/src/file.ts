/** The entry point of the page in one file: its answers are stored in the file. */
import "./style.css";
import "./panels.css";
import { startPage } from "./page";
import { answerStored, storedPlanes } from "./stored";
import DeriveWorker from "./three/derive.worker.ts?worker&inline";
import { answerBy } from "./transport";
import * as viewer from "./viewer";

answerBy(answerStored);
void storedPlanes().then((stored) =>
  startPage({ worker: () => new DeriveWorker(), example: null, viewer: Promise.resolve(viewer), stored, open: null }),
);
