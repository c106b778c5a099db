// What a page shows, as words of the command line.

import type { SceneIn } from "../api";

/** A word as a shell takes it. */
export function quoted(word: string): string {
  return /^[\w.,:=+/@%-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\\''")}'`;
}

/** A scene with what was changed: its name, or the file that its text is saved as. */
export function sceneWords(scene: SceneIn, name: string): string {
  const words = [quoted(scene.text === undefined ? (scene.name ?? name) : fileName(name))];
  if (scene.variant) words.push("--variant", quoted(scene.variant));
  for (const [path, value] of scene.changes ?? []) words.push("--set", quoted(`${path}=${value}`));
  return words.join(" ");
}

/** The name a scene's text is saved under. */
export function fileName(name: string): string {
  return `${name.replace(/[^\p{L}\p{N}._ -]/gu, "-")}.toml`;
}

/** The command that runs a scene; a law on every contact is what `compare` puts there. */
export function runCommand(scene: SceneIn, name: string): string {
  const words = sceneWords(scene, name);
  return scene.law ? `carom compare ${words} --law ${quoted(scene.law)}` : `carom run ${words}`;
}
