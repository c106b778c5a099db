// Elements without a framework.

export type Child = Node | string | number | null | undefined | false;
type Props = Record<string, unknown>;

/** Makes an element; `on…` are listeners, other properties attributes; false and undefined are left out. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  assign(element, props);
  add(element, children);
  return element;
}

/** The same for SVG. */
export function s<K extends keyof SVGElementTagNameMap>(tag: K, props: Props = {}, ...children: Child[]): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  assign(element, props);
  add(element, children);
  return element;
}

function assign(element: Element, props: Props): void {
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === false || value === null) continue;
    if (key.startsWith("on") && typeof value === "function") {
      element.addEventListener(key.slice(2), value as EventListener);
    } else if (key === "value" && "value" in element) {
      (element as HTMLInputElement).value = String(value);
    } else {
      element.setAttribute(key, value === true ? "" : String(value));
    }
  }
}

function add(element: Element, children: Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/** Puts other children into an element. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren();
  add(element, children);
}

/** What a control is, whichever element stands for it: its label, its data, the words of a button. */
function signature(element: Element): string {
  const words = element.tagName === "BUTTON" || element.tagName === "A" ? element.textContent : "";
  return JSON.stringify([element.tagName, element.getAttribute("type"), element.getAttribute("aria-label"), words, (element as HTMLElement).dataset]);
}

/** Makes controls anew; the one that had the focus has it again, so that the keyboard stays where it was. */
export function keepingFocus(place: Element, work: () => void): void {
  const { activeElement } = document;
  const held = activeElement && place.contains(activeElement) ? signature(activeElement) : undefined;
  const isText = (element: unknown): element is HTMLInputElement => element instanceof HTMLInputElement && element.type === "text";
  const caret = isText(activeElement) ? ([activeElement.selectionStart, activeElement.selectionEnd] as const) : undefined;
  work();
  if (held === undefined || place.contains(document.activeElement)) return;
  const all = place.querySelectorAll<HTMLElement>("button, input, select, textarea, a, summary, [tabindex]");
  const now = [...all].find((element) => signature(element) === held);
  now?.focus({ preventScroll: true });
  if (caret && isText(now)) now.setSelectionRange(...caret);
}

/** A choice among words. */
export function select(label: string, options: readonly (readonly [string, string])[], value: string, changed: (value: string) => void): HTMLSelectElement {
  const element = h("select", { "aria-label": label, onchange: () => changed(element.value) },
    ...options.map(([key, text]) => h("option", { value: key }, text)));
  element.value = value;
  return element;
}

/** Calls back once things are quiet. */
export function quietly(milliseconds: number, work: () => void): () => void {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(work, milliseconds);
  };
}

/** Saves a file on the user's machine. */
export function download(name: string, content: BlobPart, type: string): void {
  const link = h("a", { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A sentence shown for a while, and read out. */
export function toast(message: string): void {
  const place = document.getElementById("toasts");
  if (!place) return;
  const note = h("div", { class: "toast" }, message);
  place.append(note);
  setTimeout(() => note.remove(), 5000);
}
