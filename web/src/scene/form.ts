// The form of a scene, made from its own keys; keys that it leaves out are offered below the others.

import type { Field, Value } from "../api";
import { fill, h, keepingFocus, select } from "../dom";
import { short } from "../number";
import { helpButton } from "../view/help";

type Changed = (field: Field, value: Value) => void;
type Help = (field: Field) => string;

/** Forms that wait until a field that is half typed is left. */
const waiting = new WeakMap<HTMLElement, () => void>();

/** The field of a form that is being typed in: it differs from what the text says. */
function typedIn(place: HTMLElement): HTMLInputElement | undefined {
  const { activeElement: here } = document;
  return here instanceof HTMLInputElement && place.contains(here) && here.type === "text" && here.value !== here.defaultValue ? here : undefined;
}

/** The fields of a scene in groups; `only` shows one group. */
export function showForm(place: HTMLElement, fields: Field[], changed: Changed, help: Help, only?: string): void {
  const typed = typedIn(place);
  if (!typed) {
    waiting.delete(place);
    return fillForm(place, fields, changed, help, only);
  }
  if (!waiting.has(place)) typed.addEventListener("blur", () => setTimeout(() => waiting.get(place)?.()), { once: true });
  waiting.set(place, () => showForm(place, fields, changed, help, only));
}

function fillForm(place: HTMLElement, fields: Field[], changed: Changed, help: Help, only?: string): void {
  const open = new Set([...place.querySelectorAll("details[open]")].map((details) => (details as HTMLElement).dataset.group));
  const seen = place.childElementCount > 0;
  const groups = new Map<string, Field[]>();
  for (const field of fields) {
    if (only && field.group !== only) continue;
    groups.set(field.group, [...(groups.get(field.group) ?? []), field]);
  }
  const first = [...groups.keys()].slice(0, 2);
  keepingFocus(place, () => fill(place, ...[...groups].map(([group, own]) => {
    const said = own.filter((field) => !field.absent);
    return h("details", { "data-group": group, open: only !== undefined || (seen ? open.has(group) : first.includes(group)) },
      h("summary", {}, group), ...said.map((field) => row(field, changed, help(field))),
      leftOut(group, own.filter((field) => field.absent), changed, help, open.has(`${group} +`)));
  })));
}

/** Says beside a field what is wrong with the value in it. */
export function markWrong(place: HTMLElement, path: string, sentence: string): void {
  const field = [...place.querySelectorAll<HTMLElement>("[data-field]")].find((one) => one.dataset.field === path);
  if (!field) return;
  field.querySelector(".error")?.remove();
  const id = `wrong-${path}`;
  field.append(h("p", { class: "error", role: "alert", id }, sentence));
  field.querySelectorAll("input, select").forEach((input) => {
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", id);
  });
}

/** Keys that a group leaves out. */
function leftOut(group: string, fields: Field[], changed: Changed, help: Help, open: boolean): HTMLElement | null {
  if (!fields.length) return null;
  const rows = fields.filter((field) => field.absent !== "text").map((field) => row(field, changed, help(field)));
  const text = fields.filter((field) => field.absent === "text").map((field) => field.label);
  return h("details", { class: "left-out", "data-group": `${group} +`, open },
    h("summary", {}, `Left out (${fields.length})`), ...rows,
    text.length ? h("p", { class: "muted" }, `In the text only: ${text.join(", ")}`) : null);
}

function row(field: Field, changed: Changed, help: string): HTMLElement {
  const range = bounds(field);
  return h("div", { class: "field", "data-field": field.path },
    h("span", { class: "name" }, field.label, help ? helpButton(field.label, help) : null),
    h("span", { class: "inputs" }, ...(field.absent ? empty(field, changed) : inputs(field, changed)), h("span", { class: "unit" }, field.number === undefined ? field.unit : "")),
    range ? h("span", { class: "range" }, range) : null);
}

function bounds({ least, most }: Field): string {
  if (least !== undefined && most !== undefined) return `${short(least)} … ${short(most)}`;
  return least !== undefined ? `≥ ${short(least)}` : "";
}

/** Inputs of a key that is left out: what is filled in is said. */
function empty(field: Field, changed: Changed): HTMLElement[] {
  const words = (list: string[]) => [["", "not said"], ...list.map((word) => [word, word])] as [string, string][];
  if (field.choices?.length) return [select(name(field), words(field.choices), "", (word) => word && changed(field, word))];
  if (field.absent === "flag") return [select(name(field), words(["yes", "no"]), "", (word) => word && changed(field, word === "yes"))];
  const hint = field.default === undefined ? "not said" : short(field.default);
  if (field.absent !== "numbers") return [single(field, "", name(field), (value) => value !== "" && changed(field, value), hint)];
  const values: Value[] = new Array<Value>(field.count ?? 2).fill("");
  return values.map((_, index) => single(field, "", `${name(field)} ${index + 1}`, (value) => {
    values[index] = value;
    if (values.every((one) => one !== "")) changed(field, values);
  }, "·"));
}

function inputs(field: Field, changed: Changed): HTMLElement[] {
  const { value } = field;
  if (value === null) return [];
  if (field.choices?.length) return [select(name(field), field.choices.map((word) => [word, word]), String(value), (word) => changed(field, word))];
  if (typeof value === "boolean") {
    const box = h("input", { type: "checkbox", "aria-label": name(field), onchange: () => changed(field, box.checked) });
    box.checked = value;
    return [box];
  }
  if (Array.isArray(value)) {
    if (value.length > 4 || value.some(Array.isArray)) return [h("span", { class: "muted" }, `${value.length} values, in the text`)];
    return value.map((one, index) => single(field, one, `${name(field)} ${index + 1}`, (other) => changed(field, value.map((old, k) => (k === index ? other : old)))));
  }
  return [single(field, value, name(field), (other) => changed(field, other)), ...slider(field, value, changed)];
}

function name(field: Field): string {
  return `${field.group} ${field.label}${field.unit ? ` in ${field.unit}` : ""}`;
}

/** A number, a text with a unit or an expression. */
function single(field: Field, value: Value, label: string, changed: (value: Value) => void, placeholder = ""): HTMLElement {
  const input = h("input", { type: "text", placeholder, "aria-label": label, "data-path": field.path, spellcheck: "false", onchange: () => {
    input.defaultValue = input.value;
    const text = input.value.trim();
    const number = Number(text);
    changed(text !== "" && Number.isFinite(number) ? number : text);
  } });
  // As it stands in the text: what differs from it is being typed.
  input.defaultValue = String(value);
  if (typeof value === "number") input.inputMode = "decimal";
  return input;
}

function slider(field: Field, value: Value, changed: Changed): HTMLElement[] {
  if (typeof value !== "number" || field.least === undefined || field.most === undefined || field.most - field.least > 10 || field.most < 0.5) return [];
  const input = h("input", { type: "range", min: field.least, max: field.most, step: (field.most - field.least) / 100, value, "aria-label": `${name(field)}, slider`, onchange: () => changed(field, Number(input.value)) });
  return [input];
}
