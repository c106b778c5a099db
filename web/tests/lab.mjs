// The program under test and a browser that looks at it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect, isDeepStrictEqual } from "node:util";
import { inflateRawSync } from "node:zlib";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("../..", import.meta.url));
export const shots = fileURLToPath(new URL("../shots", import.meta.url));
mkdirSync(shots, { recursive: true });

/** How long anything is waited for, in milliseconds: only a failure takes as long, however slow the machine. */
const PATIENCE = 60_000;

/** The program: as told, or the newest build. */
export function program() {
  const known = [process.env.CAROM, `${root}target/debug/carom`, `${root}target/release/carom`];
  const found = known.find((path) => path && existsSync(path));
  if (!found) throw new Error("build the program first: cargo build -p carom-cli");
  return resolve(found);
}

/** Starts the laboratory at a free port; resolves to its address. */
async function startLab() {
  const child = spawn(program(), ["lab", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((settle, reject) => {
    let text = "";
    child.stdout.on("data", (data) => {
      text += data;
      const found = text.match(/http:\/\/\S+/);
      if (found) settle(found[0]);
    });
    child.on("exit", (code) => reject(new Error(`carom lab ended with ${code}: ${text}`)));
  });
  return { address, child };
}

/** Starts Chromium, which now and then crashes as it starts, once more if it has to. */
async function startBrowser(tries = 3) {
  const known = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  const executablePath = known.find((path) => path && existsSync(path));
  if (!executablePath) throw new Error("Chromium is not installed (make test installs Debian's package)");
  const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--enable-unsafe-swiftshader"];
  try {
    return await chromium.launch({ executablePath, args });
  } catch (problem) {
    if (tries === 1) throw problem;
    return startBrowser(tries - 1);
  }
}

/** A laboratory and a browser for the tests of a file. */
export function useLab() {
  const used = {
    open: (hash, options) => open(used.browser, used.address, hash, options),
    visit: (page, hash) => visit(page, used.address + hash),
    ask: (path, body) => ask(used.address, path, body),
    lines: (path, body) => lines(used.address, path, body),
  };
  before(async () => {
    Object.assign(used, await startLab());
    used.browser = await startBrowser();
  });
  after(async () => {
    await used.browser?.close();
    used.child?.kill("SIGINT");
  });
  return used;
}

/** Opens a page of the lab; whatever goes wrong in it is kept in `page.problems`. */
async function open(browser, address, hash, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 }, acceptDownloads: true, ...options });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(error.message));
  page.on("console", (message) => {
    // A refused scene is a 422, which the browser also writes down.
    if (message.type() === "error" && !message.text().includes("status of 4")) page.problems.push(message.text());
  });
  await page.goto(address + hash);
  return page;
}

/** Goes to another page of the lab; resolves once nothing of the one before is left. */
async function visit(page, address) {
  const before = await page.waitForSelector("#main > *");
  await page.goto(address);
  await gone(page, before);
}

/** Waits until an element is no longer part of the page. */
export const gone = (page, element) => page.waitForFunction((one) => !one.isConnected, element);

/** Asks the engine itself. */
async function ask(address, path, body) {
  const init = body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  return fetch(`${address}api/v1/${path}`, init);
}

/** All lines of a stream. */
async function lines(address, path, body) {
  const response = await ask(address, path, body);
  if (!response.ok) throw new Error(await response.text());
  return (await response.text()).trim().split("\n").map((line) => JSON.parse(line));
}

/** Letters of a link that hold a state. */
export async function packed(state) {
  const bytes = await new Response(new Blob([JSON.stringify(state)]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
  return `~${Buffer.from(bytes).toString("base64url")}`;
}

/** The state that the link of a page holds, nothing if it holds none yet. */
export function linked(page) {
  const [, letters] = new URL(page.url()).hash.split("/~");
  return letters ? JSON.parse(inflateRawSync(Buffer.from(letters, "base64url"))) : {};
}

/** Reads again and again until what is read is as wanted, a value or a test of it; fails with what was read last. */
export async function until(read, wanted, message = "waited in vain") {
  const isWanted = typeof wanted === "function" ? wanted : (seen) => isDeepStrictEqual(seen, wanted);
  for (const end = Date.now() + PATIENCE; ; await sleep(20)) {
    const seen = await read();
    if (isWanted(seen)) return seen;
    assert.ok(Date.now() < end, `${message}: ${inspect(seen)}${typeof wanted === "function" ? "" : ` instead of ${inspect(wanted)}`}`);
  }
}

/** Waits until the line of status says some words. */
export const says = (page, words) => page.waitForFunction((text) => document.querySelector(".status")?.textContent.includes(text), words);

/** Does what makes a scene run again; resolves once that run has ended. */
export async function rerun(page, act) {
  const before = await page.waitForSelector(".summary");
  await act();
  await gone(page, before);
  await page.waitForSelector(".summary");
}

/** Waits until all is drawn that was asked for: pictures are drawn with the next frame. */
export const drawn = (page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Presses Tab until what has the focus is this. */
export async function tabTo(page, selector, most = 250) {
  for (let k = 0; k < most; k += 1) {
    await page.keyboard.press("Tab");
    const here = page.locator(`${selector}:focus`);
    if (await here.count()) return here;
  }
  throw new Error(`Tab does not reach ${selector}`);
}
