// A text editor with line numbers; an error is shown at its line.

import { fill, h } from "../dom";

export class Editor {
  readonly element: HTMLElement;
  private readonly area: HTMLTextAreaElement;
  private readonly gutter = h("div", { class: "gutter", "aria-hidden": "true" });
  private readonly message = h("div", { class: "error", role: "alert", hidden: true, id: "scene-error" });
  private line: number | undefined;

  constructor(changed: (text: string) => void) {
    this.area = h("textarea", { spellcheck: "false", wrap: "off", "aria-label": "Text of the scene (TOML)", "aria-describedby": "scene-error", oninput: () => {
      this.number();
      changed(this.area.value);
    }, onscroll: () => (this.gutter.scrollTop = this.area.scrollTop) });
    this.element = h("div", { class: "editor" }, this.message, h("div", { class: "lines" }, this.gutter, this.area));
  }

  get text(): string {
    return this.area.value;
  }

  set text(text: string) {
    if (this.area.value === text) return;
    this.area.value = text;
    this.number();
  }

  /** Shows an error, at its line if it has one; none takes it away. */
  error(message?: string, line?: number): void {
    this.message.hidden = message === undefined;
    fill(this.message, message ?? "", " ", line ? h("button", { class: "link", onclick: () => this.reveal(line) }, `Go to line ${line}`) : null);
    this.line = line;
    this.number();
    if (line) this.reveal(line, false);
  }

  /** Scrolls to a line. */
  private reveal(line: number, focus = true): void {
    const start = this.area.value.split("\n").slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    const height = parseFloat(getComputedStyle(this.area).lineHeight);
    this.area.scrollTop = Math.max(0, (line - 4) * height);
    this.gutter.scrollTop = this.area.scrollTop;
    if (!focus) return;
    this.area.focus();
    const end = this.area.value.indexOf("\n", start);
    this.area.setSelectionRange(start, end < 0 ? this.area.value.length : end);
  }

  private number(): void {
    const count = this.area.value.split("\n").length;
    fill(this.gutter, ...Array.from({ length: count }, (_, index) => h("div", { class: index + 1 === this.line ? "wrong" : undefined, "data-line": index + 1 }, index + 1)));
  }
}
