// What a run leaves, as files.

import { api, type SceneIn } from "../api";
import { download, fill, h } from "../dom";
import { fileName, runCommand } from "./command";

const FILES: Record<string, string> = {
  "all.zip": "Everything a run leaves (zip)",
  "trajectory.csv": "Trajectory, every row (CSV)",
  "contacts.csv": "Contact forces (CSV)",
  "events.jsonl": "Events (JSON lines)",
  "summary.json": "Summary (JSON)",
};

export interface Source {
  scene: () => SceneIn;
  name: () => string;
  text: () => string;
  say: (sentence: string) => void;
  done: () => void;
  fail: (problem: unknown) => void;
}

/** The buttons, and what has to be told when the scene has changed. */
export interface Files { element: HTMLElement; show: (scene: SceneIn) => void }

/** Buttons that save the scene and the files of its run, and the command that does the same. */
export function filesPanel(source: Source): Files {
  const command = h("p", { class: "muted" });
  const get = (file: string) => async () => {
    source.say(`${file} is written…`);
    try {
      const blob = await api.file(source.scene(), file);
      download(`${source.name()}-${file}`, blob, blob.type);
      source.done();
    } catch (problem) {
      source.fail(problem);
    }
  };
  const show = (scene: SceneIn) => fill(command, scene.text === undefined ? "From the command line: " : `From the command line, with the scene saved as ${fileName(source.name())}: `, h("code", { class: "command" }, runCommand(scene, source.name())));
  const element = h("div", { class: "files" },
    h("button", { class: "primary", onclick: () => download(fileName(source.name()), source.text(), "application/toml") }, "Save the scene file (TOML)"),
    h("p", { class: "muted" }, "The picture is thinned for the screen; these files are exact, the same that the command line writes."),
    ...Object.entries(FILES).map(([file, name]) => h("button", { class: "quiet", onclick: get(file) }, name)),
    command);
  return { element, show };
}
