//! Damaged files over all readers: no panic, no endless work, and a typed error or a document.
//!
//! `WENFANG_MUTATED` sets how many files are read. The seed is fixed.

use std::time::{Duration, Instant};

use crate::testing::packed;
use crate::{Changes, Document, ReadError, docx, epub, html, odt};

/// The files read by default.
const FILES: usize = 1500;

/// The longest time for one file. They have a few kilobytes.
const LONGEST: Duration = Duration::from_secs(5);

type Read = fn(&[u8]) -> Result<Document, ReadError>;

/// A sample: its reader, and its parts; a single part without a name is not packed.
struct Sample {
    read: Read,
    parts: Vec<(&'static str, String)>,
}

/// Pieces that are put into files.
const PIECES: [&str; 30] = [
    "<w:p>",
    "</w:p>",
    "<w:r/>",
    "<",
    ">",
    "&",
    "&#0;",
    "&#x110000;",
    "&amp;",
    "<!DOCTYPE a [",
    "]>",
    "<![CDATA[",
    "]]>",
    "<?xml version='1.0' encoding='utf-16'?>",
    "\u{0}",
    "\u{feff}",
    "\u{fdd0}",
    "99999999999999999999",
    "-1",
    "<w:fldChar w:fldCharType='begin'/>",
    "<w:footnoteReference w:id='2'/>",
    "<text:s text:c='4294967295'/>",
    "<text:note><text:note-body>",
    "<table><tr><td>",
    "</table>",
    "<ruby>",
    "<a epub:type='noteref' href='#n1'>",
    "<style>{{{",
    "/*",
    "xmlns:w=''",
];

fn samples() -> Vec<Sample> {
    let word = r#"<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:mc="m"><w:body><w:p><w:pPr><w:pStyle w:val="H"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>初遇</w:t></w:r></w:p><w:p><w:commentRangeStart w:id="4"/><w:r><w:rPr><w:i/><w:rStyle w:val="E"/></w:rPr><w:t xml:space="preserve">他 </w:t><w:ruby><w:rt><w:r><w:t>a</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>b</w:t></w:r></w:rubyBase></w:ruby><w:sym w:font="Symbol" w:char="F061"/></w:r><w:commentRangeEnd w:id="4"/><w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>EQ \o\ad(\s\up 9(a),b)</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p><w:tbl><w:tr><w:tc><w:p/></w:tc><w:tc><w:p/></w:tc></w:tr></w:tbl><w:sdt><w:sdtContent><w:p><mc:AlternateContent><mc:Choice><w:r><w:pict><w:txbxContent><w:p/></w:txbxContent></w:pict></w:r></mc:Choice></mc:AlternateContent></w:p></w:sdtContent></w:sdt></w:body></w:document>"#;
    let relation = |kind: &str| format!("<Relationship Id='{kind}' Type='x/{kind}' Target='{kind}.xml'/>");
    let part = |root: &str, content: &str| {
        format!(
            "<w:{root} xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main' xmlns:w14='w14'>{content}</w:{root}>"
        )
    };
    let relations = ["styles", "numbering", "footnotes", "comments"].map(relation).concat();
    let docx = Sample {
        read: docx::read,
        parts: vec![
            ("word/document.xml", word.to_owned()),
            ("word/_rels/document.xml.rels", format!("<Relationships>{relations}</Relationships>")),
            (
                "word/styles.xml",
                part(
                    "styles",
                    "<w:style w:type='paragraph' w:styleId='H'><w:name w:val='heading 1'/><w:basedOn w:val='E'/></w:style><w:style w:styleId='E'><w:rPr><w:i/></w:rPr></w:style>",
                ),
            ),
            (
                "word/numbering.xml",
                part(
                    "numbering",
                    "<w:abstractNum w:abstractNumId='7'><w:lvl w:ilvl='0'><w:start w:val='1'/><w:numFmt w:val='chineseCounting'/><w:lvlText w:val='第%1章'/></w:lvl></w:abstractNum><w:num w:numId='1'><w:abstractNumId w:val='7'/></w:num>",
                ),
            ),
            (
                "word/footnotes.xml",
                part("footnotes", "<w:footnote w:id='2'><w:p><w:r><w:t>注</w:t></w:r></w:p></w:footnote>"),
            ),
            (
                "word/comments.xml",
                part(
                    "comments",
                    "<w:comment w:id='4'><w:p w14:paraId='A'><w:r><w:t>评</w:t></w:r></w:p></w:comment>",
                ),
            ),
        ],
    };
    let content = r#"<office:document xmlns:office="o" xmlns:text="t" xmlns:style="s" xmlns:fo="f"><office:automatic-styles><style:style style:name="T1" style:family="text" style:parent-style-name="T1"><style:text-properties fo:font-style="italic"/></style:style><text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1"/></text:list-style></office:automatic-styles><office:body><office:text><text:tracked-changes><text:changed-region><text:deletion><text:p>删</text:p></text:deletion></text:changed-region></text:tracked-changes><text:h text:outline-level="1">初遇</text:h><text:p>他<text:span text:style-name="T1">笑</text:span><text:note><text:note-body><text:p>注</text:p></text:note-body></text:note><office:annotation office:name="a"><text:p>评</text:p></office:annotation>了<office:annotation-end office:name="a"/><text:ruby><text:ruby-base>a</text:ruby-base><text:ruby-text>b</text:ruby-text></text:ruby><text:s text:c="3"/></text:p><text:list text:style-name="L"><text:list-item><text:p>x</text:p></text:list-item></text:list></office:text></office:body></office:document>"#;
    let page = "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><head><style>.i{font-style:italic}</style></head><body><h1 id='c1'>初遇</h1><p>他<span class='i'>笑</span><a epub:type='noteref' href='#n1'>1</a><ruby>a<rt>b</rt></ruby></p><table><tr><td>x</td><td>y</td></tr></table><ol><li>z</li></ol><aside id='n1'>注</aside></body></html>";
    let package = "<package><metadata><dc:title xmlns:dc='d'>渡口</dc:title></metadata><manifest><item id='a' href='a.xhtml' media-type='application/xhtml+xml'/><item id='n' href='n.ncx' media-type='application/x-dtbncx+xml'/></manifest><spine toc='n'><itemref idref='a'/></spine></package>";
    let points = "<ncx><navMap><navPoint><navLabel><text>初遇</text></navLabel><content src='a.xhtml#c1'/></navPoint><navPoint><navLabel><text>又</text></navLabel><content src='a.xhtml'/></navPoint></navMap></ncx>";
    let epub = Sample {
        read: epub::read,
        parts: vec![
            ("META-INF/container.xml", "<container><rootfile full-path='b.opf'/></container>".to_owned()),
            ("b.opf", package.to_owned()),
            ("n.ncx", points.to_owned()),
            ("a.xhtml", page.to_owned()),
        ],
    };
    let message = format!(
        "Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n{page}\n--b--"
    );
    let single = |read: Read, text: &str| Sample { read, parts: vec![("", text.to_owned())] };
    vec![
        docx,
        Sample { read: odt::read, parts: vec![("content.xml", content.to_owned())] },
        single(odt::read_flat, content),
        single(|bytes| odt::read_flat_with(bytes, Changes::Rejected), content),
        epub,
        single(html::read, page),
        single(html::read_packed, &message),
    ]
}

/// Small pseudorandom numbers (xorshift).
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

/// Damages bytes: changes, cuts, repeats, swaps in pieces.
fn damaged(bytes: &[u8], chance: &mut Chance) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=chance.below(4) {
        let at = chance.below(bytes.len());
        let end = (at + 1 + chance.below(60)).min(bytes.len());
        match chance.below(6) {
            0 if !bytes.is_empty() => bytes[at] = chance.below(256) as u8,
            1 => drop(bytes.drain(at..end)),
            2 => bytes.truncate(at),
            3 => {
                let part = bytes[at..end].to_vec();
                let times = 1 + chance.below(300);
                bytes.splice(at..at, part.repeat(times));
            }
            _ => {
                let piece = PIECES[chance.below(PIECES.len())].as_bytes();
                let times = if chance.below(8) == 0 { 300 } else { 1 };
                bytes.splice(at..at, piece.repeat(times));
            }
        }
    }
    bytes
}

