// A passage as HTML, for other programs: what marks mean is shown, and nothing else.
import { LINE_KINDS, type ProseMark, proseMarks, unescaped } from "./prose-marks";

/** An attribute by which our editors know their own text. */
const OWN = "data-wenfang";

/** Whether HTML comes from one of our editors: the plain text beside it has the marks. */
export const isOwnHtml = (html: string): boolean => new RegExp(`<(?:div|span) [^>]*${OWN}`).test(html);

/** A text with marks as HTML. A passage inside a paragraph stays inside the paragraph it is pasted into. */
export function htmlOf(text: string): string {
  const lines = text.split("\n");
  const isInline = lines.length === 1 && !proseMarks(text).some(({ kind }) => LINE_KINDS.has(kind));
  if (isInline) return `<span ${OWN}="">${wordsOf(text)}</span>`;
  return `<div ${OWN}="">${lines.map(paragraph).join("\n")}</div>`;
}

const ESCAPES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const plain = (words: string) => words.replace(/[&<>"']/g, (c) => ESCAPES[c] ?? c);

function paragraph(line: string): string {
  const [first] = proseMarks(line);
  const words = wordsOf(line);
  switch (first?.kind) {
    case "break":
      return '<p style="text-align: center">* * *</p>';
    case "centre":
      return `<p style="text-align: center">${words}</p>`;
    case "right":
      return `<p style="text-align: right">${words}</p>`;
    case "quotation":
      return `<blockquote><p>${words}</p></blockquote>`;
    case "heading":
      return `<h3>${words}</h3>`;
    case "item":
      return `<ul><li>${words}</li></ul>`;
    default:
      return `<p>${words.trim() === "" ? "<br>" : words}</p>`;
  }
}

/** The words of a line with the tags of its marks. */
function wordsOf(line: string): string {
  return inside(line, 0, line.length, proseMarks(line));
}

/** The words from `from` to `to`; `marks` are the marks in them, outer ones first. */
function inside(line: string, from: number, to: number, marks: readonly ProseMark[]): string {
  let html = "";
  let at = from;
  let place = 0;
  while (place < marks.length) {
    const mark = marks[place] as ProseMark;
    const next = marks.findIndex((other, later) => later > place && other.from >= mark.to);
    const end = next < 0 ? marks.length : next;
    html += plain(line.slice(at, mark.from));
    html += tagged(mark, line, inside(line, mark.innerFrom, mark.innerTo, marks.slice(place + 1, end)));
    at = mark.to;
    place = end;
  }
  return html + plain(line.slice(at, to));
}

function tagged({ kind, innerTo, to }: ProseMark, line: string, words: string): string {
  switch (kind) {
    case "italic":
      return `<i>${words}</i>`;
    case "bold":
      return `<b>${words}</b>`;
    case "bold_italic":
      return `<b><i>${words}</i></b>`;
    case "ruby": {
      const reading = unescaped(line.slice(innerTo + 1, to - 1));
      return `<ruby>${words}<rp>（</rp><rt>${plain(reading)}</rt><rp>）</rp></ruby>`;
    }
    case "dots":
      return `<span style="text-emphasis: filled dot; -webkit-text-emphasis: filled dot">${words}</span>`;
    case "note":
      return `[${words}]`;
    default:
      return words;
  }
}
