// The pictures of the tour, drawn again when CAROM_DRAW_PICTURES is set (make pictures).

import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { useLab } from "./lab.mjs";

const skip = process.env.CAROM_DRAW_PICTURES ? false : "set CAROM_DRAW_PICTURES to draw the pictures of the book";
const folder = fileURLToPath(new URL("../../docs/src/lab/pictures", import.meta.url));
const lab = useLab();

/** A page brought to where it is worth a picture, and the picture. */
async function draw(name, hash, act, viewport = { width: 1280, height: 860 }) {
  const page = await lab.open(hash, { viewport });
  await act(page);
  await page.screenshot({ path: `${folder}/${name}.jpg`, type: "jpeg", quality: 82 });
  await page.context().close();
}

/** Moves the time to a share of the run. */
const scrub = (page, share) => page.locator(".scrub").evaluate((slider, part) => {
  slider.value = String(Number(slider.min) + part * (Number(slider.max) - Number(slider.min)));
  slider.dispatchEvent(new Event("input"));
}, share);

test("the falling bar", { skip }, () => draw("scene", "#/scene/bar-drop", async (page) => {
  await page.waitForSelector(".summary");
  await page.getByLabel("Trails").check();
  await scrub(page, 0.475);
  await page.getByRole("tab", { name: /Events/ }).click();
  await page.locator(".event").first().click();
  await page.waitForSelector(".impulse-plane");
}));

test("a scene of space", { skip }, () => draw("space", "#/scene/ex95", async (page) => {
  await page.waitForSelector(".summary");
  for (const tick of ["Trails", "Names"]) await page.getByLabel(tick).check();
  await page.waitForFunction(() => document.querySelectorAll(".names span").length > 0);
  await page.getByRole("tab", { name: /Events/ }).click();
  await page.locator(".event").nth(3).click();
  await page.waitForTimeout(1500);
}));

test("a model being built", { skip }, () => draw("build", "#/scenes", async (page) => {
  await page.waitForSelector(".card");
  await page.getByRole("button", { name: "New scene" }).click();
  await page.waitForFunction(() => document.querySelector('[aria-label="First body"]')?.value === "disc-1");
  await page.getByRole("button", { name: "Smaller" }).click();
  const canvas = page.locator(".canvas-holder canvas");
  const drop = (piece, x, y) => page.locator(`[data-piece="${piece}"]`).dragTo(canvas, { targetPosition: { x, y } });
  await drop("Box", 160, 90);
  await drop("Pin", 160, 90);
  await drop("Rod", 640, 60);
  await page.getByLabel("Chosen part").selectOption("body box-1");
  await drop("Spring", 560, 60);
  await drop("Triangle", 400, 300);
  await page.waitForTimeout(800);
}));

test("an impact under five laws", { skip }, () => draw("impact", "#/impact", async (page) => {
  await page.waitForSelector(".legend .swatch");
  await page.waitForTimeout(500);
}));

test("a scene under three laws", { skip }, () => draw("compare", "#/compare", async (page) => {
  await page.waitForFunction(() => /3 ways compared/.test(document.querySelector(".status").textContent));
  await page.getByLabel("Trails").check();
  await scrub(page, 0.8);
  await page.waitForTimeout(500);
}));

test("a sweep over two values", { skip }, () => draw("sweep", "#/sweep", async (page) => {
  await page.waitForFunction(() => /576 runs in/.test(document.querySelector(".status").textContent), undefined, { timeout: 60_000 });
  const box = await page.locator("canvas.heat").boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 3);
  await page.waitForTimeout(300);
}));
