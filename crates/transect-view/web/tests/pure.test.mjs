// Tests of the pure parts of the page, without a browser: which answer is shown, the text field, links, lost requests.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { random } from "./proxy.mjs";
import { sources } from "./source.mjs";

const [truths, fields, views, askers, api, planes, charts, names] = await sources("truth", "field", "view", "asker", "api", "planes", "panels/chart", "names");
const { reduce, statusOf, statusOfAll, present, newest, notice, startTruth } = truths;
const PARTS = ["section", "certificate", "curve", "region"];
const START_TRUTH = startTruth(Object.fromEntries(PARTS.map((part) => [part, part])));

const asked = (part, key) => ({ type: "asked", part, key });
const answered = (part, revision, value, model = "a") => ({ type: "answered", part, revision, model, value });
const lost = (part, revision) => ({ type: "lost", part, revision });
const refusal = { message: "no plane", at: 1, hint: null };
const after = (...events) => events.reduce(reduce, { ...START_TRUTH, model: "a" });

test("an answer is that of the present question only", () => {
  const first = after(asked("section", "z=1"), answered("section", 1, "one"));
  assert.equal(statusOf(first, "section"), "answered");
  assert.equal(present(first, "section"), "one");
  const second = reduce(first, asked("section", "z=2"));
  assert.equal(statusOf(second, "section"), "pending");
  assert.equal(present(second, "section"), null);
  assert.equal(newest(second, "section"), "one", "the older answer stays on view, marked");
  assert.equal(reduce(second, answered("section", 1, "again")).parts.section.answer.value, "again");
  assert.equal(statusOf(reduce(second, answered("section", 1, "again")), "section"), "pending");
  const third = reduce(second, answered("section", 2, "two"));
  assert.equal(present(third, "section"), "two");
  assert.equal(reduce(third, answered("section", 1, "late")), third, "an older answer that arrives late is ignored");
  assert.equal(reduce(third, answered("section", 9, "future")), third);
});

test("the same question keeps its revision and its answer", () => {
  const first = after(asked("section", "z=1"), answered("section", 1, "one"));
  assert.equal(reduce(first, asked("section", "z=1")), first);
  const back = [asked("section", "z=2"), asked("section", "z=1")].reduce(reduce, first);
  assert.equal(statusOf(back, "section"), "pending", "a question that returns is asked again");
});

test("while the new question is not known, the answer counts as older", () => {
  const first = after(asked("section", "z=1"), answered("section", 1, "one"));
  const typing = reduce(first, { type: "unclear", part: "section" });
  assert.equal(statusOf(typing, "section"), "unclear");
  assert.equal(present(typing, "section"), null);
  assert.equal(newest(typing, "section"), "one");
  assert.equal(reduce(typing, { type: "unclear", part: "section" }), typing);
  assert.equal(statusOf(reduce(typing, { type: "clear", part: "section" }), "section"), "answered", "the text is left");
  assert.equal(statusOf(reduce(typing, asked("section", "z=1")), "section"), "answered", "the text is the plane again");
  assert.equal(statusOf(reduce(typing, asked("section", "z=2")), "section"), "pending");
  assert.equal(statusOf(after({ type: "unclear", part: "region" }), "region"), "idle", "without a question, nothing is older");
});

test("what shows several answers is as old as the oldest of them", () => {
  const both = after(asked("section", "z=1"), answered("section", 1, "one"), asked("region", "box"));
  assert.equal(statusOfAll(both, ["section", "region"]), "pending");
  const refused = reduce(both, { type: "refused", part: "region", revision: 2, model: "a", refusal });
  assert.equal(statusOfAll(refused, ["section", "region"]), "answered", "a refused region has no answer that could be older");
  assert.equal(statusOfAll(refused, ["region", "section"]), "refused");
});

test("an answer about another model is not shown", () => {
  const state = after(asked("section", "z=1"), answered("section", 1, "one", "b"));
  assert.equal(state.foreign, true);
  assert.equal(present(state, "section"), null);
  assert.equal(after({ type: "seen", model: "b", reading: false, changed: false }).foreign, true);
  assert.equal(reduce(state, { type: "seen", model: "a", reading: false, changed: false }).foreign, true, "the page has seen another model");
  assert.equal(after({ type: "seen", model: null, reading: true, changed: false }).foreign, false);
  assert.equal(after({ type: "seen", model: "a", reading: false, changed: false }).foreign, false);
});

