// The page of one collision: presets, the map, and exports that are those of the command line.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { gone, packed, program, until, useLab } from "./lab.mjs";

const lab = useLab();

/** What a button saves. */
async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
  return readFileSync(await download.path(), "utf8");
}

/** What the command that a page shows prints, with more words. */
const printed = (command, ...more) => execFileSync(program(), [...command.split(" ").slice(1), ...more], { encoding: "utf8" });

test("impact: what is exported is what the command line says, to the last bit", async () => {
  const { laws } = await (await lab.ask("laws")).json();
  const coefficients = { e: 0.6, mu: 0.5, mu_static: 0.7, nu: 0.4, e_t: 0.3, e_m: -0.2, e_mc: -0.4, e_me: -0.5 };
  const local = { geometry: "local", a: 4, b: 1, c: 3, d: 1.5, ee: 0.5, f: 6, vn: -1.2, vt: 0.8, vm: -0.5 };
  for (const geometry of [local, { geometry: "rod", angle: 30, end: "right" }]) {
    const page = await lab.open(`#/impact/${await packed({ ...geometry, coefficients, laws: laws.map((law) => law.name) })}`);
    await page.waitForSelector("tr[data-row=cs]");
    const panel = page.locator('[aria-label="Answers of the laws"]');
    const command = await page.textContent(".impact-page .command");
    const own = JSON.parse(await saved(page, panel.getByRole("button", { name: "JSON" })));
    const theirs = JSON.parse(printed(command, "--json"));
    assert.deepEqual(own.results, theirs.results);
    assert.deepEqual([own.contact, own.before, own.det], [theirs.contact, theirs.before, theirs.det]);
    const [head, ...rows] = (await saved(page, panel.getByRole("button", { name: "CSV" }))).trim().split("\n").map((line) => line.match(/("[^"]*"|[^,]*)(,|$)/g).map((cell) => cell.replace(/,$/, "")));
    assert.equal(rows.length, laws.length);
    rows.forEach((row, index) => {
      const { law, impulse, energy_change } = theirs.results[index];
      assert.equal(row[0], law);
      if (impulse) assert.deepEqual(["impulse.normal", "impulse.tangential", "impulse.moment", "energy_change"].map((name) => Number(row[head.indexOf(name)])), [impulse.normal, impulse.tangential, impulse.moment, energy_change]);
    });
    assert.match(await saved(page, panel.getByRole("button", { name: "SVG" })), /^<(\?xml|svg)/);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
});

test("impact: a preset is the same whatever was set before, and its title holds", async () => {
  const page = await lab.open("#/impact");
  await page.waitForSelector("tr[data-row=kane]");
  const choose = async (key) => {
    const before = await page.waitForSelector(".table-holder table");
    await page.getByLabel("Preset").selectOption(key);
    await gone(page, before);
  };
  const table = () => page.textContent(".table-holder tbody");
  await choose("classic");
  const classic = await table();
  assert.match(await page.locator("tr[data-row=kane] td").last().textContent(), /gains energy/);
  await choose("moment");
  await page.waitForSelector("tr[data-row=cs]");
  await page.locator("input[data-law=kane]").check();
  await page.fill("input[data-key=mu_static]", "1.8");
  await choose("classic");
  await until(table, classic);
  // A material has no static friction of somebody else, and says where its numbers come from.
  await page.fill("input[data-key=mu_static]", "1.8");
  await choose("m:steel-disc");
  const { mu, mu_static } = (await (await lab.ask("materials")).json()).find((one) => one.name === "steel-disc").coefficients;
  const parts = [`--mu ${mu}( |$)`, `--mu-static ${mu_static ?? mu}( |$)`].map((part) => new RegExp(part));
  await until(() => page.textContent(".impact-page .command"), (command) => parts.every((part) => part.test(command)));
  assert.match(await page.textContent(".origin"), /steel discs of 1 cm radius.*Cholet 1998/);
  await page.context().close();
});

test("impact: a collision that lies outside of the map is told, not drawn beside it", async () => {
  const page = await lab.open("#/impact");
  await page.waitForSelector(".map .legend .swatch");
  const said = page.locator(".map [role=status]");
  assert.equal(await said.textContent(), "");
  await page.fill("input[data-key=vt]", "4");
  await page.waitForFunction(() => /outside of this map/.test(document.querySelector(".map [role=status]").textContent));
  assert.match(await said.textContent(), /D_T \/ \|D_N\| before 4/);
  await page.fill("input[data-key=vt]", "0.6");
  await page.waitForFunction(() => document.querySelector(".map [role=status]").textContent === "");
  await page.context().close();
});
