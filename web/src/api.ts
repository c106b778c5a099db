// The server: what is asked of it and what it answers (docs, page "The interface of the lab").

export interface SceneIn {
  name?: string;
  text?: string;
  variant?: string;
  changes?: [string, string][];
  law?: string;
}

export interface SceneInfo { name: string; title: string; about: string; space: "plane" | "space"; variants: string[] }

export type Value = number | string | boolean | Value[];

export interface Field {
  path: string;
  group: string;
  label: string;
  /** Null if the scene leaves it out. */
  value: Value | null;
  unit: string;
  /** Of a text with a unit, the number in the unit of the field. */
  number?: number;
  least?: number;
  most?: number;
  choices?: string[];
  /** What a number is if nothing is said. */
  default?: number;
  /** What a value that is left out would be; `text` if a form cannot hold it. */
  absent?: "number" | "numbers" | "word" | "flag" | "text";
  count?: number;
  /** Where it begins in the text; of a value that is left out, where its table begins. */
  byte?: number;
}

export type Outline =
  | { kind: "polyline"; points: [number, number][]; closed: boolean }
  | { kind: "circle"; centre: [number, number]; radius: number }
  | { kind: "half-space"; point: [number, number]; normal: [number, number] };

export interface Solid { vertices: [number, number, number][]; faces: number[][]; planes: [number[], number[]][] }

export interface Body {
  name: string;
  role: "moving" | "prescribed" | "fixed";
  outlines: Outline[];
  /** Which of the surfaces of the stage it has. */
  solid?: number;
  column?: number;
  place?: number[];
}

export interface Stage {
  space: "plane" | "space";
  start: number;
  until: number;
  bodies: Body[];
  solids?: Solid[];
  sketches: { kind: string; points: number }[];
  columns: string[];
  row: number[];
  sketch: number[];
}

export interface Look {
  name: string;
  title: string;
  about: string;
  method: string;
  variants: string[];
  variant: string | null;
  fields: Field[];
  stage: Stage;
}

export interface Parts { normal: number; tangential: number | [number, number]; moment: number }
export interface Corner { kind: string; at: [number, number] }
export interface Contact { a: number; b: number; c: number; d: number; e: number; f: number }

export interface Event {
  t: number;
  kind: string;
  bodies: string[];
  point: number[] | null;
  normal: number[] | null;
  law?: string;
  before?: Parts;
  after?: Parts;
  impulse?: Parts;
  phases?: { compression: Parts; expansion: Parts } | null;
  mode?: string;
  energy_change?: number;
  warnings?: string[];
  text?: string;
  /** The impulse on the first body, in the axes of the world. */
  vector?: number[];
  plane?: { contact: Contact; e: number; mu: number; path: Corner[] };
}

export interface Summary {
  scene: string;
  method: string;
  end_time: number;
  end: string;
  verdict?: string;
  wall_time: number;
  counts: { samples: number; steps: number; impacts: number; events: Record<string, number> };
  energy_drift: number;
  residuals: Record<string, number>;
  warnings: string[];
}

export type RunLine =
  | { kind: "start"; run: number; stage: Stage }
  | { kind: "rows"; rows: (number | null)[][]; sketches: number[][]; forces: number[][] }
  | { kind: "events"; events: Event[] }
  | { kind: "progress"; t: number; until: number; rows: number }
  | { kind: "end"; summary: Summary; rows: number; rows_within: number; rows_sent: number; events: number; events_sent: number; stopped: string | null };

export interface SweepRow { index: number; at: number[]; values?: (number | null)[]; error?: string; end: string }
export type SweepLine =
  | { kind: "start"; run: number; runs: number }
  | { kind: "rows"; rows: SweepRow[] }
  | { kind: "end"; runs: number; stopped: boolean; wall_time: number };

export interface Axis { name: string; from: number; to: number; count: number }

export interface Coefficients { e?: number; mu?: number; mu_static?: number; nu?: number; e_t?: number; e_m?: number; e_mc?: number; e_me?: number }
export interface Case {
  contact?: Partial<Contact> & { a: number; c: number };
  rod?: { angle: number; mass: number; length: number; end: "left" | "right" };
  before: { normal: number; tangential: number; moment?: number };
  coefficients: Coefficients;
}

export interface Plane {
  conic: [number, number][];
  region: [number, number][];
  lines: { kind: string; start: [number, number]; direction: [number, number]; both_ways: boolean }[];
  window: [number, number, number, number];
}

export interface LawResult {
  law: string;
  status: string;
  mode?: string;
  impulse?: { normal: number; tangential: number; moment: number };
  after?: { normal: number; tangential: number; moment: number };
  energy_change?: number;
  class: { direct: boolean; central: boolean; tangential: boolean };
  warnings: string[];
  reason?: string;
  coefficients: Record<string, number>;
}