fn damaged_file(sample: &Sample, chance: &mut Chance) -> Vec<u8> {
    if let [("", text)] = sample.parts.as_slice() {
        return damaged(text.as_bytes(), chance);
    }
    let wrong = chance.below(sample.parts.len() + 1);
    let parts: Vec<(&str, Vec<u8>)> = sample
        .parts
        .iter()
        .enumerate()
        .map(|(at, (name, text))| {
            (*name, if at == wrong { damaged(text.as_bytes(), chance) } else { text.as_bytes().to_vec() })
        })
        .collect();
    let texts: Vec<(&str, &[u8])> = parts.iter().map(|(name, bytes)| (*name, bytes.as_slice())).collect();
    let file = crate::testing::packed_bytes(&texts);
    if wrong == sample.parts.len() { damaged(&file, chance) } else { file }
}

#[test]
fn damaged_files_are_read_or_refused() {
    let files = std::env::var("WENFANG_MUTATED").ok().and_then(|files| files.parse().ok()).unwrap_or(FILES);
    let samples = samples();
    let mut chance = Chance(0x9e37_79b9_7f4a_7c15);
    let mut read = 0;
    for number in 0..files {
        let sample = &samples[number % samples.len()];
        let file = damaged_file(sample, &mut chance);
        let begin = Instant::now();
        let result = std::panic::catch_unwind(|| (sample.read)(&file));
        let took = begin.elapsed();
        assert!(result.is_ok(), "file {number} panics: {:?}", String::from_utf8_lossy(&file));
        assert!(took < LONGEST, "file {number} takes {took:?}");
        read += usize::from(matches!(result, Ok(Ok(_))));
    }
    // Both happen: otherwise the damage would be too small or too large to test anything.
    assert!(read * 10 > files && read * 10 < files * 9, "{read} of {files} were read");
}

#[test]
fn the_samples_are_sound() {
    for sample in samples() {
        let parts: Vec<(&str, &str)> =
            sample.parts.iter().map(|(name, text)| (*name, text.as_str())).collect();
        let file = if parts[0].0.is_empty() { parts[0].1.as_bytes().to_vec() } else { packed(&parts) };
        let document = (sample.read)(&file).unwrap();
        let text: String = document.parts[0]
            .blocks
            .iter()
            .map(|block| crate::spans::text_of(crate::spans::spans_of(block)))
            .collect();
        assert!(text.contains("初遇") && text.contains('他'), "{text}");
    }
}
