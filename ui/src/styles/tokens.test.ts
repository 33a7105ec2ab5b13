// @vitest-environment node
// Checks the contrast of the colours in tokens.css, in every theme.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const css = readFileSync(fileURLToPath(new URL("./tokens.css", import.meta.url)), "utf8");
const themes = ["light", "dark", "paper", "green"] as const;

function colours(theme: string): Map<string, string> {
  const block = new RegExp(`\\[data-theme="${theme}"\\]\\s*\\{([^}]*)\\}`).exec(css)?.[1] ?? "";
  const found = new Map<string, string>();
  for (const [, name, value] of block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)) {
    if (name !== undefined && value !== undefined) found.set(name, value);
  }
  return found;
}

// Relative luminance and contrast ratio as WCAG 2.2 defines them.
function luminance(hex: string): number {
  const channel = (at: number) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

const grounds = ["surface", "surface-raised", "surface-sunken", "surface-hover", "surface-selected", "page"];
const softs = ["accent-soft", "danger-soft", "warning-soft", "success-soft"];

/** [foreground, background, minimum ratio] */
const pairs: [string, string, number][] = [
  ...["text", "text-subtle", "text-faint"].flatMap((t) =>
    [...grounds, ...softs].map((g): [string, string, number] => [t, g, 4.5]),
  ),
  ...["accent", "danger", "warning", "success"].flatMap((t) =>
    grounds.map((g): [string, string, number] => [t, g, 4.5]),
  ),
  ...["issue-low", "issue-medium", "issue-high", "issue-critical"].flatMap((t) =>
    ["surface", "surface-raised", "surface-sunken", "surface-hover", "page"].map(
      (g): [string, string, number] => [t, g, 4.5],
    ),
  ),
  ["accent", "accent-soft", 4.5],
  ["danger", "danger-soft", 4.5],
  ["warning", "warning-soft", 4.5],
  ["success", "success-soft", 4.5],
  ["accent-text", "accent", 4.5],
  ["accent-text", "accent-hover", 4.5],
  ...["accent-fill", "accent-fill-hover", "danger-fill", "danger-fill-hover"].map(
    (g): [string, string, number] => ["fill-text", g, 4.5],
  ),
  ["added-text", "added", 4.5],
  ["removed-text", "removed", 4.5],
  ...["selection", "hit", "hit-current", "added", "removed"].map((g): [string, string, number] => [
    "text",
    g,
    4.5,
  ]),
  // Selected text stands out from the text around it.
  ["selection", "page", 1.5],
  ["selection", "surface", 1.4],
  // Shapes, not words.
  ...["character", "location", "organization", "item", "event", "thread"].flatMap((kind) =>
    grounds.map((g): [string, string, number] => [`kind-${kind}`, g, 3]),
  ),
  ...["surface", "surface-raised", "surface-sunken", "page"].flatMap((g): [string, string, number][] => [
    ["border-strong", g, 3],
    ["focus-ring", g, 3],
  ]),
];

describe.each(themes)("theme %s", (theme) => {
  const named = colours(theme);

  it("defines every colour of the light theme", () => {
    expect([...named.keys()].sort()).toEqual([...colours("light").keys()].sort());
  });

  it.runIf(theme === "dark")("shows a selection as clearly as a shape", () => {
    expect(contrast(named.get("selection") ?? "", named.get("page") ?? "")).toBeGreaterThanOrEqual(3);
  });

  it("is legible", () => {
    const tooFaint = pairs.flatMap(([ink, ground, least]) => {
      const [a, b] = [named.get(ink), named.get(ground)];
      if (a === undefined || b === undefined) return [`${ink} or ${ground} is missing`];
      const ratio = contrast(a, b);
      return ratio < least ? [`${ink} on ${ground}: ${ratio.toFixed(2)} < ${least}`] : [];
    });
    expect(tooFaint).toEqual([]);
  });
});
