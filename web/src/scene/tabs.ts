// Panels of which one is shown; left and right walk between them.

import { h } from "../dom";

export class Tabs<Name extends string> {
  readonly strip: HTMLElement;
  readonly panels: HTMLElement[];
  private readonly tabs = new Map<Name, { tab: HTMLElement; panel: HTMLElement }>();
  /** The one that is shown. */
  shown: Name;

  /** `changed` is told that a user has chosen one. */
  constructor(label: string, private readonly names: readonly Name[], content: Record<Name, HTMLElement>, first: Name, private readonly changed: (name: Name) => void) {
    for (const name of names) {
      const id = `tab-${name}`;
      const tab = h("button", { role: "tab", id, "aria-controls": `${id}-panel`, onclick: () => this.take(name) }, name);
      this.tabs.set(name, { tab, panel: h("div", { role: "tabpanel", id: `${id}-panel`, "aria-labelledby": id, class: "tab-panel" }, content[name]) });
    }
    this.strip = h("div", { class: "tabs", role: "tablist", "aria-label": label, onkeydown: (event: KeyboardEvent) => this.walk(event) }, ...[...this.tabs.values()].map(({ tab }) => tab));
    this.panels = [...this.tabs.values()].map(({ panel }) => panel);
    this.shown = first;
    this.show(first);
  }

  show(name: Name): void {
    this.shown = name;
    for (const [known, { tab, panel }] of this.tabs) {
      const chosen = known === name;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      panel.hidden = !chosen;
    }
  }

  /** Another text on a tab. */
  title(name: Name, text: string): void {
    this.tabs.get(name)!.tab.textContent = text;
  }

  private take(name: Name): void {
    this.show(name);
    this.changed(name);
  }

  private walk(event: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.stopPropagation();
    const next = this.names[(this.names.indexOf(this.shown) + step + this.names.length) % this.names.length]!;
    this.take(next);
    this.tabs.get(next)!.tab.focus();
  }
}
