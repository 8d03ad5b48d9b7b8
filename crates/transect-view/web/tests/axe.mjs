// Runs axe-core, a checker of accessibility, on a page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const AXE = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Fails if axe-core has a serious or critical finding. */
export async function accessible(page, state) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(`${AXE}; undefined`);
  const findings = await page.evaluate(async (tags) => {
    const { violations } = await window.axe.run(document, { runOnly: { type: "tag", values: tags }, resultTypes: ["violations"] });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, help, nodes }) => nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(" ")}: ${failureSummary}`));
  }, TAGS);
  assert.deepEqual(findings, [], state);
}
