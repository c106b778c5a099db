// All built-in scenes with their first pictures.

import { api, type SceneInfo } from "../api";
import { fill, h, quietly } from "../dom";
import { linkTo } from "../link";
import type { Page } from "../main";
import { PlaneView } from "../view/plane-view";
import { paintSolids } from "../view/solid-painter";

export function galleryPage(): Page {
  const grid = h("div", { class: "gallery" }, "Loading…");
  const search = h("input", { type: "search", placeholder: "Search scenes", "aria-label": "Search scenes", oninput: quietly(120, () => show()) });
  let all: SceneInfo[] = [];
  let space = "all";
  const count = h("span", { class: "muted", role: "status" });
  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) {
      observer.unobserve(entry.target);
      void thumbnail(entry.target as HTMLCanvasElement);
    }
  }, { rootMargin: "200px" });
  const show = () => {
    const word = search.value.toLowerCase();
    const wanted = all.filter((scene) => (space === "all" || scene.space === space) && `${scene.name} ${scene.title} ${scene.about}`.toLowerCase().includes(word));
    count.textContent = `${wanted.length} scenes`;
    fill(grid, ...wanted.map((scene) => card(scene, observer)));
  };
  const choices = h("div", { class: "segmented", role: "group", "aria-label": "Plane or space" }, ...["all", "plane", "space"].map((name) => h("button", { "aria-pressed": String(name === "all"), onclick: (event: Event) => {
    space = name;
    choices.querySelectorAll("button").forEach((button) => button.setAttribute("aria-pressed", String(button === event.currentTarget)));
    show();
  } }, name === "all" ? "All" : name === "plane" ? "Plane" : "Space")));
  const build = h("button", { class: "primary", onclick: async () => (location.hash = await linkTo("scene", { build: true })) }, "New scene");
  void api.scenes().then((scenes) => {
    all = scenes;
    show();
  });
  const repaint = () => grid.querySelectorAll("canvas").forEach((canvas) => observer.observe(canvas));
  addEventListener("themechange", repaint);
  return {
    title: "Scenes",
    element: h("div", { class: "gallery-page" }, h("div", { class: "page-head" }, h("h1", {}, "Scenes"), search, choices, count, h("span", { class: "spring" }), build), grid),
    close: () => {
      observer.disconnect();
      removeEventListener("themechange", repaint);
    },
  };
}

function card(scene: SceneInfo, observer: IntersectionObserver): HTMLElement {
  const canvas = h("canvas", { "data-scene": scene.name, "aria-hidden": "true" });
  observer.observe(canvas);
  return h("a", { class: "card", href: `#/scene/${encodeURIComponent(scene.name)}` }, canvas,
    h("span", { class: "card-title" }, scene.title), h("span", { class: "muted" }, scene.name, scene.space === "space" ? " · space" : "", scene.variants.length > 1 ? ` · ${scene.variants.length} variants` : ""));
}

const stages = new Map<string, ReturnType<typeof api.look>>();

/** Draws the first picture of a scene. */
async function thumbnail(canvas: HTMLCanvasElement): Promise<void> {
  const name = canvas.dataset.scene!;
  if (!stages.has(name)) stages.set(name, api.look({ name }));
  try {
    const { stage } = await stages.get(name)!;
    if (stage.space === "space") return paintSolids(canvas, stage, stage.row);
    const view = new PlaneView(canvas, false);
    const draw = () => view.draw({ row: stage.row, sketch: stage.sketch, forces: [] }, 0, undefined, { trails: false, forces: false, impulses: false, names: false });
    view.setStage(stage, draw);
  } catch {
    stages.delete(name);
  }
}
