// Help beside a law or a coefficient.

import { h } from "../dom";

let open: HTMLElement | undefined;
let count = 0;

/** A button that shows a text beside it. */
export function helpButton(name: string, text: string): HTMLElement {
  const id = `help-${(count += 1)}`;
  const box = h("span", { class: "help-box", id, role: "note", hidden: true }, ...text.split("\n").filter(Boolean).map((line) => h("span", { class: "help-line" }, line)));
  const button = h("button", { class: "help", type: "button", "aria-label": `Help: ${name}`, "aria-expanded": "false", "aria-controls": id, onclick: (event: Event) => {
    event.stopPropagation();
    const hidden = box.hidden;
    close();
    if (hidden) {
      box.hidden = false;
      button.setAttribute("aria-expanded", "true");
      open = box;
      keepInside(box);
    }
  } }, "?");
  return h("span", { class: "help-holder" }, button, box);
}

/** Moves a box that would leave the screen. */
function keepInside(box: HTMLElement): void {
  box.style.translate = "0";
  const { left, right } = box.getBoundingClientRect();
  const over = right - document.documentElement.clientWidth + 8;
  if (over > 0) box.style.translate = `${-Math.min(over, left - 8)}px 0`;
}

function close(): void {
  if (!open) return;
  open.hidden = true;
  open.previousElementSibling?.setAttribute("aria-expanded", "false");
  open = undefined;
}

addEventListener("click", close);
addEventListener("keydown", (event) => {
  if (event.key === "Escape") close();
});