test("a refusal belongs to its question", () => {
  const refused = after(asked("region", "1"), { type: "refused", part: "region", revision: 1, model: "a", refusal });
  assert.equal(statusOf(refused, "region"), "refused");
  assert.equal(newest(refused, "region"), null);
  assert.equal(statusOf(reduce(refused, asked("region", "2")), "region"), "pending");
  const old = after(asked("region", "1"), asked("region", "2"), { type: "refused", part: "region", revision: 1, model: "a", refusal });
  assert.equal(statusOf(old, "region"), "pending");
  assert.equal(statusOf(reduce(refused, { type: "dropped", part: "region" }), "region"), "idle");
  const refuse = { type: "refused", part: "region", revision: 2, model: "a", refusal };
  const older = after(asked("region", "1"), answered("region", 1, "one"), asked("region", "2"));
  assert.equal(newest(older, "region"), "one");
  assert.equal(newest(reduce(older, refuse), "region"), null, "a refusal takes the older answer off the view");
});

test("lost requests are named in the banner, and an answer ends that", () => {
  let state = after(asked("section", "z=1"), lost("section", 1), lost("section", 1));
  assert.equal(statusOf(state, "section"), "pending");
  assert.equal(notice(state), null);
  state = reduce(state, lost("section", 1));
  assert.equal(statusOf(state, "section"), "lost");
  assert.match(notice(state).text, /section/);
  assert.equal(notice(state).action, "retry");
  assert.equal(notice(reduce(state, answered("section", 1, "one"))), null);
  assert.equal(statusOf(reduce(state, asked("section", "z=2")), "section"), "pending");
  const second = [asked("section", "z=2"), lost("section", 1), lost("section", 1), lost("section", 1)].reduce(reduce, after(asked("section", "z=1")));
  assert.equal(statusOf(second, "section"), "pending", "lost requests of an older question do not count");
});

test("the banner shows the most important fact", () => {
  const seen = { type: "seen", model: "a", reading: false, changed: true };
  assert.equal(notice(after({ type: "missed" })), null, "one lost request is not yet worth a banner");
  assert.equal(notice(after({ type: "missed" }, { type: "missed" })).kind, "late");
  const answer = { type: "seen", model: "a", reading: false, changed: false };
  assert.equal(notice(after({ type: "missed" }, answer, { type: "missed" })), null, "an answer came in between");
  assert.equal(notice(after({ type: "missed" }, { type: "missed" }, seen)).kind, "changed");
  assert.equal(notice(after(seen)).action, "read");
  assert.equal(notice(after(seen, { type: "denied", message: "No." })).text, "No.");
  assert.equal(notice(after({ type: "seen", model: null, reading: true, changed: false })).kind, "reading");
});

test("whatever happens in whatever order, a shown answer is that of the present question", () => {
  const next = random(7);
  const pick = (list) => list[Math.floor(next() * list.length)];
  let state = { ...START_TRUTH, model: "a" };
  const questions = new Map();
  for (let step = 0; step < 20_000; step += 1) {
    const part = pick(PARTS);
    const known = [...questions.keys()].filter((revision) => questions.get(revision).part === part);
    const revision = pick(known) ?? 1;
    const kind = next();
    if (kind < 0.35) {
      const key = String(Math.floor(next() * 5));
      state = reduce(state, asked(part, key));
      questions.set(state.parts[part].asked.revision, { part, key });
    } else if (kind < 0.75) state = reduce(state, answered(part, revision, `${part} ${questions.get(revision)?.key}`));
    else if (kind < 0.85) state = reduce(state, { type: "refused", part, revision, model: "a", refusal });
    else if (kind < 0.95) state = reduce(state, lost(part, revision));
    else state = reduce(state, { type: "dropped", part });
    for (const name of PARTS) {
      const value = present(state, name);
      if (value !== null) assert.equal(value, `${name} ${state.parts[name].asked.key}`);
    }
  }
});

