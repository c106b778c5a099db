// One collision as the page holds it: geometry, velocities, coefficients, laws.

import type { Case, Coefficients, Law } from "../api";

export interface State {
  geometry: "rod" | "local";
  angle: number;
  mass: number;
  length: number;
  end: "left" | "right";
  a: number;
  b: number;
  c: number;
  d: number;
  /** E of the local matrix; e is the restitution. */
  ee: number;
  f: number;
  vn: number;
  vt: number;
  vm: number;
  coefficients: Record<keyof Coefficients, number>;
  laws: string[];
  map: { law: string; x: string; y: string; show: "mode" | "energy" };
}

export const START: State = {
  geometry: "rod", angle: 45, mass: 1, length: 1, end: "left", a: 2.5, b: 1.5, c: 2.5, d: 0, ee: 0, f: 0, vn: -1, vt: 0.6, vm: 0,
  coefficients: { e: 1, mu: 1, mu_static: 0, nu: 0, e_t: 0, e_m: -1, e_mc: -1, e_me: -1 },
  laws: ["kane", "glocker-pfeiffer", "wang-mason-poisson", "stronge", "smith"],
  map: { law: "wang-mason-poisson", x: "mu", y: "ratio", show: "mode" },
};

/** A collision of the works Carom builds on. */
interface Preset { name: string; state: Partial<State>; given: Coefficients }

const local = (a: number, b: number, c: number, more: Partial<State> = {}): Partial<State> => ({ geometry: "local", a, b, c, d: 0, ee: 0, f: 0, vm: 0, ...more });
const bar: Partial<State> = { geometry: "rod", angle: 45, mass: 1, length: 1, end: "left", vn: -1, vt: 0.6, vm: 0 };

export const PRESETS: Record<string, Preset> = {
  classic: { name: "Bar at 45°, μ 1, e 1: Kane gains energy", state: bar, given: { e: 1, mu: 1 } },
  slide: { name: "Bar at 45°, μ 0.3, e 0.5", state: bar, given: { e: 0.5, mu: 0.3 } },
  reverse: { name: "A 2, B 1, C 1, μ 2, e 1: Stronge loses 1/12 J", state: local(2, 1, 1, { vn: -1, vt: 0.5 }), given: { e: 1, mu: 2 } },
  inelastic: { name: "Perfectly inelastic: Newton, Poisson and Stronge on the Routh path agree, Kane does not", state: { ...bar, laws: ["kane", "wang-mason-newton", "wang-mason-poisson", "stronge"] }, given: { e: 0, mu: 0.4 } },
  central: { name: "Central collision of a ball", state: local(1, 0, 3.5, { vn: -1, vt: 1 }), given: { e: 0.9, mu: 0.2 } },
  superball: { name: "Superball: the tangential impulse comes back", state: local(1, 0, 3.5, { vn: -1, vt: 1, laws: ["glocker-pfeiffer", "glocker-pfeiffer-reversible", "walton"] }), given: { e: 1, mu: 1, nu: 1, e_t: 1 } },
  moment: { name: "C-S with a moment in compression: gains energy", state: local(4, 0, 1, { d: 3, f: 3, vn: -1, vt: 0, vm: -0.5, laws: ["brach", "cs"] }), given: { e: 1, mu: 0, nu: 0, e_t: 0, e_m: 0, e_mc: 0, e_me: -1 } },
  sticking: { name: "A 2, B 1, C 1, e_t 0.25: Walton gains energy", state: local(2, 1, 1, { vn: -1, vt: 0.5, laws: ["walton", "chatterjee-ruina", "smith"] }), given: { e: 1, mu: 1, e_t: 0.25 } },
};

/** The state after a preset. */
export function preset(state: State, key: string): void {
  const known = PRESETS[key];
  if (!known) return;
  // Whatever was set before, a preset is the same: laws and coefficients that it does not name are those of the start.
  Object.assign(state, structuredClone({ laws: START.laws, ...known.state }));
  state.coefficients = { ...START.coefficients, ...known.given };
}

/** The state with a material: what it does not say stays, but a static friction of before is not its own. */
export function ofMaterial(state: State, coefficients: Coefficients): void {
  Object.assign(state.coefficients, { mu_static: START.coefficients.mu_static, ...coefficients });
}

/** The case with every coefficient; static friction at least as large as kinetic. */
export function caseOf(state: State): Case {
  const coefficients = { ...state.coefficients, mu_static: Math.max(state.coefficients.mu_static, state.coefficients.mu) };
  const before = { normal: state.vn, tangential: state.vt, moment: state.vm };
  if (state.geometry === "local") return { contact: { a: state.a, b: state.b, c: state.c, d: state.d, e: state.ee, f: state.f }, before, coefficients };
  return { rod: { angle: (state.angle * Math.PI) / 180, mass: state.mass, length: state.length, end: state.end }, before, coefficients };
}

/** The case of the map: where μ changes, static friction follows it. */
export function mapCase(state: State): Case {
  const given = caseOf(state);
  if (![state.map.x, state.map.y].includes("mu")) return given;
  const { mu_static: _, ...coefficients } = given.coefficients;
  return { ...given, coefficients };
}

/** The coefficients that some laws take. */
export function taken(state: State, laws: Law[]): Set<string> {
  return new Set(laws.filter((law) => state.laws.includes(law.name)).flatMap((law) => law.coefficients));
}

/** The same from the command line. */
export function commandLine(state: State, laws: Law[]): string {
  const used = taken(state, laws);
  const turns = state.d !== 0 || state.ee !== 0 || state.f !== 0;
  const contact = state.geometry === "rod"
    ? `--rod-angle ${state.angle}deg --rod-mass ${state.mass} --rod-length ${state.length}${state.end === "right" ? " --rod-end right" : ""}`
    : `--a ${state.a} --b ${state.b} --c ${state.c}${turns ? ` --moment-matrix ${state.d},${state.ee},${state.f}` : ""}`;
  const given = Object.entries(caseOf(state).coefficients).filter(([name]) => used.has(name)).map(([name, value]) => `--${name.replace("_", "-")} ${value}`);
  return `carom impact --law ${state.laws.join(",")} ${contact} --vn ${state.vn} --vt ${state.vt}${state.vm ? ` --vm ${state.vm}` : ""} ${given.join(" ")}`;
}
