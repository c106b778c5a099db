// A path through each page with the keyboard alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { tabTo, useLab } from "./lab.mjs";

const lab = useLab();

/** Opens a page and gives its keyboard. */
async function start(hash, ready) {
  const page = await lab.open(hash);
  await page.waitForSelector(ready);
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  return { page, press };
}

test("from the gallery to a scene, its form, its events", async () => {
  const { page, press } = await start("#/scenes", ".card");
  await tabTo(page, 'input[type="search"]');
  await page.keyboard.type("superball");
  await page.waitForFunction(() => document.querySelectorAll(".card").length < 10);
  await tabTo(page, ".card");
  await press("Enter");
  await page.waitForSelector(".summary");
  await tabTo(page, "#main button.primary:text-is('Pause')");
  await press("Enter");
  assert.equal(await page.textContent("button.play"), "Play");
  const clock = await page.textContent(".clock");
  await tabTo(page, '[aria-label="One row on"]');
  await press("Enter");
  assert.notEqual(await page.textContent(".clock"), clock);
  await tabTo(page, '.form input[type="text"]');
  const label = await page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  await press("Control+a");
  await page.keyboard.type("0.4");
  await press("Enter");
  await page.waitForFunction(() => location.hash.includes("/~"));
  // The form is made again after the run; the focus stays at the field.
  await page.waitForSelector(".summary");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), label);
  await press("Shift+Tab");
  await tabTo(page, "[role=tab]");
  await press("ArrowRight", "ArrowRight");
  assert.match(await page.evaluate(() => document.activeElement.textContent), /Events/);
  await tabTo(page, ".event");
  await press("Enter");
  await page.waitForSelector(".event-record .impulse-plane");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("impact: sliders, laws, the map", async () => {
  const { page, press } = await start("#/impact", "tr[data-row=kane]");
  await tabTo(page, "input[data-slider=mu]");
  const before = await page.inputValue("input[data-key=mu]");
  await press("ArrowLeft", "ArrowLeft");
  assert.notEqual(await page.inputValue("input[data-key=mu]"), before);
  await tabTo(page, "input[data-law=cs]");
  await press("Space");
  await page.waitForSelector("tr[data-row=cs]");
  // Its own coefficients have sliders now.
  for (const key of ["nu", "e_t", "e_mc", "e_me"]) assert.equal(await page.locator(`input[data-slider=${key}]`).count(), 1, key);
  await tabTo(page, ".help");
  await press("Enter");
  await page.waitForSelector(".help-box:not([hidden])");
  await press("Escape");
  assert.equal(await page.locator(".help-box:not([hidden])").count(), 0);
  await page.waitForSelector(".legend .swatch");
  await tabTo(page, "canvas.heat");
  await press("ArrowRight", "ArrowUp", "Enter");
  assert.match(await page.textContent(".tip"), /μ/);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("compare: a law more", async () => {
  const { page, press } = await start("#/compare", "tr[data-row=stronge]");
  await tabTo(page, "input[data-way=smith]");
  await press("Space");
  await page.waitForSelector("tr[data-row=smith]");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("sweep: a cell of the map, its run", async () => {
  const { page, press } = await start("#/sweep", "canvas.heat");
  await page.waitForFunction(() => /576 runs in/.test(document.querySelector(".status").textContent), undefined, { timeout: 60_000 });
  await tabTo(page, "canvas.heat");
  await press("ArrowLeft", "ArrowLeft", "Enter");
  await tabTo(page, "button.primary:text-is('Open this run')");
  await press("Enter");
  await page.waitForSelector(".summary");
  assert.match(page.url(), /#\/scene\//);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("the first Tab offers the way past the menu", async () => {
  const { page, press } = await start("", ".summary");
  await press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "To the content");
  await press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "main");
  await press("Space");
  assert.equal(await page.textContent("button.play"), "Play");
  await page.context().close();
});
