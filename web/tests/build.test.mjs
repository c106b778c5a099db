// Building a planar model: dragged, joined, refused with the sentence of the engine, saved, run; also by keys alone.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { program, rerun, shots, tabTo, until, useLab } from "./lab.mjs";

const lab = useLab();

/** A new scene, its window held where it is. */
async function bench() {
  const page = await lab.open("#/scenes");
  await page.waitForSelector(".card");
  await page.getByRole("button", { name: "New scene" }).click();
  await page.waitForSelector("h1:text('My scene')");
  await page.waitForFunction(() => document.querySelector('[aria-label="First body"]')?.value === "disc-1");
  await page.getByRole("button", { name: "Smaller" }).click();
  await page.getByRole("button", { name: "Smaller" }).click();
  return page;
}

const text = (page) => page.inputValue("textarea");
const says = (page, part) => page.waitForFunction((wanted) => document.querySelector("textarea").value.includes(wanted), part);
const piece = (page, name) => page.locator(`[data-piece="${name}"]`);

/** Where a point of the world is on the screen, from the scale that two drops show. */
async function drag(page, name, x, y) {
  await piece(page, name).dragTo(page.locator(".canvas-holder canvas"), { targetPosition: { x, y } });
}

test("bodies, joints, springs and contacts are dragged onto the plane, and the scene runs", async () => {
  const page = await bench();
  await drag(page, "Box", 150, 90);
  await says(page, "box-1");
  await drag(page, "Pin", 150, 90);
  await says(page, 'kind = "pin"\nbetween = ["box-1", "world"]');
  // On another body, with the box chosen before, a spring goes to the box.
  await drag(page, "Rod", 420, 90);
  await says(page, "rod-1");
  await page.getByLabel("Chosen part").selectOption("body box-1");
  await drag(page, "Spring", 420, 90);
  await says(page, 'kind = "spring"\nbetween = ["rod-1", "box-1"]');
  for (const [name, entry] of [["Slider", 'kind = "slider"'], ["Weld", 'kind = "weld"'], ["Point on line", 'kind = "point-on-line"'], ["Distance", 'kind = "distance"']]) {
    await page.getByLabel("First body").selectOption("rod-1");
    await piece(page, name).click();
    await says(page, entry);
    // Each joint is taken away again: all of them at once would hold the rod several times over.
    const groups = await page.locator('[aria-label="Chosen part"] option').allTextContents();
    await page.getByLabel("Chosen part").selectOption(groups.filter((group) => group.startsWith("joint")).at(-1));
    await page.getByRole("button", { name: "Remove" }).click();
    await page.waitForFunction((gone) => !document.querySelector("textarea").value.includes(gone), entry);
  }
  await page.getByLabel("First body").selectOption("rod-1");
  await page.getByLabel("Second body").selectOption("floor-1");
  await page.getByLabel("Law of the contact").selectOption("walton");
  await page.getByLabel("Material of the contact").selectOption("steel-disc");
  await piece(page, "Contact").click();
  await says(page, 'between = ["rod-1", "floor-1"]\nlaw = "walton"\nmaterial = "steel-disc"');
  const built = await text(page);
  // The last step is taken back and done again.
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => !document.querySelector("textarea").value.includes("walton"));
  await page.getByLabel("First body").selectOption("rod-1");
  await page.getByLabel("Second body").selectOption("floor-1");
  await piece(page, "Contact").click();
  await says(page, 'law = "walton"');
  assert.equal(await text(page), built);
  await page.screenshot({ path: `${shots}/built-light-1440.png` });
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.waitForSelector(".summary");
  // The engine takes the file as it stands.
  const stream = await (await lab.ask("run", { scene: { text: built } })).text();
  assert.equal(JSON.parse(stream.trim().split("\n").at(-1)).summary.end, "time");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("what would overlap is refused at once, with the sentence of the engine", async () => {
  const page = await bench();
  const before = await text(page);
  const canvas = await page.locator(".canvas-holder canvas").boundingBox();
  // Onto the disc that is there: it lies a third of the way down.
  const drops = await page.evaluate(() => {
    const [box] = document.querySelectorAll(".canvas-holder canvas");
    return [box.clientWidth / 2, box.clientHeight / 3];
  });
  await drag(page, "Box", drops[0], drops[1]);
  await page.waitForSelector(".builder-error:not([hidden])");
  const sentence = await page.textContent(".builder-error");
  assert.match(sentence, /overlap/);
  assert.equal(await text(page), before, "a refused piece changes nothing");
  // A body that is dragged into the floor stays where it was last allowed.
  await drag(page, "Disc", 150, 60);
  await says(page, "disc-2");
  assert.equal(await page.locator(".builder-error:not([hidden])").count(), 0);
  await page.mouse.move(canvas.x + 150, canvas.y + 60);
  await page.mouse.down();
  await page.mouse.move(canvas.x + 150, canvas.y + canvas.height - 4, { steps: 5 });
  await page.waitForSelector(".builder-error:not([hidden])");
  assert.match(await page.textContent(".builder-error"), /disc-2/);
  await page.screenshot({ path: `${shots}/refused-light-1440.png` });
  await page.mouse.up();
  const answer = await lab.ask("scene", { scene: { text: await text(page) } });
  assert.equal(answer.status, 200, "the text is always one that can be run");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("by keys alone: a piece, its place, a joint, a run", async () => {
  const page = await bench();
  const press = (...keys) => keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  await tabTo(page, '[data-piece="Triangle"]');
  await press("Enter");
  await says(page, "triangle-1");
  const place = async () => (await text(page)).match(/triangle-1"[^]*?position = \[(.*), (.*)\]/).slice(1).map(Number);
  const [x, y] = await place();
  await tabTo(page, ".canvas-holder canvas");
  await press("ArrowRight");
  const step = await until(async () => (await place())[0] - x, (far) => far > 0);
  // Keys that come faster than the engine answers are all taken; each place is written with four digits, good to half a millimetre.
  await press("ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp");
  await until(async () => (await place())[1] - y, (up) => Math.abs(up - 4 * step) < 4 * 0.0005, `not four steps of ${step}`);
  await tabTo(page, '[aria-label="First body"]');
  assert.equal(await page.inputValue('[aria-label="First body"]'), "triangle-1");
  await tabTo(page, '[data-piece="Pin"]');
  await press("Enter");
  await says(page, 'between = ["triangle-1", "world"]');
  await tabTo(page, "button.primary:text-is('Run')");
  await press("Enter");
  await page.waitForSelector(".summary");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a key that the scene leaves out is offered, with its unit, and written into the text", async () => {
  const page = await lab.open("#/scene/bar-drop");
  await page.waitForSelector(".summary");
  const group = page.locator("details[data-group='run']");
  if ((await group.getAttribute("open")) === null) await group.locator("> summary").click();
  await group.locator(".left-out > summary").click();
  const step = group.getByLabel("run largest-step in s");
  await step.fill("2 ms");
  await rerun(page, () => step.press("Enter"));
  await says(page, 'largest-step = "2 ms"');
  const method = page.locator("details[data-group='run']").getByLabel("run simultaneous");
  await rerun(page, () => method.selectOption("poisson"));
  await says(page, 'simultaneous = "poisson"');
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("Undo takes back one step at a time, also what was changed in the form or in the text", async () => {
  const page = await bench();
  const empty = await text(page);
  await drag(page, "Box", 150, 90);
  await says(page, "box-1");
  const dropped = await text(page);
  const mass = page.locator('.builder [data-path$=".mass"]');
  await mass.fill("3");
  await mass.press("Enter");
  await says(page, "mass = 3.0");
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.click();
  await page.waitForFunction((wanted) => document.querySelector("textarea").value === wanted, dropped);
  await undo.click();
  await page.waitForFunction((wanted) => document.querySelector("textarea").value === wanted, empty);
  assert.ok(await undo.isDisabled());
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a model that was built and saved is run by the command line, with the numbers of the page", async () => {
  const page = await bench();
  await drag(page, "Box", 150, 90);
  await says(page, "box-1");
  await drag(page, "Rod", 420, 90);
  await says(page, "rod-1");
  await drag(page, "Pin", 420, 90);
  await says(page, 'kind = "pin"');
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.waitForSelector(".summary");
  const shown = Number((await page.textContent(".summary")).match(/→ (\S+) J/)[1].replaceAll("−", "-"));
  await page.getByRole("tab", { name: "Files" }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save the scene file" }).click()]);
  const folder = mkdtempSync(join(tmpdir(), "carom-"));
  try {
    const file = join(folder, download.suggestedFilename());
    await download.saveAs(file);
    execFileSync(program(), ["run", file, "--no-plots", "--out", join(folder, "out")], { stdio: "ignore" });
    const [head, ...rows] = readFileSync(join(folder, "out", "trajectory.csv"), "utf8").trim().split("\n").map((line) => line.split(","));
    const energy = Number(rows.at(-1)[head.indexOf("energy.total")]);
    // The page shows six digits.
    assert.ok(Math.abs(shown - energy) <= 1e-5 * Math.abs(energy), `${shown} on the page, ${energy} by the command`);
  } finally {
    rmSync(folder, { recursive: true });
  }
  await page.context().close();
});
