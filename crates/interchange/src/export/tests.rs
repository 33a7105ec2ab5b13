use super::*;
use NovelLanguage::{En, Ja, Zh};
use proptest::prelude::*;
use wenfang_text::CanonicalText;

fn chapter(title: &str, scenes: &[&str]) -> BookChapter {
    BookChapter { title: title.into(), scenes: scenes.iter().map(|text| CanonicalText::new(*text)).collect() }
}

fn book(title: Option<&str>, volumes: Vec<(Option<&str>, Vec<BookChapter>)>) -> Book {
    let volumes =
        volumes.into_iter().map(|(title, chapters)| BookVolume { title: title.map(str::to_owned), chapters });
    Book { title: title.map(str::to_owned), volumes: volumes.collect() }
}

#[track_caller]
fn read_back(export: &Export, layout: Layout) -> Book {
    let plan = match layout {
        Layout::Whole => {
            let file = &export.files[0];
            let options = ImportOptions { file_name: Some(file.name.clone()), ..ImportOptions::default() };
            plan(file.text.as_bytes(), &options)
        }
        Layout::PerChapter => {
            let files = export.files.iter().map(|file| (file.name.clone(), file.text.clone().into_bytes()));
            plan_files(files.collect(), &ImportOptions::default())
        }
    };
    Book::from(&plan.unwrap())
}

const WAYS: [(Format, Layout, NovelLanguage); 7] = [
    (Format::Txt, Layout::Whole, Zh),
    (Format::Txt, Layout::Whole, En),
    (Format::Txt, Layout::Whole, Ja),
    (Format::Txt, Layout::PerChapter, Zh),
    (Format::Txt, Layout::PerChapter, Ja),
    (Format::Md, Layout::Whole, Zh),
    (Format::Md, Layout::PerChapter, Ja),
];

fn ordinary() -> Book {
    book(
        Some("雪夜"),
        vec![
            (
                Some("第一卷 风起"),
                vec![
                    chapter("第一章 初遇", &["他推开门。\n“谁？”\n\n雪还在下。", "第二天。"]),
                    chapter("第二章 再会？", &["无话。"]),
                ],
            ),
            (Some("番外"), vec![chapter("感言", &["谢谢大家。\n再会。"])]),
        ],
    )
}

/// Returns the non-empty lines of the only file.
fn lines(export: &Export) -> Vec<&str> {
    export.files[0].text.lines().filter(|line| !line.is_empty()).collect()
}

#[test]
fn words_for_people_have_no_marks_of_ours() {
    // A title that is none, white space at the ends of lines, prose that looks like a heading.
    let odd = book(None, vec![(None, vec![chapter("", &[" 灯 \n第二章 假的\n〔信〕"])])]);
    let way = (Format::Txt, Layout::Whole, Zh);
    let kept = render(&odd, way);
    assert!(kept.files[0].text.starts_with("〔文房文本 1〕\n"), "{}", kept.files[0].text);
    assert_eq!(kept.warnings, [ExportWarning::Marked]);
    let Ok(words) = render_words::<Infallible>(&odd, way, |_, _| Ok(()));
    assert_eq!(lines(&words), [" 灯 ", "第二章 假的", "〔信〕"]);
    assert_eq!(words.warnings, []);
}

#[test]
fn scene_separators_follow_the_language() {
    let two = book(None, vec![(None, vec![chapter("Chapter 1", &["One.", "Two."])])]);
    let shown = |language| lines(&render(&two, (Format::Txt, Layout::Whole, language)))[2].to_owned();
    assert_eq!(shown(En), "* * *");
    assert_eq!([shown(Zh), shown(Ja)], ["＊＊＊", "＊＊＊"]);
}

