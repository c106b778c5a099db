// What can be downloaded is what a run of the command line writes, byte for byte.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { inflateRawSync } from "node:zlib";
import { packed, program, useLab } from "./lab.mjs";

const lab = useLab();

/** The files of an archive: name and content, by its central directory. */
function unzipped(zip) {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const files = new Map();
  let at = zip.readUInt32LE(end + 16);
  for (let k = 0; k < zip.readUInt16LE(end + 10); k += 1) {
    const [method, size, name, extra, comment, local] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32), zip.readUInt32LE(at + 42)];
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = zip.subarray(from, from + size);
    files.set(zip.toString("utf8", at + 46, at + 46 + name), method === 8 ? inflateRawSync(content) : content);
    at += 46 + name + extra + comment;
  }
  return files;
}

/** The files below a folder. */
function written(folder) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  return new Map(names.map((name) => [name.slice(folder.length + 1), readFileSync(name)]));
}

/** Without the time that the run took, which no two runs share. */
const timeless = (content) => content.toString("utf8").replace(/"wall_time": ?[\d.e-]+/, '"wall_time": 0');

for (const [scene, words] of [
  [{ name: "bar-drop" }, ["bar-drop"]],
  [{ name: "bar-drop", variant: "fig_3.9", changes: [["contact.0.e", "0.8"]] }, ["bar-drop", "--variant", "fig_3.9", "--set", "contact.0.e=0.8"]],
  [{ name: "ex95" }, ["ex95"]],
]) {
  test(`everything of ${words.join(" ")} is as the command line writes it`, async () => {
    const page = await lab.open(`#/scene/${await packed({ ...scene, tab: "Files" })}`);
    await page.waitForSelector(".summary");
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Everything a run leaves" }).click()]);
    const zip = unzipped(readFileSync(await download.path()));
    const folder = mkdtempSync(join(tmpdir(), "carom-"));
    try {
      execFileSync(program(), ["run", ...words, "--out", join(folder, "out"), "--impulse-planes", "20"], { stdio: "ignore" });
      const files = written(join(folder, "out"));
      // The text of the scene comes with the archive: the page sends it, the command line has its file.
      assert.ok(zip.delete("scene.toml"));
      assert.deepEqual([...zip.keys()].sort(), [...files.keys()].sort());
      for (const [name, content] of files) assert.equal(timeless(zip.get(name)), timeless(content), name);
      assert.ok(files.size >= 8, [...files.keys()].join(", "));
    } finally {
      rmSync(folder, { recursive: true });
    }
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });
}
