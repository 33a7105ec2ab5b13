// The settings that shape the whole window: theme and size of the interface.
import type { NovelLanguage, Settings, WindowLook } from "@/ipc/types";

const dark = window.matchMedia("(prefers-color-scheme: dark)");

function themeOf(settings: Settings): string {
  return settings.theme === "system" ? (dark.matches ? "dark" : "light") : settings.theme;
}

/** Puts the look on the page. */
export function applyLook(settings: Settings): void {
  const root = document.documentElement;
  root.dataset.theme = themeOf(settings);
  root.style.fontSize = `${16 * settings.interface_scale}px`;
}

/** Says in which language the prose is that is shown, for its fonts. */
export function applyProse(language: NovelLanguage | null): void {
  document.documentElement.dataset.prose = language ?? "zh";
}

/** The look of what the system draws around the page. */
export function lookAround(settings: Settings): WindowLook {
  if (settings.theme === "system") return "system";
  return settings.theme === "dark" ? "dark" : "light";
}

/** Calls back when the system changes between light and dark. */
export function onSystemLook(changed: () => void): () => void {
  dark.addEventListener("change", changed);
  return () => dark.removeEventListener("change", changed);
}