#[test]
fn japanese_paragraphs_are_indented_except_before_brackets() {
    let text = "先生は笑った。\n「そうか」\n\n――そう思った。\n『こころ』を読む。";
    let one = book(None, vec![(None, vec![chapter("第一章", &[text])])]);
    let export = render(&one, (Format::Txt, Layout::Whole, Ja));
    assert_eq!(
        lines(&export)[1..],
        ["　先生は笑った。", "「そうか」", "　――そう思った。", "『こころ』を読む。"]
    );
    assert_eq!(export.warnings, []);
    assert_eq!(read_back(&export, Layout::Whole), one);
    let chinese = render(&one, (Format::Txt, Layout::Whole, Zh));
    assert_eq!(lines(&chinese)[1], "先生は笑った。");
}

#[test]
fn an_ordinary_book_needs_no_marks() {
    for (format, layout, language) in WAYS {
        let export = render(&ordinary(), (format, layout, language));
        assert_eq!(export.warnings, [], "{format:?} {layout:?}: {:#?}", export.files);
        assert_eq!(read_back(&export, layout), ordinary(), "{format:?} {layout:?}");
    }
}

#[test]
fn files_look_as_people_expect() {
    let txt = render(&ordinary(), (Format::Txt, Layout::Whole, Zh));
    assert_eq!(txt.files[0].name, "雪夜.txt");
    let expected = "雪夜\n\n\n\n\n第一卷 风起\n\n\n\n第一章 初遇\n\n他推开门。\n“谁？”\n\n雪还在下。\n\n＊＊＊\n\n第二天。\n\n\n\
                    第二章 再会？\n\n无话。\n\n\n番外\n\n\n\n感言\n\n谢谢大家。\n再会。\n";
    assert_eq!(txt.files[0].text, expected);
    let md = render(&ordinary(), (Format::Md, Layout::PerChapter, Zh));
    let names: Vec<_> = md.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["001 第一章 初遇.md", "002 第二章 再会？.md", "003 感言.md"]);
    let first = "---\ntitle: \"雪夜\"\n---\n\n# 第一卷 风起\n\n## 第一章 初遇\n\n他推开门。\n\n“谁？”\n\n&nbsp;\n\n雪还在下。\n\n* * *\n\n第二天。\n";
    assert_eq!(md.files[0].text, first);
    assert_eq!(md.files[1].text, "## 第二章 再会？\n\n无话。\n");
}

#[test]
fn prose_like_structure_needs_marks_in_plain_text() {
    let odd = book(
        None,
        vec![(
            None,
            vec![
                chapter("第一章", &["甲。\n第三章\n乙。"]),
                chapter("第二章", &["# 甲\n***\n---\n- 乙\n〔章〕丙"]),
            ],
        )],
    );
    let txt = render(&odd, (Format::Txt, Layout::Whole, Zh));
    assert_eq!(txt.warnings, [ExportWarning::Marked]);
    assert!(txt.files[0].text.starts_with("〔文房文本 1〕\n〔卷〕\n〔章〕第一章\n甲。\n第三章\n"));
    assert!(txt.files[0].text.ends_with("〔〔章〕丙\n"));
    assert_eq!(read_back(&txt, Layout::Whole), odd);
    let md = render(&odd, (Format::Md, Layout::Whole, Zh));
    assert_eq!(md.warnings, []);
    assert_eq!(read_back(&md, Layout::Whole), odd);
}

#[test]
fn an_unusual_chapter_puts_marks_into_one_file_only() {
    let mut odd = ordinary();
    odd.volumes[0].chapters[1].scenes[0] = CanonicalText::new("　　缩进。\n\n\n\n空行。\n");
    let export = render(&odd, (Format::Txt, Layout::PerChapter, Zh));
    let marked: Vec<_> = export.files.iter().map(|file| file.text.starts_with("〔文房文本 1〕")).collect();
    assert_eq!(marked, [false, true, false]);
    assert_eq!(read_back(&export, Layout::PerChapter), odd);
}

