// The scene that a comparison or sweep is about.

import { api, type Look, type SceneIn } from "../api";
import { fill, h, keepingFocus, select } from "../dom";

/** A choice of built-in scenes; a scene of the user's own stays as it came. */
export class Chooser {
  readonly element = h("div", { class: "chooser" });

  constructor(private scene: SceneIn, private readonly chosen: (look: Look, scene: SceneIn) => void, private readonly failed: (problem: unknown) => void) {
    void this.open();
  }

  private async open(): Promise<void> {
    try {
      const scenes = await api.scenes();
      const own: [string, string][] = this.scene.text ? [["", "Your scene"]] : [];
      const options = [...own, ...scenes.map((scene) => [scene.name, scene.title] as [string, string])];
      const variants = h("span");
      const load = async () => {
        const scene = this.scene;
        const look = await api.look(scene);
        // Of two choices the last counts, whichever is answered first.
        if (scene !== this.scene) return;
        keepingFocus(variants, () => fill(variants, look.variants.length ? h("label", { class: "inline" }, "Variant", select("Variant", look.variants.map((name) => [name, name] as const), look.variant ?? "", (variant) => {
          this.scene = { ...this.scene, variant };
          load().catch(this.failed);
        })) : null));
        this.chosen(look, this.scene);
      };
      fill(this.element, h("label", { class: "inline" }, "Scene", select("Scene", options, this.scene.name ?? "", (name) => {
        this.scene = name ? { name } : this.scene;
        load().catch(this.failed);
      })), variants);
      await load();
    } catch (problem) {
      this.failed(problem);
    }
  }
}
