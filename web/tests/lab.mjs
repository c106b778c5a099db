// The program under test and a browser that looks at it.

import { spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("../..", import.meta.url));
export const shots = fileURLToPath(new URL("../shots", import.meta.url));
mkdirSync(shots, { recursive: true });

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

/** Starts Chromium. */
function startBrowser() {
  const known = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
  const executablePath = known.find((path) => path && existsSync(path));
  if (!executablePath) throw new Error("Chromium is not installed (make test installs Debian's package)");
  const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--enable-unsafe-swiftshader"];
  return chromium.launch({ executablePath, args });
}

/** A laboratory and a browser for the tests of a file. */
export function useLab() {
  const used = {
    open: (hash, options) => open(used.browser, used.address, hash, options),
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

/** Presses Tab until what has the focus is this. */
export async function tabTo(page, selector, most = 250) {
  for (let k = 0; k < most; k += 1) {
    await page.keyboard.press("Tab");
    const here = page.locator(`${selector}:focus`);
    if (await here.count()) return here;
  }
  throw new Error(`Tab does not reach ${selector}`);
}
