// Colours and type of the canvas: the current theme tokens, or the system colours in forced-colours mode.
import { KINDS, kindToken } from "./kinds";
import type { EntityKind } from "./view-model";

export interface Palette {
  readonly ground: string;
  readonly ink: string;
  readonly subtle: string;
  readonly line: string;
  readonly accent: string;
  readonly kinds: Readonly<Record<EntityKind, string>>;
  readonly font: string;
  /** Label font size, px. */
  readonly fontSize: number;
}

const all = (colour: string) =>
  Object.fromEntries(KINDS.map((kind) => [kind, colour])) as Record<EntityKind, string>;

export function paletteOf(element: HTMLElement): Palette {
  const style = getComputedStyle(element);
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  const type = { font: style.fontFamily || "sans-serif", fontSize: Math.max(11, rem * 0.75) };
  if (window.matchMedia("(forced-colors: active)").matches) {
    return {
      ground: "Canvas",
      ink: "CanvasText",
      subtle: "CanvasText",
      line: "CanvasText",
      accent: "Highlight",
      kinds: all("CanvasText"),
      ...type,
    };
  }
  const token = (name: string) => style.getPropertyValue(name).trim() || "#808080";
  const kinds = all("");
  for (const kind of KINDS) kinds[kind] = token(kindToken(kind));
  return {
    ground: token("--page"),
    ink: token("--text"),
    subtle: token("--text-subtle"),
    line: token("--border-strong"),
    accent: token("--accent"),
    kinds,
    ...type,
  };
}

/** Calls back when the theme, the interface scale or the system colours change. */
export function onPalette(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme", "style", "class"] });
  const forced = window.matchMedia("(forced-colors: active)");
  forced.addEventListener("change", changed);
  return () => {
    observer.disconnect();
    forced.removeEventListener("change", changed);
  };
}
