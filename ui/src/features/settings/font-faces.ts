// Detects which common reading fonts are installed. A missing font leaves the text width of the fallback unchanged.

/** A font suitable for reading. */
export interface FontFace {
  family: string;
  /** Its Chinese name, if it has one. */
  name: string;
}

/** Serif faces first, the usual choice for prose. */
export const FACES: readonly FontFace[] = [
  { family: "Source Han Serif SC", name: "思源宋体" },
  { family: "Noto Serif CJK SC", name: "Noto 宋体" },
  { family: "Noto Serif SC", name: "Noto 宋体" },
  { family: "Songti SC", name: "宋体-简" },
  { family: "STSong", name: "华文宋体" },
  { family: "SimSun", name: "宋体" },
  { family: "FZShuSong-Z01S", name: "方正书宋" },
  { family: "LXGW WenKai", name: "霞鹜文楷" },
  { family: "Kaiti SC", name: "楷体-简" },
  { family: "STKaiti", name: "华文楷体" },
  { family: "KaiTi", name: "楷体" },
  { family: "STFangsong", name: "华文仿宋" },
  { family: "FangSong", name: "仿宋" },
  { family: "Source Han Sans SC", name: "思源黑体" },
  { family: "Noto Sans CJK SC", name: "Noto 黑体" },
  { family: "PingFang SC", name: "苹方" },
  { family: "Hiragino Sans GB", name: "冬青黑体" },
  { family: "Microsoft YaHei", name: "微软雅黑" },
  { family: "HarmonyOS Sans SC", name: "鸿蒙黑体" },
  { family: "DengXian", name: "等线" },
  { family: "SimHei", name: "黑体" },
  { family: "Sarasa Gothic SC", name: "更纱黑体" },
  { family: "Georgia", name: "" },
  { family: "Iowan Old Style", name: "" },
  { family: "Palatino", name: "" },
  { family: "Charter", name: "" },
  { family: "Times New Roman", name: "" },
];

/** The width of a fixed text in a CSS font list, in any unit. */
export type Measure = (fonts: string) => number;

/** Whether a font family is installed. */
export function isPresent(family: string, measure: Measure): boolean {
  const name = quoted(family);
  return ["monospace", "serif"].some((other) => measure(`${name}, ${other}`) !== measure(other));
}

/** A family name quoted for CSS. */
export function quoted(family: string): string {
  return `"${family.replace(/["\\]/g, "")}"`;
}

/** Measures with an off-screen canvas; null if none is available. */
export function canvasMeasure(): Measure | null {
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) return null;
  return (fonts) => {
    context.font = `72px ${fonts}`;
    // Han characters are equally wide in every font; letters and digits are not.
    return context.measureText("Illegible Wmw 1234567890 &").width;
  };
}

/** The CSS font list for the author's family; empty means the system's reading font. */
export function fontList(family: string): string {
  return family.trim() === "" ? "var(--font-reading)" : `${quoted(family.trim())}, var(--font-reading)`;
}
