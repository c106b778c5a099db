// A path through each page with the keyboard alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { gone, rerun, says, tabTo, useLab } from "./lab.mjs";

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

/** What has the focus: its label, its data or its words. */
const focused = (page) => page.evaluate(() => {
  const { activeElement: here } = document;
  return here === document.body ? "nothing" : here.getAttribute("aria-label") ?? here.dataset.law ?? here.dataset.way ?? here.textContent;
});

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
  // From the first row: wherever it was paused, the next row may be too near to be told apart, or not be there.
  await tabTo(page, ".scrub");
  await press("Home");
  assert.equal(await page.textContent(".clock"), "t = 0 s");
  await press("Shift+Tab");
  assert.equal(await focused(page), "One row on");
  await press("Enter");
  assert.notEqual(await page.textContent(".clock"), "t = 0 s");
  await tabTo(page, '.form input[type="text"]');
  const label = await page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  await press("Control+a");
  await page.keyboard.type("0.4");
  // The form is made again before the run; the focus stays at the field.
  await rerun(page, () => press("Enter"));
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
  const { page, press } = await start("#/sweep", ".sweep-page .legend .swatch");
  await says(page, "576 runs in");
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

/** Focuses a control, changes it as a user would, waits until it is made anew and for what else that brings; the focus must be where it was. */
async function stays(page, selector, act, done = () => {}) {
  const control = page.locator(selector).first();
  await control.focus();
  const [before, old] = [await focused(page), await control.elementHandle()];
  await act(control);
  await gone(page, old);
  await done();
  assert.equal(await focused(page), before, `the focus after ${selector}`);
}

test("controls that are made anew keep the focus", async () => {
  const key = (name) => () => page.keyboard.press(name);
  const { page } = await start("#/impact", "tr[data-row=kane]");
  await stays(page, "input[data-law=cs]", key("Space"), () => page.waitForSelector("tr[data-row=cs]"));
  await stays(page, '[aria-label="Preset"]', (one) => one.selectOption("superball"), () => page.waitForSelector("tr[data-row=walton]"));
  await stays(page, "button:text-is('Rod on a plane')", key("Enter"), () => page.waitForSelector("input[data-key=angle]"));
  await stays(page, '[aria-label="What the map shows"]', (one) => one.selectOption("energy"), () => page.locator(".map .legend", { hasText: "created" }).waitFor());
  await lab.visit(page, "#/compare");
  await page.waitForSelector("tr[data-row=stronge]");
  await stays(page, "input[data-way=smith]", key("Space"), () => page.waitForSelector("tr[data-row=smith]"));
  await stays(page, '[aria-label="Variant"]', (one) => one.selectOption({ index: 1 }), () => says(page, "ways compared"));
  await lab.visit(page, "#/sweep");
  await page.waitForSelector("canvas.heat");
  await stays(page, '[aria-label="Parameter 1"]', (one) => one.selectOption({ index: 2 }));
  await lab.visit(page, "#/scene/bar-drop");
  await stays(page, '[aria-label="Variant"]', (one) => rerun(page, () => one.selectOption({ index: 1 })));
  await stays(page, '[aria-label="Quantity of chart 1"]', (one) => one.selectOption("angle"));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a field that is half typed is not lost when the scene is read again", async () => {
  const { page } = await start("#/scene/bar-drop", ".summary");
  await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
  // The answer to the first field comes while one types in the second.
  let release;
  const released = new Promise((resolve) => (release = resolve));
  await page.route("**/api/v1/scene", async (route) => {
    await released;
    await route.continue();
  });
  const [mass, spin] = ['[data-field="body.0.mass"] input', '[data-field="body.0.spin"] input'].map((one) => page.locator(one).first());
  await mass.fill("2");
  await mass.press("Enter");
  await spin.click();
  await spin.press("Control+a");
  await page.keyboard.type("0.1");
  release();
  await page.waitForFunction(() => /^mass = 2/m.test(document.querySelector("textarea").value));
  await page.keyboard.type("5");
  assert.equal(await spin.inputValue(), "0.15");
  await page.context().close();
});

test("a link of the content leads the keyboard to the new content; the clock is not read out", async () => {
  const { page, press } = await start("#/scenes", ".card");
  await tabTo(page, ".card");
  await press("Enter");
  await page.waitForSelector(".summary");
  assert.equal(await page.evaluate(() => document.activeElement.id), "main");
  // What changes with every frame must not be a live region.
  const live = await page.locator(".clock").evaluate((clock) => clock.closest("output, [aria-live], [role=status], [role=alert], [role=log]") !== null);
  assert.equal(live, false);
  assert.match(await page.getAttribute(".scrub", "aria-valuetext"), / s$/);
  await page.context().close();
});

test("who asks for less motion gets a scene that rests until Play is pressed", async () => {
  const page = await lab.open("#/scene/bar-drop", { reducedMotion: "reduce" });
  await page.waitForSelector(".summary");
  assert.equal(await page.textContent("button.play"), "Play");
  assert.equal(await page.textContent(".clock"), "t = 0 s");
  await page.getByRole("button", { name: "Play" }).click();
  await page.waitForFunction(() => document.querySelector(".clock").textContent !== "t = 0 s");
  await page.context().close();
});
