// Random Chinese text, the same for the same seed.

/** A row of numbers from 0 to 1 (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const SIGNS =
  "的一是了我不在人有他这上个来到大地为子中你说生国年着就那和要她出也得里后自以会家可下而过天去能对小多然于心学之" +
  "都好看起发当没成只如事把还用第样道想作种开美总从无情己面最女但现前些所同日手又行意动方期它头经长儿回位分爱老" +
  "江船灯雾岸渡桥水风雨夜月山石门窗茶酒衣箱铜钱周伯声影深远近冷暖轻重慢快红白青黑";

/** About so many characters of prose, in paragraphs. */
export function prose(characters: number, seed: number): string {
  const next = chance(seed);
  const pick = (text: string) => text[Math.floor(next() * text.length)] ?? "";
  const paragraphs: string[] = [];
  let written = 0;
  while (written < characters) {
    let paragraph = "";
    const length = Math.min(characters - written, 30 + Math.floor(next() * 120));
    while (paragraph.length < length) {
      const clause = 4 + Math.floor(next() * 10);
      for (let at = 0; at < clause; at += 1) paragraph += pick(SIGNS);
      paragraph += next() < 0.7 ? "，" : "。";
    }
    paragraph = `${paragraph.slice(0, -1)}。`;
    paragraphs.push(paragraph);
    written += paragraph.length;
  }
  return paragraphs.join("\n");
}

/** A novel as a text to import: so many chapters of about so many characters. */
export function novel(chapters: number, characters: number, seed: number): string {
  const parts: string[] = [];
  for (let at = 1; at <= chapters; at += 1) {
    parts.push(`第${at}章 ${prose(6, seed + at).slice(0, 6)}`, "", prose(characters, seed * 31 + at), "");
  }
  return parts.join("\n");
}