test("the text field keeps what is typed, and shows only the error of its text", () => {
  const { reduceField, START_FIELD } = fields;
  const run = (...events) => events.reduce(reduceField, START_FIELD);
  const typed = (text) => ({ type: "typed", text });
  const fault = refusal;
  const slow = run(typed("z="), typed("z=1"), { type: "refused", text: "z=", fault });
  assert.deepEqual([slow.status, slow.fault, slow.text], ["checking", null, "z=1"]);
  const valid = reduceField(slow, { type: "accepted", text: "z=1" });
  assert.deepEqual([valid.status, valid.text], ["fine", "z=1"]);
  assert.equal(reduceField(valid, { type: "refused", text: "z=", fault }), valid);
  const left = reduceField(slow, { type: "left", plane: "z=7" });
  assert.equal(left.text, "z=1", "leaving the field loses nothing that is not checked yet");
  assert.equal(reduceField(left, { type: "accepted", text: "z=1" }).status, "fine");
  const moved = reduceField(slow, { type: "moved", plane: "x=2" });
  assert.deepEqual([moved.text, moved.draft], ["x=2", false]);
  assert.equal(reduceField(moved, { type: "accepted", text: "z=1" }), moved);
  assert.equal(run(typed("  ")).status, "wrong");
  assert.equal(run(typed("z=1"), { type: "lost", text: "z=1" }).status, "late");
});

test("panels ask through questions and read answers through marks alone", () => {
  const folder = new URL("../src/", import.meta.url);
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".ts"));
  const importers = (pattern) => files.filter((name) => pattern.test(readFileSync(new URL(name, folder), "utf8"))).map((name) => name.replaceAll("\\", "/")).sort();
  // The stores send questions; the panel of the plane lets the server parse a text, which it does not draw.
  assert.deepEqual(importers(/from "\.{1,2}\/asker"/), ["example/store.ts", "panels/plane.ts", "questions.ts", "state.ts"]);
  // The store compares sections and names the plane of the newest one; only marks give answers to panels.
  assert.deepEqual(importers(/import \{[^}]*\b(newest|present)\b[^}]*\} from "[./]+\/truth"/), ["mark.ts", "state.ts"]);
});

test("links restore the view, and wrong parts are named", () => {
  const { fromFragment, toFragment, START } = views;
  const objects = ["IfcWall/a", "IfcWall/a", "", "IfcDoor/b", "IfcDoor/c,d"].map((name, index) => ({ index, name, class: name.split("/")[0] || null }));
  const office = new names.Names("office.glb", "0123456789abcdef", objects);
  const eye = { yaw: 1, pitch: 0.5, distance: 3, target: [1, 2, 3], parallel: true, up: "y" };
  for (const view of [
    { ...START, plane: { text: "2x+3y=4" }, halves: "exploded", explode: 0.7, limit: "back", rooms: true, selected: 3 },
    { ...START, plane: { through: [[0, 0, 1], [1, 0, 1], [0, 1, 2]], flip: true }, colours: "side", region: { box: { min: [0, 0, 0], max: [1, 2, 3] } } },
    { ...START, plane: { normal: [1, 2, 3], offset: -4 }, measure: [{ at: [1.25, -2], vertex: true }, { at: [3, 4], vertex: false }] },
    { ...START, hidden: [0, 1, 2, 4], only: [1, 2], inside: "odd" },
  ]) {
    const opened = fromFragment(`#${toFragment(view, eye, office)}`, START, office, 10);
    assert.deepEqual(opened.view, view);
    assert.deepEqual(opened.eye, eye);
    assert.deepEqual(opened.wrong, []);
  }
  const link = decodeURIComponent(toFragment({ ...START, hidden: [0, 1, 2, 4] }, null, office));
  assert.match(link, /model=office\.glb~01234567&/);
  assert.match(link, /hide-class=IfcWall&hide=object 3&hide=IfcDoor\/c,d$/, "objects have names, and whole classes the name of the class");
  const odd = { ...START, inside: "odd" };
  assert.equal(fromFragment("#plane=z=1", odd, office, 10).view.inside, "odd", "the rule of the command holds without a link");
  assert.equal(fromFragment(toFragment(START, null, office), odd, office, 10).view.inside, "nonzero", "a link has its own rule");
  const wrong = (text) => fromFragment(text, START, office, 10).wrong;
  assert.deepEqual(wrong("#eye=1e300,0,1,0,0,0"), ["eye"]);
  assert.deepEqual(wrong("#eye=0,0,0,0,0,0"), ["eye"]);
  assert.deepEqual(wrong("#normal=1,2&front=sideways&object=x&box=1&camera={&unknown=1"), ["normal", "front", "object", "box", "camera", "unknown"]);
  assert.deepEqual(wrong("#explode=7&layers=99"), ["explode", "layers"]);
  assert.deepEqual(wrong(""), []);
  assert.equal(fromFragment("#normal=1,nothing", START, office).view.plane, START.plane);
  assert.deepEqual(wrong("#object=7&hide=IfcWall/z&only-class=IfcRoof&plane=z=1&measure=1,2,vertex"), ["object", "hide", "only-class", "measure"]);
});

