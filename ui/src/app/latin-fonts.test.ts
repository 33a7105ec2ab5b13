import { expect, it } from "vitest";
import { latinOnly } from "./latin-fonts";

it("drops fonts with wide apostrophes, but not the last", () => {
  const widths: Record<string, number> = { Georgia: 1, '"Nimbus Roman"': 0.33, '"DejaVu Serif"': 0.32 };
  const list = 'Georgia, "Nimbus Roman",\n  "DejaVu Serif", serif';
  expect(latinOnly(list, (font) => widths[font] ?? 1)).toBe('"Nimbus Roman", "DejaVu Serif", serif');
  expect(latinOnly("Georgia, serif", () => 1)).toBe("serif");
});
