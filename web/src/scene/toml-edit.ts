// Changes of a scene's text, at the place of a value.

import type { Value } from "../api";

/** The place in a text of a byte of its UTF-8. */
function place(text: string, byte: number): number {
  return new TextDecoder().decode(new TextEncoder().encode(text).slice(0, byte)).length;
}

/** Where the value that begins at a place ends. */
export function valueEnd(text: string, from: number): number {
  const quote = text[from];
  if (quote === '"' || quote === "'") {
    const triple = quote.repeat(3);
    if (text.startsWith(triple, from)) return text.indexOf(triple, from + 3) + 3;
    let end = from + 1;
    while (end < text.length && text[end] !== quote) end += quote === '"' && text[end] === "\\" ? 2 : 1;
    return end + 1;
  }
  if (quote === "[" || quote === "{") {
    let depth = 0;
    for (let end = from; end < text.length; end += 1) {
      const letter = text[end]!;
      if (letter === '"' || letter === "'") end = valueEnd(text, end) - 1;
      else if ("[{".includes(letter)) depth += 1;
      else if ("]}".includes(letter) && --depth === 0) return end + 1;
    }
    return text.length;
  }
  const rest = text.slice(from).search(/[\s,\]}#]/);
  return rest < 0 ? text.length : from + rest;
}

/** A value in TOML. */
export function toToml(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(toToml).join(", ")}]`;
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") return Number.isInteger(value) && Math.abs(value) < 1e15 ? value.toFixed(1) : String(value);
  return String(value);
}

/** The text with another value at a byte. */
export function replaceValue(text: string, byte: number, value: Value): string {
  const from = place(text, byte);
  return text.slice(0, from) + toToml(value) + text.slice(valueEnd(text, from));
}

/** Where the lines of the table end whose header begins at a place: after its last value, before the next header. */
function tableEnd(text: string, header: number): number {
  let end = text.indexOf("\n", header);
  if (end < 0) return text.length;
  const last = { end };
  for (let at = end + 1; at < text.length; at = end + 1) {
    end = text.indexOf("\n", at);
    if (end < 0) end = text.length;
    const line = text.slice(at, end);
    if (/^\s*\[/.test(line)) break;
    const value = /^\s*[^#=\s][^=]*=\s*/.exec(line);
    if (!value) continue;
    end = text.indexOf("\n", valueEnd(text, at + value[0].length));
    if (end < 0) end = text.length;
    last.end = end;
  }
  return last.end;
}

/** The text with a key more in the table that begins at a byte: `{ … }`, or a header and its lines. */
export function insertKey(text: string, byte: number, key: string, value: Value): string {
  const from = place(text, byte);
  const entry = `${key} = ${toToml(value)}`;
  if (text[from] !== "{") {
    const end = tableEnd(text, from);
    return `${text.slice(0, end)}\n${entry}${text.slice(end)}`;
  }
  const end = valueEnd(text, from) - 1;
  const inside = text.slice(from + 1, end).trim();
  return `${text.slice(0, from)}{ ${inside ? `${inside}, ` : ""}${entry} ${text.slice(end)}`;
}

/** The text with an entry more, before the variants. */
export function append(text: string, entry: string): string {
  const variants = text.search(/^\[variant\b/m);
  const [before, after] = variants < 0 ? [text, ""] : [text.slice(0, variants), text.slice(variants)];
  return `${before.trimEnd()}\n\n${entry.trim()}\n${after ? `\n${after}` : ""}`;
}

/** The text without the n-th entry of a section. */
export function removeEntry(text: string, section: string, number: number): string {
  const lines = text.split("\n");
  let seen = -1;
  const first = lines.findIndex((line) => line.trim() === `[[${section}]]` && ++seen === number);
  if (first < 0) return text;
  const next = lines.findIndex((line, index) => index > first && /^\s*\[/.test(line));
  lines.splice(first, (next < 0 ? lines.length : next) - first);
  return lines.join("\n");
}