test("a link that was made for another model is not applied without a question, and never with its objects", () => {
  const { fromFragment, toFragment, START } = views;
  const objects = [{ index: 0, name: "a", class: null }];
  const [one, other] = ["0123456789", "9876543210"].map((identity) => new names.Names("a.obj", identity, objects));
  const link = toFragment({ ...START, plane: { text: "x=3" }, selected: 0 }, null, one);
  const opened = fromFragment(link, START, other);
  assert.equal(opened.foreign, "a.obj~01234567");
  assert.deepEqual(opened.view, START);
  assert.equal(names.foreignLink(opened.foreign, other), "The link was made for another version of a.obj.");
  assert.equal(names.foreignLink("b.obj~0", other), "The link was made for b.obj. This is a.obj.");
  assert.deepEqual(fromFragment(link, START, other, 10, true).view, { ...START, plane: { text: "x=3" } });
  assert.equal(fromFragment("#plane=x=3", START, other).foreign, null, "a link by hand names no model");
});

test("the frame of a plane is that of its own normal, not of another plane", () => {
  const bounds = { min: [-10, -20, 0], max: [30, 40, 8] };
  const up = [0, 0, 1];
  const across = planes.guess({ text: "24=x" });
  const { pivot, u, v } = planes.frameOf(across, bounds, up);
  assert.deepEqual(pivot, [24, 10, 4]);
  assert.deepEqual([...u, ...v].map((value) => Math.abs(value)), [0, 1, 0, 0, 0, 1]);
  const turned = planes.turned(across, pivot, u, Math.PI / 36);
  assert.equal(turned.normal[1], 0);
  assert.ok(turned.normal[0] < -0.99 && Math.abs(turned.normal[2]) > 0.08, "turned about its horizontal direction");
  const level = planes.frameOf(planes.guess({ text: "z=1" }), bounds, up);
  assert.deepEqual(level.pivot, [10, 10, 1]);
  assert.equal(level.u[2], 0);
});

test("planes with extreme numbers are left to the server", () => {
  assert.equal(planes.guess({ normal: [1e308, 1e308, 1e308], offset: 0 }), null);
  assert.equal(planes.guess({ normal: [1e-320, 0, 0], offset: 0 }), null);
  assert.equal(planes.guess({ text: "z=1e400" }), null);
  assert.deepEqual(planes.guess({ text: "1.5=x" }).normal.map((value) => value || 0), [-1, 0, 0]);
});

/** Returns an asker whose requests are answered by hand, and a log of what it reports. */
function byHand() {
  const log = [];
  const open = [];
  const asker = new askers.Asker(
    (question, signal) => new Promise((done, failed) => {
      signal.addEventListener("abort", () => failed(new Error("aborted")));
      open.push({ question, done, failed, signal });
    }),
    {
      answered: (answer, question) => log.push(`${question}: ${answer}`),
      refused: (error, question) => log.push(`${question} refused: ${error.message}`),
      lost: (question) => log.push(`${question} lost`),
      rest: () => log.push("rest"),
    },
    8000,
  );
  const turn = () => new Promise((done) => setImmediate(done));
  return { asker, log, open, turn };
}

