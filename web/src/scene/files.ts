// What a run leaves, as files.

import { api, type SceneIn } from "../api";
import { download, h } from "../dom";

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
  /** The command that does the same. */
  command: string;
  say: (sentence: string) => void;
  done: () => void;
  fail: (problem: unknown) => void;
}

/** Buttons that save the scene and the files of its run. */
export function filesPanel(source: Source): HTMLElement {
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
  return h("div", { class: "files" },
    h("button", { class: "primary", onclick: () => download(`${source.name()}.toml`, source.text(), "application/toml") }, "Save the scene file (TOML)"),
    h("p", { class: "muted" }, "The picture is thinned for the screen; these files are exact, the same that the command line writes."),
    ...Object.entries(FILES).map(([file, name]) => h("button", { class: "quiet", onclick: get(file) }, name)),
    h("p", { class: "muted" }, "From the command line: ", h("code", {}, source.command)));
}