/// A book whose texts all have blank lines at the start, in the middle or at the end.
fn blank_lines() -> Book {
    book(
        Some("雪夜"),
        vec![
            (
                Some("第一卷 风起"),
                vec![
                    chapter("第一章 初遇", &["他推开门。\n“谁？”\n", "第二天。\n\n\n"]),
                    chapter("第二章 再会？", &["\n\n无话。\n有雪。\n\n\n\n风停了。"]),
                    chapter("第三章 归", &["来。\n", "\n", "去。"]),
                    chapter("第四章 空", &["\n"]),
                ],
            ),
            (Some("番外"), vec![chapter("感言", &["谢谢。\n\n再会。\n\n保重。\n"])]),
        ],
    )
}

#[test]
fn blank_lines_of_a_text_need_no_marks() {
    for (format, layout, language) in WAYS {
        let export = render(&blank_lines(), (format, layout, language));
        assert_eq!(export.warnings, [], "{format:?} {layout:?}: {:#?}", export.files);
        assert_eq!(read_back(&export, layout), blank_lines(), "{format:?} {layout:?}");
    }
}

#[test]
fn trailing_line_breaks_appear_as_blank_lines() {
    let saved = book(
        None,
        vec![(
            None,
            vec![
                chapter("第一章", &["甲。\n\n乙。\n丙。\n丁。\n", "戊。\n\n"]),
                chapter("第二章", &["己。\n"]),
            ],
        )],
    );
    let shown = |export: &Export| -> Vec<String> {
        assert_eq!(export.warnings, []);
        export.files.iter().map(|file| file.text.replace(crate::spaced::BLANK, "·")).collect()
    };
    let first = "第一章\n\n甲。\n\n乙。\n丙。\n丁。\n·\n\n＊＊＊\n\n戊。\n·\n·\n";
    let second = "第二章\n\n己。\n·\n";
    assert_eq!(shown(&render(&saved, (Format::Txt, Layout::Whole, Zh))), [format!("{first}\n\n{second}")]);
    assert_eq!(shown(&render(&saved, (Format::Txt, Layout::PerChapter, Zh))), [first, second]);
    let md = "# 第一章\n\n甲。\n\n&nbsp;\n\n乙。\n\n丙。\n\n丁。\n\n&nbsp; &nbsp;\n\n* * *\n\n戊。\n\n&nbsp; &nbsp;\n\n&nbsp; &nbsp;\n\n# 第二章\n\n己。\n\n&nbsp; &nbsp;\n";
    assert_eq!(shown(&render(&saved, (Format::Md, Layout::Whole, Zh))), [md]);
}

#[test]
fn a_pause_after_every_paragraph_needs_no_marks() {
    let airy = book(None, vec![(None, vec![chapter("感言", &["谢谢。\n\n大家。\n\n再会。"])])]);
    for layout in [Layout::Whole, Layout::PerChapter] {
        let export = render(&airy, (Format::Txt, layout, Zh));
        assert_eq!(export.warnings, [], "{layout:?}");
        assert_eq!(read_back(&export, layout), airy, "{layout:?}");
    }
}

#[test]
fn scenes_without_text_are_omitted() {
    let planned = book(
        Some("江上"),
        vec![(None, vec![chapter("一", &["雨。", "", "停了。"]), chapter("二", &["", ""])])],
    );
    let written =
        book(Some("江上"), vec![(None, vec![chapter("一", &["雨。", "停了。"]), chapter("二", &[""])])]);
    for format in [Format::Txt, Format::Md] {
        let export = render(&planned, (format, Layout::Whole, Zh));
        assert_eq!(export, render(&written, (format, Layout::Whole, Zh)));
        assert_eq!(read_back(&export, Layout::Whole), written);
    }
}

#[test]
fn hidden_characters_in_titles_are_removed() {
    let turned = book(Some("江上"), vec![(None, vec![chapter("第一章 灯\u{202e}gnp", &["雨。"])])]);
    let export = render(&turned, (Format::Txt, Layout::Whole, Zh));
    assert_eq!(export.warnings, [ExportWarning::TitleLineBreaks]);
    assert!(export.files[0].text.contains("第一章 灯gnp\n"));
}

