// What goes wrong is said where it went wrong, and nothing of before is left standing as if it were the answer.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { linked, packed, program, rerun, says, until, useLab } from "./lab.mjs";

const lab = useLab();

const number = (text) => Number(text.replaceAll("−", "-"));

test("a run that ends without its last line is told, and another can be made", async () => {
  const page = await lab.open("#/scene/bouncing-ball");
  await page.waitForSelector(".summary");
  const [start] = await lab.lines("run", { scene: { name: "bouncing-ball" } });
  const failed = { kind: "error", message: "the engine failed at this run" };
  for (const [lines, words] of [[[start], "ended without a result"], [[start, failed], failed.message]]) {
    await page.route("**/api/v1/run", (route) => route.fulfill({ contentType: "application/x-ndjson", body: lines.map((line) => `${JSON.stringify(line)}\n`).join("") }));
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await says(page, words);
    assert.ok(await page.getByRole("button", { name: "Cancel" }).isHidden());
    await page.unroute("**/api/v1/run");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.waitForSelector(".summary");
  }
  await page.route("**/api/v1/run", (route) => route.abort("connectionrefused"));
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await says(page, "does not answer; is it still running?");
  await page.context().close();
});

/** The words of a command as a shell would cut them. */
const words = (command) => [...command.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word.replaceAll("'", ""));

