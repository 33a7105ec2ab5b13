use super::*;
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

const WAYS: [(Format, Layout); 4] = [
    (Format::Txt, Layout::Whole),
    (Format::Txt, Layout::PerChapter),
    (Format::Md, Layout::Whole),
    (Format::Md, Layout::PerChapter),
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

#[test]
fn an_ordinary_book_needs_no_marks() {
    for (format, layout) in WAYS {
        let export = render(&ordinary(), format, layout);
        assert_eq!(export.warnings, [], "{format:?} {layout:?}: {:#?}", export.files);
        assert_eq!(read_back(&export, layout), ordinary(), "{format:?} {layout:?}");
    }
}

#[test]
fn files_look_as_people_expect() {
    let txt = render(&ordinary(), Format::Txt, Layout::Whole);
    assert_eq!(txt.files[0].name, "雪夜.txt");
    let expected = "雪夜\n\n\n\n\n第一卷 风起\n\n\n\n第一章 初遇\n\n他推开门。\n“谁？”\n\n雪还在下。\n\n＊＊＊\n\n第二天。\n\n\n\
                    第二章 再会？\n\n无话。\n\n\n番外\n\n\n\n感言\n\n谢谢大家。\n再会。\n";
    assert_eq!(txt.files[0].text, expected);
    let md = render(&ordinary(), Format::Md, Layout::PerChapter);
    let names: Vec<_> = md.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["001 第一章 初遇.md", "002 第二章 再会？.md", "003 感言.md"]);
    let first = "---\ntitle: \"雪夜\"\n---\n\n# 第一卷 风起\n\n## 第一章 初遇\n\n他推开门。\n\n“谁？”\n\n&nbsp;\n\n雪还在下。\n\n* * *\n\n第二天。\n";
    assert_eq!(md.files[0].text, first);
    assert_eq!(md.files[1].text, "## 第二章 再会？\n\n无话。\n");
}

#[test]
fn prose_that_looks_like_structure_gets_marks_in_plain_text_only() {
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
    let txt = render(&odd, Format::Txt, Layout::Whole);
    assert_eq!(txt.warnings, [ExportWarning::Marked]);
    assert!(txt.files[0].text.starts_with("〔文房文本 1〕\n〔卷〕\n〔章〕第一章\n甲。\n第三章\n"));
    assert!(txt.files[0].text.ends_with("〔〔章〕丙\n"));
    assert_eq!(read_back(&txt, Layout::Whole), odd);
    let md = render(&odd, Format::Md, Layout::Whole);
    assert_eq!(md.warnings, []);
    assert_eq!(read_back(&md, Layout::Whole), odd);
}

#[test]
fn one_odd_chapter_marks_one_file() {
    let mut odd = ordinary();
    odd.volumes[0].chapters[1].scenes[0] = CanonicalText::new("　　缩进。\n\n\n\n空行。\n");
    let export = render(&odd, Format::Txt, Layout::PerChapter);
    let marked: Vec<_> = export.files.iter().map(|file| file.text.starts_with("〔文房文本 1〕")).collect();
    assert_eq!(marked, [false, true, false]);
    assert_eq!(read_back(&export, Layout::PerChapter), odd);
}

#[test]
fn titles_are_one_line() {
    let odd = book(Some("甲\n乙"), vec![(Some(""), vec![chapter("a\nb", &[])])]);
    let export = render(&odd, Format::Md, Layout::Whole);
    assert!(export.warnings.contains(&ExportWarning::TitleLineBreaks));
    assert_eq!(export.files[0].name, "甲 乙.md");
    assert_eq!(
        read_back(&export, Layout::Whole),
        book(Some("甲 乙"), vec![(None, vec![chapter("a b", &[""])])])
    );
}

#[test]
fn books_of_nothing_are_written_too() {
    for (format, layout) in WAYS {
        for empty in
            [Book::default(), book(None, vec![(None, vec![])]), book(Some("名"), vec![(Some("卷"), vec![])])]
        {
            assert_eq!(read_back(&render(&empty, format, layout), layout), empty, "{format:?} {layout:?}");
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
            "尾部 ", "　", " ", "\t", "&nbsp;", "&#32;", "\\", "\\#", "一", "二", "1.", "1. 买", "- 甲", "> 乙", "```", "===", "<b>x</b>",
            "〔章〕", "〔文房文本 1〕", "〔", "wenfang: 1", "title: x", "CHAPTER I.", "［＃改ページ］", "二［＃「二」は中見出し］", "作者：某",
            "楔子", "目录", "\u{feff}", "\u{a0}", "\u{85}", "\u{2028}", "%PDF-1.4", "GIF89a", "{\\rtf", "第四回中既将", "……", "——",
        ]).prop_map(str::to_owned),
    ]
}

fn text() -> impl Strategy<Value = CanonicalText> {
    prop::collection::vec(line(), 0..7).prop_map(|lines| CanonicalText::new(lines.join("\n")))
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
    fn whatever_is_exported_reads_back_the_same(book in any_book()) {
        let (expected, _) = book.normalised();
        for (format, layout) in WAYS {
            let export = render(&book, format, layout);
            prop_assert_eq!(&read_back(&export, layout), &expected, "{:?} {:?}: {:#?}", format, layout, &export.files);
            let mut names: Vec<_> = export.files.iter().map(|file| file.name.to_lowercase()).collect();
            names.sort();
            names.dedup();
            prop_assert_eq!(names.len(), export.files.len());
        }
    }
}