#[test]
fn titles_are_one_line() {
    let odd = book(Some("甲\n乙"), vec![(Some(""), vec![chapter("a\nb", &[])])]);
    let export = render(&odd, (Format::Md, Layout::Whole, Zh));
    assert!(export.warnings.contains(&ExportWarning::TitleLineBreaks));
    assert_eq!(export.files[0].name, "甲 乙.md");
    assert_eq!(
        read_back(&export, Layout::Whole),
        book(Some("甲 乙"), vec![(None, vec![chapter("a b", &[""])])])
    );
}

#[test]
fn empty_books_can_be_exported() {
    for (format, layout, language) in WAYS {
        for empty in
            [Book::default(), book(None, vec![(None, vec![])]), book(Some("名"), vec![(Some("卷"), vec![])])]
        {
            assert_eq!(
                read_back(&render(&empty, (format, layout, language)), layout),
                empty,
                "{format:?} {layout:?}"
            );
        }
    }
}

fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[一-龥，。“”]{1,30}",
        1 => "[ -~]{0,20}",
        1 => "\\PC{0,12}",
        4 => prop::sample::select(vec![
            "", "", "# 题", "## 题", "***", "* * *", "---", "＊＊＊", "※※※", "第三章", "第三章 风起", "第一卷", "卷一 雪", "　　缩进", "  缩进",
            "尾部 ", "　", " ", "\t", "&nbsp;", "&nbsp; &nbsp;", "&#32;", "\\", "\\#", "一", "二", "1.", "1. 买", "- 甲", "> 乙", "```", "===", "<b>x</b>",
            "〔章〕", "〔文房文本 1〕", "〔", "wenfang: 1", "title: x", "CHAPTER I.", "［＃改ページ］", "二［＃「二」は中見出し］", "作者：某",
            "楔子", "目录", "\u{feff}", "\u{3000} \u{3000}", "\u{a0}", "\u{85}", "\u{2028}", "%PDF-1.4", "GIF89a", "{\\rtf", "第四回中既将", "……", "——",
        ]).prop_map(str::to_owned),
    ]
}

/// Half of the texts end with line breaks.
fn text() -> impl Strategy<Value = CanonicalText> {
    (prop::collection::vec(line(), 0..7), line_ends())
        .prop_map(|(lines, ends)| CanonicalText::new(lines.join("\n") + &ends))
}

fn line_ends() -> impl Strategy<Value = String> {
    prop_oneof![3 => Just(0), 2 => Just(1), 1 => 2..5_usize].prop_map(|count| "\n".repeat(count))
}

/// A book of plain prose with ordinary titles, with blank lines anywhere in its texts.
fn ordinary_book() -> impl Strategy<Value = Book> {
    let paragraph = (
        "(他|雪|门)[一-龥]{0,12}[。！？]",
        prop_oneof![3 => Just("\n"), 1 => Just("\n\n"), 1 => Just("\n\n\n")],
    )
        .prop_map(|(prose, end)| prose + end);
    let text =
        (prop_oneof![4 => Just(""), 1 => Just("\n")], prop::collection::vec(paragraph, 1..6), line_ends())
            .prop_map(|(start, paragraphs, ends)| {
                let prose = paragraphs.concat();
                CanonicalText::new(format!("{start}{}{ends}", prose.trim_end()))
            });
    let chapters = prop::collection::vec(prop::collection::vec(text, 1..4), 1..6);
    (prop::option::of(Just("雪夜")), prop::option::of(Just("第一卷 风起")), chapters).prop_map(
        |(title, volume, chapters)| {
            let chapters = chapters.into_iter().enumerate();
            let chapters = chapters
                .map(|(at, scenes)| BookChapter { title: format!("第{}章 初遇", at + 1), scenes })
                .collect();
            book(title, vec![(volume, chapters)])
        },
    )
}