/** Runs the command a page shows where its scene was saved; gives the energy at the end. */
async function energyOf(page) {
  const folder = mkdtempSync(join(tmpdir(), "carom-"));
  try {
    await page.getByRole("tab", { name: "Files" }).click();
    const [carom, ...rest] = words(await page.textContent(".files .command"));
    assert.equal(carom, "carom");
    const file = rest.find((word) => word.endsWith(".toml"));
    if (file) {
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: "Save the scene file" }).click();
      const download = await saved;
      assert.equal(download.suggestedFilename(), file);
      writeFileSync(join(folder, file), readFileSync(await download.path()));
    }
    execFileSync(program(), [...rest, "--no-plots", "--out", "out"], { cwd: folder });
    const [head, ...rows] = readFileSync(join(folder, "out", "trajectory.csv"), "utf8").trim().split("\n").map((line) => line.split(","));
    return Number(rows.at(-1)[head.indexOf("energy.total")]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("the command shown gives the numbers of the page: a variant, a changed value, both, a run of a sweep", async () => {
  const look = await (await lab.ask("scene", { scene: { name: "block-on-incline" } })).json();
  const variant = look.variants[1];
  const cases = [
    { name: "block-on-incline", variant },
    { name: "bar-drop", change: ["contact.0.e", "0.3"] },
    { name: "block-on-incline", variant, change: ["run.until", "0.4"] },
    { name: "bar-drop", changes: [["contact.0.mu", "0.25"], ["contact.0.e", "0.7"]] },
  ];
  for (const { change, ...state } of cases) {
    const page = await lab.open(`#/scene/${await packed(state)}`);
    await page.waitForSelector(".summary");
    if (change) {
      await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
      const input = page.locator(`[data-field="${change[0]}"] input`).first();
      await input.fill(change[1]);
      await rerun(page, () => input.press("Enter"));
    }
    const shown = number((await page.textContent(".summary")).match(/→ (\S+) J/)[1]);
    const energy = await energyOf(page);
    // The page shows six digits.
    assert.ok(Math.abs(shown - energy) <= 1e-5 * Math.max(Math.abs(energy), 1e-3), `${JSON.stringify({ ...state, change })}: ${shown} on the page, ${energy} by the command`);
    await page.context().close();
  }
});

test("the command of a sweep gives the table of the page, and that of a comparison names what was changed", async () => {
  const look = await (await lab.ask("scene", { scene: { name: "block-on-incline" } })).json();
  const scene = { name: "block-on-incline", variant: look.variants[1], changes: [["run.until", "0.5"]] };
  const axes = [{ name: "parameters.until", from: 0.2, to: 0.4, count: 3 }];
  const page = await lab.open(`#/sweep/${await packed({ scene: { ...scene, changes: [["parameters.mu", "0.2"]] }, axes, measure: "energy.lost" })}`);
  await says(page, "3 runs in");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  const rows = (text) => text.trim().split("\n").slice(1).map((line) => line.split(",").slice(0, 2).map(Number));
  const own = rows(readFileSync(await (await saved).path(), "utf8"));
  const folder = mkdtempSync(join(tmpdir(), "carom-"));
  try {
    execFileSync(program(), [...words(await page.textContent(".sweep-page .command")).slice(1), "--out", "sweep.csv"], { cwd: folder, stdio: "ignore" });
    // The same runs, the same bits.
    assert.deepEqual(rows(readFileSync(join(folder, "sweep.csv"), "utf8")), own);
  } finally {
    rmSync(folder, { recursive: true });
  }
  await lab.visit(page, `#/compare/${await packed({ scene, by: "method", ways: ["events", "stepping"] })}`);
  await page.waitForSelector("tr[data-row=stepping]");
  const command = words(await page.textContent(".compare-page .command"));
  assert.deepEqual(command, ["carom", "compare", scene.name, "--variant", scene.variant, "--set", "run.until=0.5", "--method", "events,stepping"]);
  await page.context().close();
});

test("compare: when every way is refused nothing of the last scene is left", async () => {
  const page = await lab.open(`#/compare/${await packed({ scene: { name: "bar-drop" }, ways: ["kane", "stronge"] })}`);
  await page.waitForSelector("tr[data-row=stronge]");
  assert.match(await page.textContent(".ends .command"), /^carom compare bar-drop --law kane,stronge$/);
  await page.route("**/api/v1/run", (route) => route.fulfill({ status: 422, contentType: "application/json", body: JSON.stringify({ error: { message: "the law lacks mu" } }) }));
  await page.getByLabel("Scene", { exact: true }).selectOption("bouncing-ball");
  await says(page, "the law lacks mu");
  assert.equal(await page.locator("tr[data-row]").count(), 0);
  assert.equal(await page.locator(".compare-page .legend .dot").count(), 0);
  assert.equal(await page.locator(".u-legend .u-series").count(), 2, "only the time of each chart is left");
  await page.getByRole("button", { name: "open the scene" }).click();
  await page.waitForFunction(() => location.hash.startsWith("#/scene/"));
  await page.context().close();
});

test("impact: a value that cannot be dims the answers and hides the command", async () => {
  const page = await lab.open("#/impact");
  await page.waitForSelector("tr[data-row=kane]");
  const command = page.locator(".impact-page .command");
  assert.ok(await command.isVisible());
  for (const [wrong, sentence] of [["", /expected a number/], ["7", /e/]]) {
    await page.fill("input[data-key=e]", wrong);
    await page.waitForSelector(".table-holder.outdated");
    assert.match(await page.textContent(".impact-page .error"), sentence);
    assert.ok(await command.isHidden());
    assert.equal(await page.locator(".plane-holder.outdated, .map.outdated").count(), 2);
    await page.fill("input[data-key=e]", "0.5");
    await page.waitForSelector(".table-holder:not(.outdated)");
    assert.ok(await command.isVisible());
  }
  const ticked = await page.locator("input[data-law]:checked").evaluateAll((boxes) => boxes.map((box) => box.dataset.law));
  for (const law of ticked) await page.locator(`input[data-law="${law}"]`).uncheck();
  await command.waitFor({ state: "hidden" });
  await page.context().close();
});

test("impact: static friction that is not said is the kinetic one; the inelastic preset is as its title says", async () => {
  const page = await lab.open("#/impact");
  await page.waitForSelector("tr[data-row=kane]");
  await page.getByLabel("Preset").selectOption("inelastic");
  await page.waitForSelector("tr[data-row=wang-mason-newton]");
  const impulse = async (law) => number(await page.locator(`tr[data-row=${law}] td`).first().textContent());
  await page.waitForFunction(() => document.querySelector("input[data-key=e]").value === "0");
  const [kane, newton, poisson, stronge] = await Promise.all(["kane", "wang-mason-newton", "wang-mason-poisson", "stronge"].map(impulse));
  assert.deepEqual([newton, poisson], [stronge, stronge]);
  assert.ok(Math.abs(kane - stronge) > 0.02, `${kane} and ${stronge}`);
  assert.equal(await page.inputValue("input[data-key=mu_static]"), "0.4");
  await page.fill("input[data-key=mu]", "0.6");
  assert.equal(await page.inputValue("input[data-key=mu_static]"), "0.6");
  await page.context().close();
});

test("sweep: points are whole numbers and ranges go up; the message goes with the next press", async () => {
  const page = await lab.open("#/sweep");
  await says(page, "runs in");
  const fill = async (key, value) => {
    await page.fill(`[data-axis="0-${key}"]`, value);
    await page.locator(`[data-axis="0-${key}"]`).press("Tab");
    await page.getByRole("button", { name: "Sweep", exact: true }).click();
  };
  await fill("count", "2.5");
  await says(page, "whole number, 2 or more");
  await fill("count", "3");
  await says(page, "runs in");
  await fill("from", "5");
  await says(page, "from must be less than to");
  assert.equal(await page.textContent(".sweep-page .command"), "");
  await fill("from", "");
  await says(page, "expected numbers for from and to");
  await page.context().close();
});

test("a wrong value in the form is told beside it; the text stays whole", async () => {
  const page = await lab.open("#/scene/bar-drop");
  await page.waitForSelector(".summary");
  const text = await page.inputValue("textarea");
  await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
  const field = page.locator('[data-field="body.0.mass"]');
  await field.locator("input").first().fill("-1");
  await field.locator("input").first().press("Enter");
  assert.match(await field.locator(".error").textContent(), /mass: expected more than 0, got -1/);
  assert.equal(await field.locator("input").first().getAttribute("aria-invalid"), "true");
  assert.equal(await page.getByRole("tab", { selected: true }).textContent(), "Set-up");
  assert.equal(await page.inputValue("textarea"), text);
  await field.locator("input").first().fill("2");
  await field.locator("input").first().press("Enter");
  await page.waitForFunction(() => /^mass = 2/m.test(document.querySelector("textarea").value));
  assert.equal(await page.locator(".field .error").count(), 0);
  await page.context().close();
});

test("a spoiled link and an unknown page are told", async () => {
  for (const [hash, sentence] of [["#/scene/~abc", /This link is spoiled/], ["#/scene/%ff", /This link is spoiled/], ["#/nowhere", /There is no page "nowhere"/], ["#/toString", /There is no page/]]) {
    const page = await lab.open(hash);
    assert.match(await page.textContent(".lost [role=alert]"), sentence, hash);
    assert.deepEqual(page.problems, []);
    await page.context().close();
  }
});

test("the link keeps the speed; help can be hit; charts have names; one impact is one", async () => {
  // A ball that is stopped between its first and its second blow.
  const changes = [["run.until", "0.5"]];
  assert.equal((await lab.lines("run", { scene: { name: "bouncing-ball", changes } })).at(-1).summary.counts.impacts, 1);
  const once = await lab.open(`#/scene/${await packed({ name: "bouncing-ball", changes })}`);
  assert.match(await once.textContent(".summary"), / 1 impact /);
  await once.context().close();
  const page = await lab.open("#/scene/bar-drop");
  await page.waitForSelector(".summary");
  await page.getByLabel("Speed", { exact: true }).selectOption("0.05");
  await until(() => linked(page).speed, 0.05);
  await page.reload();
  await page.waitForSelector(".summary");
  assert.equal(await page.inputValue('[aria-label="Speed"]'), "0.05");
  assert.equal(await page.locator(".chart canvas:not([aria-label])").count(), 0);
  await lab.visit(page, "#/impact");
  await page.waitForSelector("button.help");
  const { width, height } = await page.locator("button.help").first().boundingBox();
  assert.ok(width >= 24 && height >= 24, `${width} by ${height}`);
  await page.context().close();
});

test("walls do not hide what is between them", async () => {
  const page = await lab.open(`#/scene/${await packed({ name: "pile-of-boxes", changes: [["parameters.count", "60"]], shown: { forces: false, impulses: false } })}`);
  await page.waitForSelector(".summary");
  await page.getByRole("button", { name: "Pause" }).click();
  // Boxes are coloured, walls and floors grey.
  const share = async () => page.evaluate(async (letters) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0))], { type: "image/png" }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    let coloured = 0;
    for (let k = 0; k < data.length; k += 4) coloured += Math.max(data[k], data[k + 1], data[k + 2]) - Math.min(data[k], data[k + 1], data[k + 2]) > 60 ? 1 : 0;
    return coloured / (bitmap.width * bitmap.height);
  }, (await page.locator(".canvas-holder").first().screenshot()).toString("base64"));
  await until(share, (seen) => seen > 0.02, "share of the picture that is coloured");
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test("a second law for all pairs is refused kindly", async () => {
  const page = await lab.open(`#/scene/${await packed({ tab: "Build", build: true })}`);
  const contact = page.locator('[data-piece="Contact"]');
  await contact.waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-label="First body"]')?.value === "disc-1");
  const text = await page.inputValue("textarea");
  await contact.dragTo(page.locator(".canvas-holder canvas"), { targetPosition: { x: 40, y: 120 } });
  await page.waitForFunction(() => /has a law for all pairs already/.test(document.querySelector(".side").textContent));
  assert.equal(await page.inputValue("textarea"), text);
  await page.context().close();
});

test("compare: at the time of the cursor every method has a value, whatever its rows", async () => {
  const page = await lab.open(`#/compare/${await packed({ scene: { name: "bar-drop" }, by: "method", ways: ["events", "stepping", "penalty"] })}`);
  await says(page, "3 ways compared");
  const values = () => page.locator(".charts figure").first().locator(".u-legend .u-series .u-value").allTextContents();
  const box = await page.locator(".u-over").first().boundingBox();
  for (const share of [0.11, 0.317, 0.523]) {
    await page.mouse.move(box.x + share * box.width, box.y + box.height / 2);
    await until(values, (shown) => shown.length === 4 && shown.every((text) => /\d/.test(text)));
  }
  await page.context().close();
});
