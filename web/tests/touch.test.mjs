// The laboratory under fingers: two zoom the picture, one moves it, a lifted one leaves nothing behind; what is pressed is large enough.

import assert from "node:assert/strict";
import { test } from "node:test";
import { drawn, useLab } from "./lab.mjs";

const lab = useLab();
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** The picture, once it is drawn. */
async function picture(page) {
  await drawn(page);
  return page.locator(".canvas-holder canvas").evaluate((canvas) => canvas.toDataURL());
}

/** Fingers at some points: down, moved in steps, up. */
async function fingers(page, from, to) {
  const session = await page.context().newCDPSession(page);
  const points = (share) => from.map(([x, y], id) => ({ x: x + share * (to[id][0] - x), y: y + share * (to[id][1] - y), id }));
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: points(0) });
  for (const share of [0.25, 0.5, 0.75, 1]) await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: points(share) });
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

test("two fingers zoom about their middle, one moves, and Fit brings all back", async () => {
  const page = await lab.open("#/scene/bar-drop", PHONE);
  await page.waitForSelector(".summary");
  await page.getByRole("button", { name: "Pause" }).click();
  await page.locator(".canvas-holder").scrollIntoViewIfNeeded();
  const { x, y, width, height } = await page.locator(".canvas-holder canvas").boundingBox();
  const middle = [x + width / 2, y + height / 2];
  const start = await picture(page);
  await fingers(page, [[middle[0] - 40, middle[1]], [middle[0] + 40, middle[1]]], [[middle[0] - 80, middle[1]], [middle[0] + 80, middle[1]]]);
  const zoomed = await picture(page);
  assert.notEqual(zoomed, start, "a pinch changes the picture");
  await fingers(page, [[middle[0] - 80, middle[1]], [middle[0] + 80, middle[1]]], [[middle[0] - 40, middle[1]], [middle[0] + 40, middle[1]]]);
  assert.equal(await picture(page), start, "and the opposite one takes it back");
  await fingers(page, [middle], [[middle[0] + 60, middle[1] + 30]]);
  const moved = await picture(page);
  assert.notEqual(moved, start);
  // No finger is down: nothing moves.
  await page.mouse.move(middle[0] - 50, middle[1] - 50);
  assert.equal(await picture(page), moved);
  await page.getByRole("button", { name: "Fit" }).click();
  assert.equal(await picture(page), start);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("what is pressed with a finger is large enough", async () => {
  for (const [hash, ready] of [["#/scene/bar-drop", ".summary"], ["#/scenes", ".card"], ["#/impact", "tr[data-row=kane]"], ["#/compare", "tr[data-row=stronge]"], ["#/sweep", "canvas.heat"]]) {
    const page = await lab.open(hash, PHONE);
    await page.waitForSelector(ready);
    const small = await page.evaluate(() => [...document.querySelectorAll("button:not(.link), select, input:not([type=checkbox]), .top nav a, label.inline")]
      .filter((one) => one.checkVisibility())
      .map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
      .filter(([, box]) => box.height < 32 || box.width < 32)
      .map(([name, box]) => `${name}: ${box.width} by ${box.height}`));
    assert.deepEqual(small, [], hash);
    await page.context().close();
  }
});
