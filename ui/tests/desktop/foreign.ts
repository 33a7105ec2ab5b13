// Files of other programs, as an author brings them: a Scrivener project and a Word document with comments. Both are ours.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { zipped } from "./zipped";

/** Text as RTF: everything but ASCII as `\uN `. */
function rtf(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  const signed = (unit: number) => (unit > 0x7fff ? unit - 0x10000 : unit);
  const body = units.map((unit) => (unit < 0x80 ? String.fromCharCode(unit) : `\\uc0\\u${signed(unit)} `));
  return `{\\rtf1\\ansi\\ansicpg1252 ${body.join("")}}`;
}

export interface ScrivenerWords {
  title: string;
  chapter: string;
  /** The passage with the comment between the two other parts. */
  text: readonly [string, string, string];
  comment: string;
  /** The second scene. */
  second: string;
  person: string;
}

/** Writes a project of Scrivener 3 into a folder that holds nothing else, as it is unpacked; returns that folder. */
export function scrivenerProject(within: string, words: ScrivenerWords): string {
  const folder = join(within, `${words.title} 2026-11`);
  const item = (id: string, type: string, title: string, inside = "") =>
    `<BinderItem UUID='${id}' Type='${type}'><Title>${title}</Title>` +
    `<MetaData><IncludeInCompile>Yes</IncludeInCompile></MetaData><Children>${inside}</Children></BinderItem>`;
  const scenes = item("S1", "Text", "1") + item("S2", "Text", "2");
  const binder =
    item("D", "DraftFolder", "Draft", item("C1", "Folder", words.chapter, scenes)) +
    item("P", "Folder", "Characters", item("K1", "Text", words.person));
  const [before, passage, behind] = words.text;
  const field = (inside: string) =>
    `{\\field{\\*\\fldinst{HYPERLINK "scrivcmt://K-1"}}{\\fldrslt ${inside}}}`;
  const files: Record<string, string> = {
    [`${words.title}.scrivx`]:
      `<?xml version='1.0' encoding='UTF-8'?><ScrivenerProject Version='2.0'><Binder>${binder}</Binder>` +
      `<ProjectProperties><ProjectTitle>${words.title}</ProjectTitle></ProjectProperties></ScrivenerProject>`,
    "Files/Data/S1/content.rtf": rtf(before + field(passage) + behind),
    "Files/Data/S1/content.comments": `<?xml version="1.0" encoding="UTF-8"?><Comments><Comment ID="K-1"><![CDATA[${rtf(words.comment)}]]></Comment></Comments>`,
    "Files/Data/S2/content.rtf": rtf(words.second),
    "Files/Data/K1/content.rtf": rtf(words.person),
  };
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, `${words.title}.scriv`, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  writeFileSync(join(folder, ".DS_Store"), "");
  return folder;
}

export interface WordWords {
  heading: string;
  /** The passage with the comment between the two other parts. */
  text: readonly [string, string, string];
  comment: string;
  reply: string;
  editor: string;
  /** A base and its reading. */
  ruby: readonly [string, string];
  note: string;
}

const OFFICE = "http://schemas.openxmlformats.org";
const NAMESPACES =
  `xmlns:w="${OFFICE}/wordprocessingml/2006/main" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" ` +
  'xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"';

/** A Word document with a comment and a reply, ruby and a footnote. */
export function wordDocument(words: WordWords): Buffer {
  const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const [before, passage, behind] = words.text;
  const [base, reading] = words.ruby;
  const body =
    `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>${run(words.heading)}</w:p>` +
    `<w:p>${run(before)}<w:commentRangeStart w:id="1"/>${run(passage)}<w:commentRangeEnd w:id="1"/>` +
    `<w:r><w:commentReference w:id="1"/></w:r>${run(behind)}</w:p>` +
    `<w:p><w:r><w:ruby><w:rt>${run(reading)}</w:rt><w:rubyBase>${run(base)}</w:rubyBase></w:ruby></w:r>${run(behind)}` +
    '<w:r><w:footnoteReference w:id="2"/></w:r></w:p>';
  const comment = (id: number, mark: string, text: string) =>
    `<w:comment w:id="${id}" w:author="${words.editor}"><w:p w14:paraId="${mark}">${run(text)}</w:p></w:comment>`;
  const parts = {
    styles: `<w:styles ${NAMESPACES}><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    comments: `<w:comments ${NAMESPACES}>${comment(1, "A1", words.comment)}${comment(2, "B1", words.reply)}</w:comments>`,
    commentsExtended: `<w15:commentsEx ${NAMESPACES}><w15:commentEx w15:paraId="A1"/><w15:commentEx w15:paraId="B1" w15:paraIdParent="A1"/></w15:commentsEx>`,
    footnotes: `<w:footnotes ${NAMESPACES}><w:footnote w:id="2"><w:p>${run(words.note)}</w:p></w:footnote></w:footnotes>`,
  };
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
  const relations = (inside: string) =>
    `<Relationships xmlns="${OFFICE}/package/2006/relationships">${inside}</Relationships>`;
  const names = Object.keys(parts);
  return zipped({
    "[Content_Types].xml": "",
    "_rels/.rels": relations(relation("a", "officeDocument", "word/document.xml")),
    "word/document.xml": `<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`,
    "word/_rels/document.xml.rels": relations(
      names.map((name) => relation(name, name, `${name}.xml`)).join(""),
    ),
    ...Object.fromEntries(Object.entries(parts).map(([name, text]) => [`word/${name}.xml`, text])),
  });
}
