// Settings that affect the whole window: theme and interface size.
import type { NovelLanguage, Settings, WindowLook } from "@/ipc/types";

const dark = window.matchMedia("(prefers-color-scheme: dark)");

function themeOf(settings: Settings): string {
  return settings.theme === "system" ? (dark.matches ? "dark" : "light") : settings.theme;
}

/** Applies the theme and size to the page. */
export function applyTheme(settings: Settings): void {
  const root = document.documentElement;
  root.dataset.theme = themeOf(settings);
  root.style.fontSize = `${16 * settings.interface_scale}px`;
}

/** Sets the language of the displayed prose, for its fonts. */
export function applyProse(language: NovelLanguage | null): void {
  document.documentElement.dataset.prose = language ?? "zh";
}

/** The theme of the window frame that the system draws. */
export function frameTheme(settings: Settings): WindowLook {
  if (settings.theme === "system") return "system";
  return settings.theme === "dark" ? "dark" : "light";
}

/** Calls back when the system switches between light and dark. */
export function onSystemThemeChange(changed: () => void): () => void {
  dark.addEventListener("change", changed);
  return () => dark.removeEventListener("change", changed);
}
