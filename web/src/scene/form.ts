// The form of a scene, made from its own keys.

import type { Field, Value } from "../api";
import { fill, h, select } from "../dom";
import { short } from "../number";
import { helpButton } from "../view/help";

type Changed = (field: Field, value: Value) => void;

/** The fields of a scene in groups; `only` shows one group. */
export function showForm(place: HTMLElement, fields: Field[], changed: Changed, help: (field: Field) => string, only?: string): void {
  const open = new Set([...place.querySelectorAll("details[open]")].map((details) => (details as HTMLElement).dataset.group));
  const seen = place.childElementCount > 0;
  const groups = new Map<string, Field[]>();
  for (const field of fields) {
    if (only && field.group !== only) continue;
    groups.set(field.group, [...(groups.get(field.group) ?? []), field]);
  }
  const first = [...groups.keys()].slice(0, 2);
  fill(place, ...[...groups].map(([group, own]) => h("details", { "data-group": group, open: only !== undefined || (seen ? open.has(group) : first.includes(group)) },
    h("summary", {}, group), ...own.map((field) => row(field, changed, help(field))))));
}

function row(field: Field, changed: Changed, help: string): HTMLElement {
  const range = bounds(field);
  return h("div", { class: "field" },
    h("span", { class: "name" }, field.label, help ? helpButton(field.label, help) : null),
    h("span", { class: "inputs" }, ...inputs(field, changed), h("span", { class: "unit" }, field.unit)),
    range ? h("span", { class: "range" }, range) : null);
}

function bounds({ least, most }: Field): string {
  if (least !== undefined && most !== undefined) return `${short(least)} … ${short(most)}`;
  return least !== undefined ? `≥ ${short(least)}` : "";
}

function inputs(field: Field, changed: Changed): HTMLElement[] {
  const { value } = field;
  if (field.choices?.length) return [select(name(field), field.choices.map((word) => [word, word]), String(value), (word) => changed(field, word))];
  if (typeof value === "boolean") {
    const box = h("input", { type: "checkbox", "aria-label": name(field), onchange: () => changed(field, box.checked) });
    box.checked = value;
    return [box];
  }
  if (Array.isArray(value)) {
    if (value.length > 4) return [h("span", { class: "muted" }, `${value.length} values, in the text`)];
    return value.map((one, index) => single(field, one, `${name(field)} ${index + 1}`, (other) => changed(field, value.map((old, k) => (k === index ? other : old)))));
  }
  return [single(field, value, name(field), (other) => changed(field, other)), ...slider(field, value, changed)];
}

function name(field: Field): string {
  return `${field.group} ${field.label}${field.unit ? ` in ${field.unit}` : ""}`;
}

/** A number, a text with a unit or an expression. */
function single(field: Field, value: Value, label: string, changed: (value: Value) => void): HTMLElement {
  const input = h("input", { type: "text", value: typeof value === "number" ? String(value) : String(value), "aria-label": label, "data-path": field.path, spellcheck: "false", onchange: () => {
    const text = input.value.trim();
    const number = Number(text);
    changed(text !== "" && Number.isFinite(number) ? number : text);
  } });
  if (typeof value === "number") input.inputMode = "decimal";
  return input;
}

function slider(field: Field, value: Value, changed: Changed): HTMLElement[] {
  if (typeof value !== "number" || field.least === undefined || field.most === undefined || field.most - field.least > 10 || field.most < 0.5) return [];
  const input = h("input", { type: "range", min: field.least, max: field.most, step: (field.most - field.least) / 100, value, "aria-label": `${name(field)}, slider`, onchange: () => changed(field, Number(input.value)) });
  return [input];
}
