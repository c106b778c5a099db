// Light and dark: as the system says, or as chosen.

import { h } from "./dom";

const KEY = "carom-theme";
const dark = matchMedia("(prefers-color-scheme: dark)");

/** Whether the page is dark now. */
export function isDark(): boolean {
  return document.documentElement.dataset.theme === "dark";
}

/** A colour of the style sheet as it is now. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

/** How much larger than usual text and marks are, on very large screens. */
export function enlarged(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}

/** The font of pictures: 12 px, larger on very large screens. */
export function pictureFont(): string {
  return `${12 * enlarged()}px system-ui, sans-serif`;
}

/** How many colours bodies and curves have. */
export const SERIES = 13;

/** Colours of bodies and curves: Okabe and Ito's, told apart without colour vision. */
export function series(index: number): string {
  return colour(`series-${index % SERIES}`);
}

/** What was chosen before; a browser that keeps nothing knows of nothing. */
function kept(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keep(theme: string): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Then it holds until the page is left.
  }
}

function apply(chosen = kept()): void {
  document.documentElement.dataset.theme = chosen ?? (dark.matches ? "dark" : "light");
  dispatchEvent(new Event("themechange"));
}

export function startTheme(): void {
  apply();
  dark.addEventListener("change", () => apply());
}

/** The button that changes it. */
export function themeButton(): HTMLElement {
  const name = () => (isDark() ? "Light theme" : "Dark theme");
  const button = h("button", { class: "quiet", onclick: () => {
    const chosen = isDark() ? "light" : "dark";
    keep(chosen);
    apply(chosen);
  } }, name());
  addEventListener("themechange", () => (button.textContent = name()));
  return button;
}
