// Every page, in both themes and as wide as a telephone, looked through by axe-core: names, roles, headings, live regions, contrast, size of targets.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { packed, says, useLab } from "./lab.mjs";

const lab = useLab();
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds wrong, a line each: the rule, how bad, where. */
async function faults(page) {
  // Not as a script of the page, which its policy forbids.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] } }));
  return violations.flatMap(({ id, impact, help, nodes }) => nodes.map((node) => `${id} (${impact}): ${help}: ${node.target.join(" ")} ${node.any.concat(node.all).map((one) => one.message).join("; ")}`));
}

const summary = (page) => page.waitForSelector(".summary");
const tab = (name) => async (page) => {
  await summary(page);
  await page.getByRole("tab", { name }).click();
};

/** Where to go, and what to do there before one looks. */
const STATES = {
  gallery: ["#/scenes", (page) => page.waitForSelector(".card")],
  scene: ["#/scene/bar-drop", async (page) => {
    await summary(page);
    await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
  }],
  "text with an error": ["#/scene/bar-drop", async (page) => {
    await tab("Text")(page);
    await page.fill("textarea", (await page.inputValue("textarea")).replace("mass = 1.0", "mass = -1.0"));
    await page.waitForSelector(".gutter .wrong");
  }],
  event: ["#/scene/bar-drop", async (page) => {
    await tab(/Events/)(page);
    await page.locator(".event").first().click();
    await page.waitForSelector(".event-record .impulse-plane");
  }],
  "no events": ["#/scene/block-on-incline", tab(/Events/)],
  files: ["#/scene/bar-drop", tab("Files")],
  build: [`#/scene/${await packed({ tab: "Build", build: true })}`, async (page) => {
    await page.locator('[data-piece="Box"]').click();
    await page.waitForFunction(() => document.querySelector("textarea").value.includes("box-1"));
  }],
  space: ["#/scene/ex95", summary],
  impact: ["#/impact", async (page) => {
    await page.waitForSelector("tr[data-row=kane]");
    await page.waitForSelector(".map .legend .swatch");
    await page.locator(".law-box .help").first().click();
  }],
  compare: ["#/compare", (page) => says(page, "3 ways compared")],
  sweep: ["#/sweep", (page) => says(page, "runs in")],
  "a family of curves": [`#/sweep/${await packed({ scene: { name: "bar-drop" }, axes: [{ name: "contact.0.mu", from: 0, to: 1, count: 5 }, { name: "contact.0.e", from: 0, to: 1, count: 3 }], measure: "energy.lost", view: "curves" })}`,
    (page) => says(page, "runs in")],
  lost: ["#/nowhere", (page) => page.waitForSelector(".lost")],
};

for (const [name, [hash, act]] of Object.entries(STATES)) {
  test(`axe finds nothing wrong: ${name}`, async () => {
    const found = [];
    for (const [colorScheme, width, height] of [["light", 1440, 1000], ["dark", 1440, 1000], ["light", 360, 740]]) {
      const page = await lab.open(hash, { colorScheme, viewport: { width, height }, ...(width === 360 ? { hasTouch: true, isMobile: true } : {}) });
      await act(page);
      for (const fault of await faults(page)) found.push(`${colorScheme} ${width}: ${fault}`);
      await page.context().close();
    }
    assert.deepEqual(found, []);
  });
}
