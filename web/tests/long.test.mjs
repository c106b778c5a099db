// A run of a million rows: thinned for the screen, exact where one looks closer, fluid to play.

import assert from "node:assert/strict";
import { test } from "node:test";
import { useLab } from "./lab.mjs";

const lab = useLab();

/** A weight on a spring, 1/2π of 10 rad/s; rows every 0.1 ms for 100 s. */
const SCENE = `[scene]
name = "million"
[run]
until = 100.0
every = 1e-4
[[body]]
name = "weight"
shape = { disc = { radius = 0.1 } }
mass = 1.0
position = [1.0, 0.0]
[[force]]
kind = "spring"
between = ["weight", "world"]
start-b = [0.0, 0.0]
stiffness = 100.0
free-length = 0.0
`;

test("a million rows", { timeout: 300_000 }, async (context) => {
  const page = await lab.open("#/scene/bar-drop");
  await page.waitForSelector(".summary");
  await page.getByRole("tab", { name: "Text" }).click();
  await page.fill("textarea", SCENE);
  await page.waitForFunction(() => document.querySelector("h1").textContent === "million");
  await page.getByLabel("Quantity of chart 1").selectOption("x");
  const began = Date.now();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.waitForFunction(() => /of 100000\d rows shown/.test(document.querySelector(".summary")?.textContent ?? ""), undefined, { timeout: 240_000 });
  context.diagnostic(`${await page.textContent(".summary")}; shown after ${((Date.now() - began) / 1000).toFixed(1)} s`);
  // Frames while it plays.
  const frame = await page.evaluate(async () => {
    document.querySelector("button.play").textContent === "Play" && document.querySelector("button.play").click();
    const times = [];
    for (let k = 0; k < 60; k += 1) times.push(await new Promise((resolve) => requestAnimationFrame(resolve)));
    return (times.at(-1) - times[0]) / 59;
  });
  context.diagnostic(`a frame every ${frame.toFixed(1)} ms`);
  assert.ok(frame < 100, `a frame every ${frame} ms`);
  // A part of the curve: about a ninetieth of the run, all of its rows.
  const box = await page.locator(".u-over").first().boundingBox();
  const zoomed = Date.now();
  await page.mouse.move(box.x + box.width * 0.5, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.511, box.y + 60, { steps: 3 });
  await page.mouse.up();
  await page.waitForFunction(() => /Exact: all/.test(document.querySelector(".status").textContent), undefined, { timeout: 120_000 });
  const status = await page.textContent(".status");
  context.diagnostic(`${status} (${((Date.now() - zoomed) / 1000).toFixed(1)} s)`);
  const [, rows, from, to] = status.match(/all (\d+) rows from (\S+) to (\S+) s/).map(Number);
  // A row each 0.1 ms; the bounds are read to six digits.
  assert.ok(Math.abs(rows - (to - from) * 1e4) <= 12, `${rows} rows from ${from} to ${to}`);
  await page.locator(".u-over").first().dblclick();
  await page.waitForFunction(() => /rows shown/.test(document.querySelector(".status").textContent));
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