export interface Impact {
  contact: Contact;
  det: number;
  mu_s: number;
  before: { normal: number; tangential: number; moment: number };
  results: LawResult[];
  plane: Plane;
  paths: Corner[][];
  svg?: string;
}

export interface MapAnswer { names: string[]; cells: number[]; energy: (number | null)[]; svg?: string; csv?: string }

export interface Law { name: string; title: string; coefficients: string[]; creates_energy: boolean; source: string; help: string }
export interface CoefficientInfo { name: string; least: number; most?: number; help: string }
export interface Laws { laws: Law[]; coefficients: CoefficientInfo[] }
export interface Material { name: string; description: string; source: string; coefficients: Coefficients }

/** An answer of the server that says what is wrong. */
export class Refusal extends Error {
  constructor(message: string, readonly status: number, readonly line?: number) {
    super(message);
  }
}

/** Whether a question was given up by who asked it. */
export const isAborted = (problem: unknown): boolean => problem instanceof DOMException && problem.name === "AbortError";

const BASE = "api/v1/";

/** What the network brings, or a sentence where it brings nothing; who gave up needs none. */
async function answered<T>(coming: Promise<T>, sentence: string): Promise<T> {
  try {
    return await coming;
  } catch (problem) {
    if (isAborted(problem)) throw problem;
    throw new Refusal(sentence, 0);
  }
}

async function ask(path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const init: RequestInit = body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  if (signal) init.signal = signal;
  const response = await answered(fetch(BASE + path, init), "The laboratory does not answer; is it still running?");
  if (response.ok) return response;
  const text = await response.text();
  try {
    const { error } = JSON.parse(text) as { error: { message: string; line?: number } };
    throw new Refusal(error.message, response.status, error.line);
  } catch (problem) {
    if (problem instanceof Refusal) throw problem;
    throw new Refusal(text || response.statusText, response.status);
  }
}

async function json<T>(path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  return (await ask(path, body, signal)).json() as Promise<T>;
}

/** The last line of work that failed. */
interface Failed { kind: "error"; message: string }

function isFailed(line: { kind: string }): line is Failed {
  return line.kind === "error";
}

const CUT = "The run ended without a result: the laboratory stopped answering. What was computed so far can be played.";

/** Reads a stream of JSON objects, a line each, up to the one that says the end. */
async function lines<T extends { kind: string }>(path: string, body: unknown, each: (line: T) => void, signal: AbortSignal): Promise<void> {
  const response = await ask(path, body, signal);
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  let ended = false;
  for (;;) {
    const { done, value } = await answered(reader.read(), CUT);
    if (done) break;
    const parts = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) if (part) {
      const line = JSON.parse(part) as T | Failed;
      if (isFailed(line)) throw new Refusal(line.message, 500);
      ended ||= line.kind === "end";
      each(line);
    }
  }
  if (!ended) throw new Refusal(CUT, 0);
}

let laws: Promise<Laws> | undefined;
let scenes: Promise<SceneInfo[]> | undefined;
let materials: Promise<Material[]> | undefined;

export const api = {
  scenes: () => (scenes ??= json<SceneInfo[]>("scenes")),
  laws: () => (laws ??= json<Laws>("laws")),
  materials: () => (materials ??= json<Material[]>("materials")),
  text: async (name: string) => (await json<{ text: string }>(`scenes/${encodeURIComponent(name)}`)).text,
  look: (scene: SceneIn, signal?: AbortSignal) => json<Look>("scene", { scene }, signal),
  impact: (asked: { case: Case; laws?: string[]; svg?: boolean }, signal?: AbortSignal) => json<Impact>("impact", asked, signal),
  plane: (asked: { contact: Contact; before: { normal: number; tangential: number; moment: number }; e: number; mu: number; points: [number, number][] }) =>
    json<Plane>("plane", asked),
  map: (asked: { case: Case; law: string; x: Axis; y: Axis; svg?: string; csv?: boolean }, signal?: AbortSignal) => json<MapAnswer>("map", asked, signal),
  run: (scene: SceneIn, each: (line: RunLine) => void, signal: AbortSignal, more: { rows?: number; from?: number; to?: number } = {}) =>
    lines("run", { scene, ...more }, each, signal),
  sweep: (asked: { scene: SceneIn; axes: Axis[]; measures: string[] }, each: (line: SweepLine) => void, signal: AbortSignal) =>
    lines("sweep", asked, each, signal),
  file: async (scene: SceneIn, file: string) => (await ask("export", { scene, file })).blob(),
};
