// A link holds the whole set-up: after a reload everything is as it was. Two tabs at once do not disturb each other.

import assert from "node:assert/strict";
import { test } from "node:test";
import { linked, rerun, says, until, useLab } from "./lab.mjs";

const lab = useLab();

/** Waits until the link of a page holds some values. */
const holds = (page, values) => until(() => Object.fromEntries(Object.keys(values).map((key) => [key, linked(page)[key]])), values);

test("a scene: text, variant, tab, quantities, what is ticked", async () => {
  const page = await lab.open("#/scene/bar-drop");
  await page.waitForSelector(".summary");
  await rerun(page, () => page.getByLabel("Variant").selectOption({ index: 2 }));
  await page.getByLabel("Trails").check();
  await page.getByLabel("Impulses").uncheck();
  await page.getByLabel("Quantity of chart 1").selectOption("angle");
  await page.getByRole("tab", { name: "Text" }).click();
  const text = `${await page.inputValue("textarea")}# kept\n`;
  await page.fill("textarea", text);
  await holds(page, { text, variant: await page.inputValue('[aria-label="Variant"]'), tab: "Text", charts: ["angle", "energy"], shown: { trails: true, impulses: false } });
  const state = () => page.evaluate(() => ({
    text: document.querySelector("textarea").value, variant: document.querySelector('[aria-label="Variant"]').value, tab: document.querySelector('[aria-selected="true"]').textContent,
    chart: document.querySelector('[aria-label="Quantity of chart 1"]').value, ticks: [...document.querySelectorAll(".stage-tools input")].map((box) => box.checked),
  }));
  const before = await state();
  assert.deepEqual(before.ticks, [true, true, false, false]);
  await page.reload();
  await page.waitForSelector(".summary");
  await page.waitForFunction(() => document.querySelector('[aria-label="Quantity of chart 1"]'));
  assert.deepEqual(await state(), before);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("impact: every number, the laws, the map", async () => {
  const page = await lab.open("#/impact");
  await page.waitForSelector("tr[data-row=kane]");
  await page.getByRole("button", { name: "Local matrix" }).click();
  for (const [key, value] of [["d", "0.5"], ["ee", "0.25"], ["f", "3"], ["vm", "-0.5"], ["mu", "0.7"]]) await page.fill(`input[data-key=${key}]`, value);
  await page.locator("input[data-law=cs]").check();
  await page.locator("input[data-law=kane]").uncheck();
  await page.getByLabel("What the map shows").selectOption("energy");
  await until(() => linked(page).map?.show, "energy");
  await page.waitForSelector("tr[data-row=cs]");
  await page.waitForSelector("tr[data-row=kane]", { state: "detached" });
  const state = () => page.evaluate(() => ({
    numbers: [...document.querySelectorAll("input[data-key]")].map((input) => [input.dataset.key, input.value]), laws: [...document.querySelectorAll("input[data-law]:checked")].map((box) => box.dataset.law),
    map: document.querySelector('[aria-label="What the map shows"]').value, command: document.querySelector(".command").textContent,
  }));
  const before = await state();
  assert.match(before.command, /--moment-matrix 0\.5,0\.25,3 .*--vm -0\.5/);
  await page.reload();
  await page.waitForSelector("tr[data-row=cs]");
  assert.deepEqual(await state(), before);
  await page.context().close();
});

test("compare and sweep: scene, ways, axes, measure, view", async () => {
  const page = await lab.open("#/compare");
  await page.waitForSelector("tr[data-row=stronge]");
  await page.getByRole("button", { name: "Methods" }).click();
  await page.waitForSelector("tr[data-row=penalty]");
  await page.getByLabel("Quantity", { exact: true }).selectOption("bar.angle");
  await holds(page, { measure: "bar.angle", by: "method" });
  await page.reload();
  await page.waitForSelector("tr[data-row=penalty]");
  assert.equal(await page.inputValue('[aria-label="Quantity"]'), "bar.angle");
  await lab.visit(page, "#/sweep");
  await page.waitForSelector("canvas.heat");
  await page.fill('[data-axis="0-count"]', "6");
  await page.locator('[data-axis="0-count"]').press("Tab");
  await page.fill('[data-axis="1-count"]', "4");
  await page.locator('[data-axis="1-count"]').press("Tab");
  await page.getByRole("button", { name: "Curves" }).click();
  await page.getByRole("button", { name: "Sweep", exact: true }).click();
  await says(page, "24 runs in");
  await until(() => [linked(page).view, ...linked(page).axes.map((axis) => axis.count)], ["curves", 6, 4]);
  await page.reload();
  await says(page, "24 runs in");
  assert.equal(await page.getByRole("button", { name: "Curves" }).getAttribute("aria-pressed"), "true");
  // Four curves, one for each value of the second parameter; a click opens the run of the nearest.
  await until(() => page.locator(".u-legend .u-series").count(), 5);
  const box = await page.locator(".u-over").boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.getByRole("button", { name: "Open this run" }).click();
  await page.waitForSelector(".summary");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("two tabs at once", async () => {
  const one = await lab.open("#/scene/three-coins");
  const two = await one.context().newPage();
  const problems = [];
  two.on("pageerror", (error) => problems.push(error.message));
  await two.goto(`${lab.address}#/scene/bouncing-ball`);
  await Promise.all([one, two].map((page) => page.waitForSelector(".summary")));
  const title = (page) => page.textContent("h1");
  assert.notEqual(await title(one), await title(two));
  // Both are changed, each keeps its own.
  const summaries = [await one.textContent(".summary"), await two.textContent(".summary")];
  await Promise.all([one, two].map((page) => page.getByRole("button", { name: "Run", exact: true }).click()));
  await Promise.all([one, two].map((page) => page.waitForSelector(".summary")));
  const head = (text) => text.split(" · ").slice(0, 3);
  assert.deepEqual([head(await one.textContent(".summary")), head(await two.textContent(".summary"))], summaries.map(head));
  assert.deepEqual([...one.problems, ...problems], []);
  await one.context().close();
});