fn any_book() -> impl Strategy<Value = Book> {
    let title = || line();
    let chapter = (title(), prop::collection::vec(text(), 1..4))
        .prop_map(|(title, scenes)| BookChapter { title, scenes });
    let volume = (prop::option::of(title()), prop::collection::vec(chapter, 0..4))
        .prop_map(|(title, chapters)| BookVolume { title, chapters });
    (prop::option::of(title()), prop::collection::vec(volume, 0..4))
        .prop_map(|(title, volumes)| Book { title, volumes })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn blank_lines_alone_never_need_marks(book in ordinary_book()) {
        for (format, layout, language) in WAYS {
            let export = render(&book, (format, layout, language));
            prop_assert_eq!(&export.warnings, &[], "{:?} {:?}: {:#?}", format, layout, &export.files);
            prop_assert_eq!(&read_back(&export, layout), &book.normalised().0, "{:?} {:?}", format, layout);
        }
    }

    #[test]
    fn every_export_reads_back_the_same(book in any_book()) {
        let (expected, _) = book.normalised();
        for (format, layout, language) in WAYS {
            let export = render(&book, (format, layout, language));
            prop_assert_eq!(&read_back(&export, layout), &expected, "{:?} {:?}: {:#?}", format, layout, &export.files);
            let mut names: Vec<_> = export.files.iter().map(|file| file.name.to_lowercase()).collect();
            names.sort();
            names.dedup();
            prop_assert_eq!(names.len(), export.files.len());
        }
    }
}

#[test]
fn other_programs_show_the_shapes_of_lines() {
    let text = "甲。\n> 信上说\n>> 渡口 <<\n***\n>> 林河\n* 灯\n乙。";
    let shaped = book(None, vec![(None, vec![chapter("第一章", &[text, "丙。"])])]);
    let export = render(&shaped, (Format::Md, Layout::Whole, Zh));
    assert_eq!(export.warnings, []);
    let written = &export.files[0].text;
    for piece in [
        "\n> 信上说\n",
        "\n<div align=\"center\">\n\n渡口\n\n</div>\n",
        "\n<!-- break -->\n\n***\n",
        "\n<div align=\"right\">\n\n林河\n\n</div>\n",
        "\n* 灯\n",
        "\n* * *\n",
    ] {
        assert!(written.contains(piece), "{piece} in {written}");
    }
    assert!(!written.contains('\\'), "{written}");
    assert_eq!(read_back(&export, Layout::Whole), shaped);
}

#[test]
fn other_programs_show_headings_inside_scenes() {
    for title in [None, Some("书")] {
        let text = "# 一\n甲。\n### 三 #\n###### *六*\n\\### 文字\n## > 乙";
        let headed =
            book(title, vec![(None, vec![chapter("第一章", &[text, "丙。"]), chapter("丁", &["戊"])])]);
        let export = render(&headed, (Format::Md, Layout::Whole, Zh));
        assert_eq!(export.warnings, []);
        let written = &export.files[0].text;
        for piece in ["\n<!-- # -->\n\n### 一\n", "\n<!-- ### -->\n\n### 三 &#35;\n", "\n###### *六*\n"] {
            assert!(written.contains(piece), "{piece} in {written}");
        }
        assert!(!written.contains("\n\\#"), "{written}");
        assert_eq!(read_back(&export, Layout::Whole), headed);
    }
}

#[test]
fn an_english_book_has_english_marks() {
    let odd =
        book(Some("Rain"), vec![(Some("One"), vec![chapter("", &[" lamp \n[Scene]\n〔章〕", "Sun."])])]);
    let export = render(&odd, (Format::Txt, Layout::Whole, En));
    let written = &export.files[0].text;
    let start =
        "[Wenfang text 1]\n[Title] Rain\n[Volume] One\n[Chapter]\n lamp \n[[Scene]\n〔章〕\n[Scene]\nSun.\n";
    assert_eq!(written, start);
    assert_eq!(read_back(&export, Layout::Whole), odd);
}
