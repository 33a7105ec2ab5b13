// Chooses the fonts for Latin text. On a Chinese system, fontconfig answers with a Chinese font for most Latin fonts that
// are not installed, and WebKit takes it: it would draw English quotes and apostrophes as wide as a Chinese character.

/** The CSS variables that list Latin fonts. */
const LISTS = ["--font-reading-en", "--font-ui-latin"];

/** An apostrophe in a Latin font is at most this wide, em; in a Chinese font it is 1 em wide. */
const MAX_APOSTROPHE = 0.6;

/** The width of an apostrophe in a font, em. */
export type Apostrophe = (font: string) => number;

/** A CSS font list from its first font with narrow apostrophes on; of a list without one, its last font. */
export function latinOnly(list: string, apostrophe: Apostrophe): string {
  const fonts = list.split(",").map((font) => font.trim());
  const first = fonts.findIndex((font) => apostrophe(font) <= MAX_APOSTROPHE);
  return fonts.slice(first).join(", ");
}

/** Begins the lists of Latin fonts with one that this system does not replace by a Chinese font. */
export function chooseLatinFonts(root: HTMLElement): void {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) return;
  const apostrophe = (font: string) => {
    context.font = `100px ${font}`;
    return context.measureText("’").width / 100;
  };
  const style = getComputedStyle(root);
  for (const name of LISTS) {
    root.style.setProperty(name, latinOnly(style.getPropertyValue(name), apostrophe));
  }
}
