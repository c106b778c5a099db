// The frame around the pages, and the way between them.

import "uplot/dist/uPlot.min.css";
import "./style.css";
import { fill, h, toast } from "./dom";
import { here } from "./link";
import { comparePage } from "./pages/compare";
import { galleryPage } from "./pages/gallery";
import { impactPage } from "./pages/impact";
import { scenePage } from "./pages/scene";
import { sweepPage } from "./pages/sweep";
import { startTheme, themeButton } from "./theme";

/** A page on the screen. */
export interface Page { element: HTMLElement; title: string; close?: () => void }
type Maker = (state: unknown) => Page;

const PAGES: Record<string, Maker> = { scenes: galleryPage, scene: scenePage, impact: impactPage, compare: comparePage, sweep: sweepPage };
const MENU: [string, string][] = [["scenes", "Scenes"], ["impact", "Impact"], ["compare", "Compare"], ["sweep", "Sweep"]];

const main = h("main", { id: "main", tabindex: "-1" });
const links = MENU.map(([page, name]) => h("a", { href: `#/${page}` }, name));
let open: Page | undefined;

function frame(): void {
  const copy = h("button", { class: "quiet", title: "Copy a link to this set-up", onclick: copyLink }, "Copy link");
  fill(document.getElementById("app")!,
    h("a", { href: "#main", class: "skip", onclick: (event: Event) => { event.preventDefault(); main.focus(); } }, "To the content"),
    h("header", { class: "top" },
      h("a", { href: "#/scene/bar-drop", class: "brand", "aria-label": "Carom lab, start" }, h("span", { class: "mark", "aria-hidden": "true" }), "Carom lab"),
      h("nav", { "aria-label": "Pages" }, ...links), h("div", { class: "tools" }, copy, themeButton())),
    main,
    h("div", { id: "toasts", role: "status", "aria-live": "polite" }));
}

async function copyLink(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    toast("The link is copied. It holds the whole set-up.");
  } catch {
    toast("The browser does not allow copying; the address of this page is the link.");
  }
}

/** Says that a link leads nowhere. */
function lostPage(sentence: string): Page {
  return { title: "Not found", element: h("section", { class: "panel lost" }, h("h1", {}, "This link leads nowhere"), h("p", { role: "alert" }, sentence), h("p", {}, h("a", { href: "#/scenes" }, "All scenes"))) };
}

async function go(): Promise<void> {
  const place = await here();
  const { activeElement } = document;
  // A link of the content goes with the page it was on: the keyboard then begins at the new content, not at the top.
  const moved = open !== undefined && (activeElement === document.body || main.contains(activeElement));
  // Nothing said: the classic falling bar, playing.
  const page = place.page || "scene";
  const known = Object.hasOwn(PAGES, page);
  open?.close?.();
  if (!known) open = lostPage(`There is no page "${page}" in the laboratory.`);
  else if (place.spoiled) open = lostPage("This link is spoiled: what follows the name of the page cannot be read. Perhaps a part of it was lost when it was copied.");
  else open = PAGES[page]!(place.page ? place.state : { name: "bar-drop" });
  fill(main, open.element);
  if (moved) main.focus({ preventScroll: true });
  document.title = `${open.title} · Carom lab`;
  links.forEach((link, index) => {
    const current = MENU[index]![0] === page || (page === "scene" && MENU[index]![0] === "scenes");
    if (current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  });
  scrollTo(0, 0);
}

startTheme();
frame();
addEventListener("hashchange", () => void go());
void go();
