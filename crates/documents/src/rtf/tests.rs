use std::fmt::Write as _;

use encoding_rs::{BIG5, EUC_KR, Encoding, GBK, SHIFT_JIS};
use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::*;
use crate::loss::LossKind;
use crate::show::{characters, show};

fn check(rtf: &str, expected: Expect) {
    expected.assert_eq(&show(&read(rtf.as_bytes()).unwrap()));
}

/// The fonts of the files below: 0 western, 1 Chinese, 2 Japanese, 3 Traditional Chinese, 4 Korean.
const FONTS: &str = r"{\fonttbl{\f0\froman\fcharset0 Times New Roman;}{\f1\fnil\fcharset134 SimSun{\*\falt \'cb\'ce\'cc\'e5};}{\f2\fnil\fcharset128 MS Mincho;}{\f3\fnil\fcharset136 MingLiU;}{\f4\fnil\fcharset129 Batang;}}";

fn file(body: &str) -> String {
    format!(
        r"{{\rtf1\ansi\ansicpg1252\deff0{FONTS}{{\colortbl;\red255\green0\blue0;\red0\green0\blue0;}}{body}}}"
    )
}

/// Text in a code page, escaped as Word does it: ASCII stays, and a trail byte can be ASCII.
fn escaped(text: &str, encoding: &'static Encoding) -> String {
    encoding.encode(text).0.iter().fold(String::new(), |mut out, byte| {
        _ = match byte {
            b'\\' | b'{' | b'}' => write!(out, "\\{}", char::from(*byte)),
            byte if byte.is_ascii() => write!(out, "{}", char::from(*byte)),
            byte => write!(out, "\\'{byte:02x}"),
        };
        out
    })
}

/// Files that use most of the format.
pub(crate) fn samples() -> Vec<String> {
    let chinese = escaped("第一章　雨夜", GBK);
    vec![
        file(&format!(
            r"{{\stylesheet{{\s1\outlinelevel0 heading 1;}}{{\s2\sbasedon1 x;}}}}{{\info{{\title T}}}}\pard\s1\f1 {chinese}\par\pard\s2 a\uc1\u8212-\u-10179?\u-8704?{{\i b{{\footnote\pard c\par d}}}}\par"
        )),
        file(
            r#"{\*\atrfstart 1}a{\*\atrfend 1}{\*\atnauthor A}{\*\annotation{\*\atnref 1}b}{\field{\*\fldinst{HYPERLINK "scrivcmt://A-1"}}{\fldrslt c}}\trowd\intbl d\cell e\cell\row{\shp{\*\shpinst{\shptxt f\par}}}{\pict\pngblip 89504e47}{\deleted g}{\header h}"#,
        ),
    ]
}

