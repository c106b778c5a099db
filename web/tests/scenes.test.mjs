// Every built-in scene opened, run and shown, in the plane and in space, without an error.

import assert from "node:assert/strict";
import { test } from "node:test";
import { until, useLab } from "./lab.mjs";

const lab = useLab();

/** How many colours the picture has, as it is on the screen. */
async function colours(page) {
  // At rest: without a graphics card a moving picture of space keeps the page busy.
  await page.evaluate(() => document.querySelector("button.play").textContent === "Pause" && document.querySelector("button.play").click());
  const clip = await page.evaluate(() => {
    const { x, y, width, height } = document.querySelector(".canvas-holder canvas").getBoundingClientRect();
    return { x, y, width, height };
  });
  const png = (await page.screenshot({ clip, timeout: 90_000 })).toString("base64");
  return page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [160, 100];
    const context = copy.getContext("2d");
    context.drawImage(image, 0, 0, 160, 100);
    const pixels = context.getImageData(0, 0, 160, 100).data;
    const seen = new Set();
    for (let k = 0; k < pixels.length; k += 4) seen.add((pixels[k] << 16) | (pixels[k + 1] << 8) | pixels[k + 2]);
    return seen.size;
  }, png);
}

test("every built-in scene opens, runs and shows", { timeout: 1_800_000 }, async (context) => {
  const scenes = await (await lab.ask("scenes")).json();
  assert.ok(scenes.length > 80 && scenes.some((scene) => scene.space === "space"));
  const page = await lab.open("#/scenes", { viewport: { width: 1100, height: 800 } });
  await page.waitForSelector(".card");
  assert.equal(await page.locator(".card").count(), scenes.length);
  const slow = [];
  for (const { name, space } of scenes) {
    await page.evaluate((hash) => (location.hash = hash), `#/scene/${encodeURIComponent(name)}`);
    // A long run need not end: what has come is shown, and the rest is cancelled by leaving.
    await page.waitForFunction((title) => document.title === `${title} · Carom lab` && (document.querySelector(".status .error") || /^t = /.test(document.querySelector(".clock")?.textContent ?? "")), name, { timeout: 120_000 }).catch((problem) => assert.fail(`${name}: ${problem.message}`));
    await page.waitForSelector(".summary, .status .error", { timeout: 5_000 }).catch(() => slow.push(name));
    assert.equal(await page.locator(".status .error").count(), 0, `${name}: ${await page.textContent(".status")}`);
    assert.ok((await page.locator(".form .field").count()) > 0, `${name} has a form`);
    await until(() => colours(page), (count) => count > 8, `${name} of the ${space}: the picture is empty`);
    assert.deepEqual(page.problems, [], name);
  }
  context.diagnostic(`not ended after 5 s, shown all the same: ${slow.join(", ") || "none"}`);
  context.diagnostic(`${scenes.length} scenes`);
  await page.context().close();
});

test("every thumbnail of the gallery shows its scene, and the page never stands still for it", { timeout: 600_000 }, async (context) => {
  const page = await lab.open("#/scenes", { viewport: { width: 1400, height: 900 } });
  await page.waitForSelector(".card");
  // The longest time without a frame: of ten thousand balls each face was painted once, which took half a minute.
  await page.evaluate(() => {
    globalThis.longest = 0;
    let last = performance.now();
    const tick = (now) => {
      globalThis.longest = Math.max(globalThis.longest, now - last);
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  const names = await page.locator(".card canvas").evaluateAll((all) => all.map((canvas) => canvas.dataset.scene));
  /** How many pixels are painted at all, and how many in the colour of a body. */
  const pixels = (name) => page.locator(`canvas[data-scene="${name}"]`).evaluate((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let [painted, coloured] = [0, 0];
    for (let k = 0; k < data.length; k += 4) {
      if (data[k + 3] > 0) painted += 1;
      if (data[k + 3] > 0 && Math.max(data[k], data[k + 1], data[k + 2]) - Math.min(data[k], data[k + 1], data[k + 2]) > 60) coloured += 1;
    }
    return { painted, coloured };
  });
  for (const name of names) {
    await page.locator(`canvas[data-scene="${name}"]`).scrollIntoViewIfNeeded();
    await until(() => pixels(name), ({ painted }) => painted >= 20, `${name}: the thumbnail is empty`);
  }
  // A mass without extent is a dot, not nothing.
  for (const name of ["chaotic-friction-oscillator", "coulomb-oscillator-free", "impact-oscillator", "belt-stick-slip"]) assert.ok((await pixels(name)).coloured > 20, `${name}: the mass is not seen`);
  const longest = await page.evaluate(() => globalThis.longest);
  context.diagnostic(`longest time without a frame: ${longest.toFixed(0)} ms`);
  assert.ok(longest < 10_000, `${longest} ms without a frame`);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});