test("lost requests are repeated with growing pauses, and only the newest question waits", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { asker, log, open, turn } = byHand();
  asker.request("one");
  asker.request("two");
  asker.request("three");
  assert.deepEqual(open.map(({ question }) => question), ["one"]);
  open[0].done("first");
  await turn();
  assert.deepEqual(open.map(({ question }) => question), ["one", "three"]);
  open[1].failed(new TypeError("network"));
  await turn();
  assert.deepEqual(log, ["one: first", "three lost"]);
  context.mock.timers.tick(199);
  assert.equal(open.length, 2);
  context.mock.timers.tick(1);
  assert.equal(open.length, 3);
  open[2].failed(new api.RequestError(503, "busy"));
  await turn();
  context.mock.timers.tick(399);
  assert.equal(open.length, 3);
  asker.retry();
  assert.equal(open.length, 4, "the button does not wait");
  open[3].failed(new api.RequestError(400, "a proxy's own page"));
  await turn();
  assert.deepEqual(log.slice(2), ["three lost", "three lost"], "only the viewer's server refuses a question");
  context.mock.timers.tick(200);
  open[4].failed(new api.RequestError(400, "wrong", 1, null, true));
  await turn();
  assert.deepEqual(log.slice(4), ["three refused: wrong", "rest"]);
  assert.ok(asker.idle);
});

test("a request that hangs is given up, earlier if there is a newer question", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { asker, log, open, turn } = byHand();
  asker.request("one");
  context.mock.timers.tick(8000);
  await turn();
  assert.deepEqual(log, ["one lost"]);
  context.mock.timers.tick(200);
  asker.request("two");
  context.mock.timers.tick(2000);
  await turn();
  assert.deepEqual(open.map(({ question }) => question), ["one", "one", "two"]);
  open[2].failed(new api.RequestError(409, "overtaken"));
  await turn();
  context.mock.timers.tick(50);
  open[3].done("second");
  await turn();
  assert.deepEqual(log, ["one lost", "two: second", "rest"]);
});

test("an equation multiplied by a number has the same heights, levels and positions on the chart, and a curve of its own", () => {
  const bounds = { min: [-3, -1, 0], max: [4, 2, 6] };
  const plane = (normal, offset) => planes.guess({ normal, offset });
  const level = (height) => ({ height, area: 1, faces: "front", object: 0, objects: 1 });
  // z = 1.5 and 2z = 3: the same plane, with normals of length 1 and 2.
  for (const [one, factor] of [[plane([0, 0, 1], -1.5), 2], [plane([0, 0, 1], -1.5), -2], [plane([1, 0, 2], -3), 4], [plane([0, -3, 0], 1.5), 0.5]]) {
    const scaled = plane(one.normal.map((part) => part * factor), one.offset * factor);
    assert.equal(planes.height(scaled), planes.height(one));
    // The server's offsets of the same heights, for both normals.
    const offsets = [0, 0.75, 1.5, 3];
    const along = (info) => Math.hypot(...info.normal);
    const range = planes.extent(bounds, one.normal);
    assert.deepEqual(planes.extent(bounds, scaled.normal), range);
    const x = charts.chartScale(range, 216);
    for (const height of offsets) {
      const [first, second] = [one, scaled].map((info) => charts.heightOf(height * along(info), info.normal));
      assert.ok(Math.abs(first - height) < 1e-12 && Math.abs(second - height) < 1e-12, `${first} ${second}`);
      assert.ok(Math.abs(x(first) - x(second)) < 1e-9);
    }
    assert.deepEqual([range[0], range[1]].map((end) => Math.round(x(end) * 1e9) / 1e9), [8, 208]);
    // The plane lies in the same level of both curves, and a choice of the level leads to the same height.
    for (const info of [one, scaled]) {
      const own = planes.height(info) * along(info);
      const levels = [level(own - 1), level(own), level(own + 1)];
      assert.equal(charts.levelOf(levels, info), 1);
      assert.equal(charts.levelOf([levels[0], levels[2]], info), -1);
      const there = planes.guess(planes.atLevel(info, own));
      assert.equal(planes.height(there), planes.height(one));
    }
    // Offsets for one length of the normal are never read with another length.
    assert.notEqual(charts.curveKey(scaled.normal, "nonzero"), charts.curveKey(one.normal, "nonzero"));
    assert.equal(charts.curveKey(one.normal.map((part) => -part || 0), "nonzero"), charts.curveKey(one.normal, "nonzero"), "a flipped plane has the same curve");
  }
});