#[test]
fn fonts_choose_code_pages() {
    let body = [
        escaped("他说：“走吧。”", GBK),
        escaped("ソフトと表を能く見た。", SHIFT_JIS),
        escaped("許功蓋的房間", BIG5),
        escaped("눈이 왔다", EUC_KR),
    ];
    let lines: String =
        body.iter().enumerate().map(|(at, line)| format!(r"{{\f{} {line}}}\par ", at + 1)).collect();
    check(
        &file(&format!(r"{lines}\f0 caf\'e9 \'97 it\'92s")),
        expect![[r#"
            Flow –
              | 他说：“走吧。”
              | ソフトと表を能く見た。
              | 許功蓋的房間
              | 눈이 왔다
              | café — it’s
        "#]],
    );
}

#[test]
fn double_byte_runs_use_their_font() {
    let chinese = escaped("雨停了", GBK);
    check(
        &file(&format!(
            r"\pard\loch\af0\hich\af0\dbch\af1\loch\f0 Rain. \dbch\f1 {chinese}\loch\f0  end \hich\af0\dbch\af1 {chinese}\par"
        )),
        expect![[r#"
            Flow –
              | Rain. 雨停了 end 雨停了
        "#]],
    );
}

#[test]
fn unicode_passes_over_its_fallback() {
    check(
        &file(
            r"\uc1 a\u8212-b\u8212 ?c\par\uc2\u-29708\'cb\'b5\u26159\'ca\'c7\par\uc0\u8220 x\u8221{}y\par{\uc1\u-10179?\u-8704?} {\upr{??}{\*\ud{\uc0\u26149\u22825}}}\par \uc1\u20320\'c4\u22909\'ba!",
        ),
        expect![[r#"
            Flow –
              | a—b—c
              | 说是
              | “x”y
              | 😀 春天
              | 你好!
        "#]],
    );
}

#[test]
fn half_characters_are_counted() {
    check(
        &file(r"a\u-10179?b\f1 \'d5\f0 c"),
        expect![[r#"
        Flow –
          | ab�c
        loss Undecodable ×2 (0 characters): \u
    "#]],
    );
}

#[test]
fn styles_of_characters() {
    check(
        &file(
            r"{\i thought} and {\b bold {\i both}} \b on\b0  off {\v hidden} {\accdot dots} {\ul under} {\cf1 red} {\cf2 black} {\fs40 big}\par {\plain\i\plain none}",
        ),
        expect![[r#"
            Flow –
              | <i>thought</i> and <b>bold </b><b><i>both</i></b> <b>on</b> off <hidden>hidden</hidden> <dots>dots</dots> under red black big
              | none
            loss Formatting ×3 (0 characters): under
        "#]],
    );
}

/// As LibreOffice writes them.
#[test]
fn styles_of_east_asian_characters() {
    check(
        &file(
            r"{\dbch \u20182\'3f}{\dbch\ab\dbch \u37325\'3f\u35201\'3f}{\dbch\ai\dbch \u24819\'3f}{\loch\ab\loch no}\par",
        ),
        expect![[r#"
        Flow –
          | 他<b>重要</b><i>想</i>no
    "#]],
    );
}

#[test]
fn paragraphs_and_breaks() {
    check(
        &file(
            r"\pard one\line two\tab three\par\qc centre\par\qr end\par\pard\page after\sect next\par\par\pagebb new page\par\pard\ldblquote quoted\rdblquote \emdash\endash\~\_\-x\{brace\}\\",
        ),
        expect![[r#"
            Flow –
              | one⏎two→three
              | centre centre
              | end end
              --- page
              | after
              --- page
              | next
              |
              --- page
              | new page
              | “quoted”—– ‑x{brace}\
        "#]],
    );
}

#[test]
fn headings_by_style_and_outline() {
    let title = escaped("第一章　雨夜", GBK);
    let sheet = r"{\stylesheet{\s0 Normal;}{\s1\outlinelevel0\b heading 1;}{\s2\sbasedon1 My own;}{\s3 heading 2;}{\s4 Quote;}{\*\cs10 \additive Default Paragraph Font;}}";
    check(
        &file(&format!(
            r"{sheet}\pard\s1\f1 {title}\par\pard\s2 Based\par\pard\s3 Second\par\pard\s4 Said\par\pard\s1\outlinelevel9 No heading\par\pard\outlinelevel2 Third\par\pard\s1\par\pard text"
        )),
        expect![[r#"
            Flow –
              # 第一章　雨夜
              # Based
              ## Second
              | quote Said
              | No heading
              ### Third
              |
              | text
        "#]],
    );
}

#[test]
fn notes_and_comments() {
    let note = escaped("见《县志》卷三。", GBK);
    check(
        &file(&format!(
            r"A word{{\super\chftn{{\footnote\pard\chftn \f1 {note}\par Second line.}}}} more. {{\*\atrfstart 1}}the {{\i passage}}{{\*\atrfend 1}}{{\*\atnid AB}}{{\*\atnauthor Anna B}}\chatn{{\*\annotation{{\*\atnref 1}}{{\*\atndate 132852318}}\pard Too long?\par Cut.}} end {{\*\atrfstart 2}}x{{\*\atrfend 2}}{{\*\atnid ZZ}}\chatn{{\*\annotation Only initials.}}\par"
        )),
        expect![[r#"
            Flow –
              | A word^[见《县志》卷三。 / Second line.] more. «0 the <i>passage</i> 0» end «1 x 1»
            comment 0 Anna B@2026-11-05T09:30: Too long? / Cut.
            comment 1 ZZ@: Only initials.
        "#]],
    );
}

#[test]
fn notes_begin_with_their_text() {
    check(
        &file(
            r"a{\super\chftn}{\footnote\pard{\super\chftn} One.} b{\footnote\pard\chftn\tab {\i Two}.\par\par}{\*\atnid A}{\*\annotation{\chatn} Three}\par",
        ),
        expect![[r#"
            Flow –
              | a^[One.] b^[<i>Two</i>.]«0  0»
            comment 0 A@: Three
        "#]],
    );
}

#[test]
fn fields_ruby_and_links() {
    let ruby =
        escaped(r"EQ \\* jc2 \\* hps10 \\o\\ad(\\s\\up 9(さくら),桜)", SHIFT_JIS).replace("\\\\\\\\", "\\\\");
    check(
        &file(&format!(
            r#"{{\field{{\*\fldinst{{HYPERLINK "https://example.org/x"}}}}{{\fldrslt{{\ul a link}}}}}} {{\f2{{\field{{\*\fldinst {ruby}}}{{\fldrslt }}}}}} page {{\field{{\*\fldinst PAGE}}{{\fldrslt 7}}}} {{\field{{\*\fldinst SYMBOL 8212 \\u}}}}{{\field{{\*\fldinst REF here}}}}"#
        )),
        expect![[r#"
            Flow –
              | a link {桜|さくら} page 7 —
            loss Formatting ×1 (0 characters): a link
            loss Field ×2 (7 characters): PAGE
            loss Link ×1 (0 characters): https://example.org/x
        "#]],
    );
}

#[test]
fn changes_tables_boxes_headers_and_pictures() {
    let hex = "89504e47".repeat(200_000);
    check(
        &file(&format!(
            r"{{\header Title of the book}}{{\*\generator X;}}{{\info{{\title The Gate}}{{\author A. Nother}}{{\creatim\yr2020}}}}kept {{\deleted gone}}{{\revised new}}\par\trowd\pard\intbl a\cell b\par c\cell\row\trowd\intbl d\cell e\cell\row\pard after{{\shp{{\*\shpinst{{\sp{{\sn fName}}{{\sv 1}}}}{{\shptxt In the box\par}}}}{{\shprslt{{\*\do\dptxbx{{\dptxbxtext In the box\par}}}}}}}} text\par{{\*\shppict{{\pict\pngblip {hex}}}}}{{\nonshppict{{\pict\wmetafile8 {hex}}}}}{{\*\unknown nothing}}end"
        )),
        expect![[r#"
            title: The Gate
            author: A. Nother
            Flow –
              | kept new
              | a→b⏎c
              | d→e
              | after text
              | In the box
              | end
            loss TextBox ×1 (0 characters): In the box
            loss Table ×1 (0 characters):
            loss TrackedDeletion ×1 (4 characters): gone
            loss Picture ×1 (0 characters):
            loss HeaderFooter ×1 (14 characters): Title of the book
        "#]],
    );
}

#[test]
fn marks_of_tools_stay_text() {
    check(
        &file(
            r"a {\Scrv_annot \color={\R=1.0\G=0.5\B=0} \text=check {\i this}\end_Scrv_annot} b \{\\Scrv_fn=note\\end_Scrv_fn\}",
        ),
        expect![[r#"
            Flow –
              | a {\Scrv_annot \color={\R=1.0\G=0.5\B=0} \text=check {<i>this</i>}\end_Scrv_annot} b {\Scrv_fn=note\end_Scrv_fn}
        "#]],
    );
}

#[test]
fn tracked_changes_are_counted_or_taken_back() {
    let rtf = br"{\rtf1 kept {\deleted go}{\deleted ne} {\revised new {\i er}}word {\revised\deleted both}}";
    for (changes, text) in [(Changes::Accepted, "kept  new erword "), (Changes::Rejected, "kept gone word ")]
    {
        let document = read_with(rtf, changes).unwrap();
        let Block::Paragraph(paragraph) = &document.parts[0].blocks[0] else { panic!("no paragraph") };
        assert_eq!(crate::tree::raw_text(&paragraph.spans).trim_end(), text.trim_end());
        assert_eq!(document.tracked, TrackedChanges { insertions: 1, deletions: 2 });
    }
}

#[test]
fn raw_utf8_is_read() {
    check(
        &file("雨夜，\\b 归人\\b0 。"),
        expect![[r#"
        Flow –
          | 雨夜，<b>归人</b>。
    "#]],
    );
}

#[test]
fn cut_files_keep_their_text() {
    check(
        r"{\rtf1\ansi {\b Once",
        expect![[r#"
            Flow –
              | <b>Once</b>
            loss CutShort ×1 (0 characters):
        "#]],
    );
}

#[test]
fn other_files_are_refused() {
    assert_eq!(read(b"PK\x03\x04").unwrap_err(), ReadError::WrongFormat { expected: "an RTF file" });
    let deep = format!("{{\\rtf1 {}", "{".repeat(300));
    let limit = ReadError::TooLarge { what: Limit::Depth, limit: 256 };
    assert_eq!(read(deep.as_bytes()).unwrap_err(), limit);
}

#[test]
fn comments_of_a_tool_are_links() {
    let rtf =
        read_text(br#"{\rtf1 a {\field{\*\fldinst{HYPERLINK "scrivcmt://A-1"}}{\fldrslt the word}} b}"#, 7)
            .unwrap();
    assert_eq!(rtf.links, [PassageLink { id: 7, target: "scrivcmt://A-1".into() }]);
    assert!(rtf.losses.of(LossKind::Link).is_none());
    expect![[r#"
        | a «7 the word 7» b
    "#]]
    .assert_eq(&crate::show::blocks(&rtf.blocks, ""));
}

/// Writes text as RTF with one of the ways that programs use.
fn written(text: &str, way: u8) -> String {
    text.chars()
        .map(|c| {
            let known = |encoding: &'static Encoding, font: u8| {
                let one = c.to_string();
                (!encoding.encode(&one).2).then(|| format!(r"{{\f{font} {}}}", escaped(&one, encoding)))
            };
            let by_page = match way % 3 {
                0 => None,
                1 => known(GBK, 1),
                _ => known(SHIFT_JIS, 2),
            };
            by_page.unwrap_or_else(|| {
                let units = c.encode_utf16(&mut [0; 2]).iter().fold(String::new(), |mut out, unit| {
                    _ = write!(out, r"\u{}?", unit.cast_signed());
                    out
                });
                format!(r"{{\uc1{units}}}")
            })
        })
        .collect()
}

proptest! {
    #[test]
    fn no_visible_character_is_lost(
        pieces in prop::collection::vec(("[一-龥ぁ-んァ-ヴa-zéà—😀-😏]{0,8}", 0_u8..12), 0..12)
    ) {
        let opened = [r"{\i ", r"{\v ", r"{\ul\cf1 ", r"{\footnote ", r"{\*\annotation ", r"{\deleted ", "{", r"{\b "];
        let mut rtf = String::new();
        let mut visible = 0;
        for (text, way) in &pieces {
            let open = opened.get(usize::from(*way)).copied().unwrap_or("{");
            _ = write!(rtf, "{open}{}}}", written(text, *way));
            if way % 4 == 0 {
                rtf.push_str(r"\par ");
            }
            visible += text.chars().count();
        }
        let document = read(file(&rtf).as_bytes()).unwrap();
        prop_assert_eq!(characters(&document), visible);
    }

    #[test]
    fn any_bytes_are_read_or_refused(body in prop::collection::vec(any::<u8>(), 0..400)) {
        let mut bytes = file("").into_bytes();
        bytes.pop();
        bytes.extend(body);
        _ = read(&bytes);
    }
}
