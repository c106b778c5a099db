// Every built-in scene opened, run and shown, in the plane and in space, without an error.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ask, open, startBrowser, startLab } from "./lab.mjs";

let lab;
let browser;
before(async () => {
  lab = await startLab();
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  lab?.child.kill("SIGINT");
});

/** How many colours the picture has; of WebGL, whether anything was drawn. */
function colours(page) {
  return page.locator(".canvas-holder canvas").evaluate(async (canvas) => {
    // A picture of WebGL can be read within the frame that drew it.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
    const copy = document.createElement("canvas");
    [copy.width, copy.height] = [160, 100];
    const context = copy.getContext("2d");
    context.drawImage(canvas, 0, 0, 160, 100);
    const { data } = context.getImageData(0, 0, 160, 100);
    const seen = new Set();
    for (let k = 0; k < data.length; k += 4) seen.add((data[k] << 16) | (data[k + 1] << 8) | data[k + 2]);
    return seen.size;
  });
}

test("every built-in scene opens, runs and shows", { timeout: 1_800_000 }, async (context) => {
  const scenes = await (await ask(lab.address, "scenes")).json();
  assert.ok(scenes.length > 80 && scenes.some((scene) => scene.space === "space"));
  const page = await open(browser, lab.address, "#/scenes", { viewport: { width: 1100, height: 800 } });
  await page.waitForSelector(".card");
  assert.equal(await page.locator(".card").count(), scenes.length);
  const slow = [];
  for (const { name, space } of scenes) {
    const began = Date.now();
    await page.evaluate((hash) => (location.hash = hash), `#/scene/${encodeURIComponent(name)}`);
    // A long run need not end: what has come is shown, and the rest is cancelled by leaving.
    await page.waitForFunction((title) => document.title.startsWith(title) && (document.querySelector(".status .error") || /^t = /.test(document.querySelector(".clock")?.textContent ?? "")), name, { timeout: 120_000 }).catch((problem) => assert.fail(`${name}: ${problem.message}`));
    await page.waitForSelector(".summary, .status .error", { timeout: 8_000 }).catch(() => slow.push(name));
    assert.equal(await page.locator(".status .error").count(), 0, `${name}: ${await page.textContent(".status")}`);
    assert.ok((await page.locator(".form .field").count()) > 0, `${name} has a form`);
    assert.ok((await colours(page)) > (space === "plane" ? 3 : 1), `${name}: the picture is empty`);
    assert.deepEqual(page.problems, [], name);
    if (process.env.VERBOSE) console.log(`# ${name} ${((Date.now() - began) / 1000).toFixed(1)} s`);
  }
  context.diagnostic(`not ended after 8 s, shown all the same: ${slow.join(", ") || "none"}`);
  context.diagnostic(`${scenes.length} scenes`);
  await page.context().close();
});
