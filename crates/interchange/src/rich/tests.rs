use proptest::prelude::*;
use wenfang_documents::{Alignment, Block, Comment, Document, Form, Paragraph, Part, Span, Style};

use crate::{ChangeRule, ImportError, ImportOptions, ImportPlan, Split, plan, plan_document, plan_files};

/// The chapters of a page, with their scenes.
fn chapters(html: &str) -> Vec<(String, Vec<String>)> {
    shown(&of_page(html))
}

fn of_page(html: &str) -> ImportPlan {
    let options = ImportOptions { file_name: Some("a.html".into()), ..ImportOptions::default() };
    plan(html.as_bytes(), &options).unwrap()
}

fn shown(plan: &ImportPlan) -> Vec<(String, Vec<String>)> {
    let scenes = |chapter: &crate::PlannedChapter| {
        chapter.scenes.iter().map(|scene| scene.text.as_str().to_owned()).collect()
    };
    plan.chapters().map(|chapter| (chapter.title.clone(), scenes(chapter))).collect()
}

fn of(title: &str, scenes: &[&str]) -> (String, Vec<String>) {
    (title.to_owned(), scenes.iter().map(|scene| (*scene).to_owned()).collect())
}

fn change(plan: &ImportPlan, rule: ChangeRule) -> (usize, usize) {
    plan.changes
        .iter()
        .find(|change| change.rule == rule)
        .map_or((0, 0), |change| (change.count, change.dropped))
}

#[test]
fn formatting_becomes_marks() {
    let html = "<h1>第一章</h1><p>　　他<i>很</i><b>好</b>。<ruby>漢<rt>かん</rt></ruby></p><blockquote>信</blockquote><p align=center>碑</p><p align=right>某人</p><p>字面的*星*和#号</p><p># 不是标题</p>";
    let text = "他*很***好**。｜漢《かん》\n> 信\n>> 碑 <<\n>> 某人\n字面的\\*星\\*和#号\n\\# 不是标题";
    let found = chapters(html);
    assert_eq!(found[0].0, "第一章");
    let plain = wenfang_text::marks::Plain::of(&found[0].1[0]).text().to_owned();
    assert_eq!(plain, "他很好。漢\n信\n碑\n某人\n字面的*星*和#号\n# 不是标题", "{}", found[0].1[0]);
    assert!(found[0].1[0].contains("｜漢《かん》\n> 信\n>> 碑 <<\n>> 某人\n"), "{text}\n{}", found[0].1[0]);
}

#[test]
fn a_document_without_text_is_refused() {
    let options = ImportOptions { file_name: Some("a.html".into()), ..ImportOptions::default() };
    let planned = |html: &str| plan(html.as_bytes(), &options).map(|plan| shown(&plan));
    for html in ["<p></p>", "<p> </p><p>　</p>", "<p><img src='a.png'></p>", "<html></html>"] {
        assert_eq!(planned(html), Err(ImportError::NoText), "{html}");
    }
    assert_eq!(planned("<h1>第一章</h1>"), Ok(vec![of("第一章", &[""])]));
}

#[test]
fn short_lines_without_more_are_the_text() {
    assert_eq!(chapters("<p>Snow falls</p><p>on the river</p>")[0].1, ["Snow falls\non the river"]);
    assert_eq!(chapters("<p>雪</p>")[0].1, ["雪"]);
    let text = plan(b"Snow falls\non the river\n", &ImportOptions::default()).unwrap();
    assert_eq!(shown(&text), [of("Text", &["Snow falls\non the river"])]);
}

#[test]
fn styled_levels_are_volumes_chapters_and_sections() {
    let html = "<h1>卷一 风起</h1><h2>第一章 初遇</h2><p>一</p><h3>一</h3><p>二</p><h1>卷二</h1><h2>第二章</h2><p>三</p>";
    let plan = of_page(html);
    let volumes: Vec<_> = plan.volumes.iter().map(|volume| volume.title.as_deref().unwrap_or("-")).collect();
    assert_eq!(volumes, ["卷一 风起", "卷二"]);
    assert_eq!(shown(&plan), [of("第一章 初遇", &["一", "# 一\n二"]), of("第二章", &["三"])]);
}

#[test]
fn a_heading_inside_a_chapter_stays_one() {
    let html = "<h1>Chapter One</h1><p>Rain.</p><h2>Later, <i>at sea</i></h2><p>Sun.</p><h3>*</h3><p>Fog.</p><h1>Chapter Two</h1>";
    let text = ["Rain.", "# Later, at sea\nSun.", "# \\*\nFog."];
    assert_eq!(chapters(html), [of("Chapter One", &text), of("Chapter Two", &[""])]);
}

#[test]
fn a_prologue_beside_volumes_is_a_chapter() {
    let html = "<h1>楔子</h1><p>零</p><h1>雾</h1><h2>夜渡</h2><p>一</p><h2>雨</h2><p>五</p><h1>归</h1><h2>灯</h2><p>二</p><h1>尾声</h1><p>三</p><h1>第三卷</h1><p>四</p>";
    let plan = of_page(html);
    let volumes: Vec<_> = plan.volumes.iter().map(|volume| volume.title.as_deref().unwrap_or("-")).collect();
    assert_eq!(volumes, ["-", "雾", "归", "第三卷"]);
    let titles: Vec<_> = plan.chapters().map(|chapter| chapter.title.as_str()).collect();
    assert_eq!(titles[..5], ["楔子", "夜渡", "雨", "灯", "尾声"]);
}

#[test]
fn a_number_sign_in_the_middle_divides_scenes() {
    let html = "<h1>One</h1><p>a</p><p align=center>#</p><p>b</p><p>#</p><p>c</p>";
    assert_eq!(shown(&of_page(html)), [of("One", &["a", "b\n\\#\nc"])]);
    assert_eq!(change(&of_page(html), ChangeRule::SceneMark), (1, 1));
}

#[test]
fn a_single_first_heading_is_the_title() {
    let plan = of_page("<h1>渡口</h1><h2>初遇</h2><p>一</p><h2>重逢</h2><p>二</p>");
    assert_eq!(plan.title.as_deref(), Some("渡口"));
    assert_eq!(shown(&plan), [of("初遇", &["一"]), of("重逢", &["二"])]);
    let chapters = of_page("<h1>第一章</h1><h2>甲</h2><p>一</p><h1>第二章</h1><p>二</p>");
    assert_eq!(shown(&chapters), [of("第一章", &["# 甲\n一"]), of("第二章", &["二"])]);
}

#[test]
fn one_level_may_have_volumes_and_chapters() {
    let plan = of_page("<h1>第一卷</h1><h1>第一章</h1><p>一</p><h1>第二章</h1><p>二</p>");
    assert_eq!(plan.volumes[0].title.as_deref(), Some("第一卷"));
    assert_eq!(plan.chapters().count(), 2);
}

#[test]
fn without_styles_chapters_are_found_by_their_words() {
    let html = "<p align=center><b>第一章 初遇</b></p><p>他<i>笑</i>了。</p><p>***</p><p>一</p><p><b>第二章 重逢</b></p><p>二</p>";
    assert_eq!(chapters(html), [of("第一章 初遇", &["他*笑*了。", "一"]), of("第二章 重逢", &["二"])]);
}

#[test]
fn a_document_may_be_split_as_a_text() {
    let html = "<h1>甲</h1><p>一</p><h1>乙</h1><p>二</p>";
    let options =
        |split| ImportOptions { file_name: Some("a.html".into()), split, ..ImportOptions::default() };
    let whole = plan(html.as_bytes(), &options(Split::None)).unwrap();
    assert_eq!(whole.chapters().count(), 1);
    let titles = plan(html.as_bytes(), &options(Split::Titles(vec!["乙".into()]))).unwrap();
    assert_eq!(shown(&titles).last().unwrap(), &of("乙", &["二"]));
}

#[test]
fn notes_of_titles_are_moved_below_them() {
    let html = "<h1>第一章<a href='#n' role='doc-noteref'>1</a></h1><p>一<a href='#m' role='doc-noteref'>2</a></p><aside id=n>注</aside><aside id=m>又</aside>";
    assert_eq!(chapters(html), [of("第一章", &["^[注]\n一^[又]"])]);
}

#[test]
fn what_has_no_place_is_counted() {
    let html =
        "<title>书</title><h1>第一章</h1><p>一<img src=a.png><del>删去</del><span hidden>隐</span></p>";
    let plan = of_page(html);
    assert_eq!(plan.title.as_deref(), Some("书"));
    assert_eq!(change(&plan, ChangeRule::Picture), (1, 0));
    assert_eq!(change(&plan, ChangeRule::TrackedDeletion), (1, 2));
    assert_eq!(change(&plan, ChangeRule::HiddenText), (1, 1));
    let picture = plan.changes.iter().find(|change| change.rule == ChangeRule::Picture).unwrap();
    assert_eq!(picture.sample.as_deref(), Some("a.png"));
}

#[test]
fn documents_and_texts_make_one_book() {
    let files = vec![
        ("2.html".to_owned(), b"<h1>\xe7\xac\xac\xe4\xba\x8c\xe7\xab\xa0</h1><p>b</p>".to_vec()),
        ("1.txt".to_owned(), "第一章\na".as_bytes().to_vec()),
    ];
    let plan = plan_files(files, &ImportOptions::default()).unwrap();
    assert_eq!(shown(&plan), [of("第一章", &["a"]), of("第二章", &["b"])]);
}

#[test]
fn a_refused_document_among_files_is_named() {
    let old = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".to_vec();
    let one = plan(&old, &ImportOptions { file_name: Some("a.doc".into()), ..ImportOptions::default() });
    assert_eq!(one.unwrap_err().to_string(), "Word 97 (.doc) files cannot be read");
    let files = vec![("1.txt".to_owned(), b"a".to_vec()), ("2.doc".to_owned(), old)];
    let among = plan_files(files, &ImportOptions::default()).unwrap_err();
    assert_eq!(among.to_string(), "2.doc: Word 97 (.doc) files cannot be read");
}

#[test]
fn comments_keep_their_passages() {
    let text =
        |text: &str, italic| Span::Text { text: text.into(), style: Style { italic, ..Style::default() } };
    let first = vec![text("　　他", false), Span::CommentStart(1), text("很", true)];
    let second = vec![
        text("好", false),
        Span::CommentEnd(1),
        text("。", false),
        Span::CommentStart(0),
        Span::CommentEnd(0),
    ];
    let comment = |id| Comment { id, text: format!("评{id}"), ..Comment::default() };
    let document = Document {
        comments: vec![comment(0), comment(1)],
        ..of_blocks(
            [first, second].map(|spans| Block::Paragraph(Paragraph { spans, ..Paragraph::default() })).into(),
        )
    };
    let plan = plan_document(document, &ImportOptions::default()).unwrap();
    let scene = &plan.volumes[0].chapters[0].scenes[0];
    assert_eq!(scene.text.as_str(), "他*很*\n好。");
    let passage = |at: usize| {
        let range = scene.comments[at].passage;
        scene.text.chars().skip(range.start().get()).take(range.len()).collect::<String>()
    };
    assert_eq!((passage(0).as_str(), passage(1).as_str()), ("", "很*\n好"));
    assert_eq!(scene.comments[1].comment.text, "评1");
    assert_eq!(change(&plan, ChangeRule::Comment), (0, 0));
}

#[test]
fn comments_on_titles_go_to_the_first_paragraph() {
    let commented = |number, words: &str| {
        let text = Span::Text { text: words.into(), style: Style::default() };
        vec![Span::CommentStart(number), text, Span::CommentEnd(number)]
    };
    let heading = |level, number, words: &str| Block::Heading { level, spans: commented(number, words) };
    let paragraph = |spans| Block::Paragraph(Paragraph { spans, ..Paragraph::default() });
    let plain = |words: &str| paragraph(vec![Span::Text { text: words.into(), style: Style::default() }]);
    let styled = vec![
        heading(1, 0, "卷一 风起"),
        heading(2, 1, "第一章 渡口"),
        plain("江上有风。"),
        heading(3, 2, "岸边"),
        paragraph(commented(3, "船没有来。")),
        heading(2, 4, "第二章 灯"),
    ];
    let by_words = vec![
        paragraph(commented(0, "第一章 渡口")),
        plain("江上有风。"),
        plain("第二章 灯"),
        plain("灯灭了。"),
        paragraph(commented(1, "第三章 归")),
        plain("雾散了。"),
    ];
    let placed = |blocks| {
        let comment = |id| Comment { id, text: format!("评{id}"), ..Comment::default() };
        let document = Document { comments: (0..5).map(comment).collect(), ..of_blocks(blocks) };
        let plan = plan_document(document, &ImportOptions::default()).unwrap();
        let scenes =
            plan.chapters().enumerate().flat_map(|(at, one)| one.scenes.iter().map(move |one| (at, one)));
        let found: Vec<(usize, usize, String)> = scenes
            .flat_map(|(chapter, scene)| {
                scene.comments.iter().map(move |comment| {
                    let range = comment.passage;
                    let words = scene.text.chars().skip(range.start().get()).take(range.len()).collect();
                    (chapter, comment.number, words)
                })
            })
            .collect();
        (found, change(&plan, ChangeRule::Comment).0)
    };
    let at = |chapter, number, words: &str| (chapter, number, words.to_owned());
    let (found, lost) = placed(styled);
    assert_eq!(lost, 0, "{found:?}");
    let first = [at(0, 0, "江上有风。"), at(0, 1, "江上有风。"), at(0, 2, "岸边"), at(0, 3, "船没有来。")];
    assert_eq!((&found[..4], &found[4..]), (&first[..], &[at(1, 4, "")][..]));
    let (found, _) = placed(by_words);
    assert_eq!(found, [at(0, 0, "江上有风。"), at(2, 1, "雾散了。")]);
}

#[test]
fn parts_of_projects_are_volumes_chapters_and_scenes() {
    use wenfang_documents::PartKind::{Chapter, Folder, Scene};
    let text = |text: &str| {
        let spans = vec![Span::Text { text: text.into(), style: Style::default() }];
        vec![Block::Paragraph(Paragraph { spans, ..Paragraph::default() })]
    };
    let part = |kind, title: &str, blocks, parts| Part {
        kind,
        title: Some(title.into()),
        blocks,
        parts,
        ..Part::default()
    };
    let scenes = vec![part(Scene, "x", text("一"), vec![]), part(Scene, "y", text("二"), vec![])];
    let parts = vec![
        part(Folder, "上", text("序"), vec![part(Chapter, "甲", text("文"), scenes)]),
        part(Folder, "乙", text("三"), vec![]),
        part(Scene, "丙", text("四"), vec![]),
    ];
    let plan = plan_document(Document { parts, ..Document::default() }, &ImportOptions::default()).unwrap();
    assert_eq!(plan.volumes[0].title.as_deref(), Some("上"));
    assert_eq!(
        shown(&plan),
        [of("卷首", &["序"]), of("甲", &["文", "一", "二"]), of("乙", &["三"]), of("丙", &["四"])]
    );
}

#[test]
fn rules_begin_scenes_without_a_count_of_characters() {
    let plan = of_page("<h1>第一章</h1><p>一</p><hr><p>二</p>");
    assert_eq!(shown(&plan), [of("第一章", &["一", "二"])]);
    assert_eq!(change(&plan, ChangeRule::SceneMark), (1, 0));
}

fn of_blocks(blocks: Vec<Block>) -> Document {
    Document { parts: vec![Part { blocks, ..Part::default() }], ..Document::default() }
}

fn words() -> impl Strategy<Value = String> {
    let pieces =
        prop::sample::select(vec!["一", "二", " ", "　", "a", "第", "章", "。", "三", "\t", "B", "，"]);
    prop::collection::vec(pieces, 0..6).prop_map(|pieces| pieces.concat())
}

fn style() -> impl Strategy<Value = Style> {
    (any::<bool>(), any::<bool>(), any::<bool>(), prop::bool::weighted(0.1))
        .prop_map(|(italic, bold, dots, hidden)| Style { italic, bold, dots, hidden })
}

fn span() -> impl Strategy<Value = Span> {
    let note = prop::collection::vec((words(), style()), 0..3).prop_map(|texts| {
        let spans = texts.into_iter().map(|(text, style)| Span::Text { text, style }).collect();
        Span::Note(vec![Paragraph { spans, ..Paragraph::default() }])
    });
    prop_oneof![
        6 => (words(), style()).prop_map(|(text, style)| Span::Text { text, style }),
        1 => (words(), words(), style()).prop_map(|(base, reading, style)| Span::Ruby { base, reading, style }),
        1 => note,
        1 => Just(Span::LineBreak),
        1 => Just(Span::Picture { place: "p".into() }),
    ]
}

fn block() -> impl Strategy<Value = Block> {
    let spans = || prop::collection::vec(span(), 0..5);
    let alignment = prop::sample::select(vec![Alignment::Start, Alignment::Centre, Alignment::End]);
    prop_oneof![
        1 => (1_u8..5, spans()).prop_map(|(level, spans)| Block::Heading { level, spans }),
        4 => (alignment, any::<bool>(), spans()).prop_map(|(alignment, is_quotation, spans)| {
            Block::Paragraph(Paragraph { alignment, is_quotation, form: Form::Text, spans })
        }),
        1 => Just(Block::PageStart),
        1 => Just(Block::Break),
    ]
}

/// The visible characters of spans, hidden text and readings included.
fn visible(spans: &[Span]) -> usize {
    let count = |text: &str| text.chars().filter(|c| !c.is_whitespace()).count();
    spans
        .iter()
        .map(|span| match span {
            Span::Text { text, .. } => count(text),
            Span::Ruby { base, reading, .. } => count(base) + count(reading),
            Span::Note(paragraphs) => paragraphs.iter().map(|one| visible(&one.spans)).sum(),
            _ => 0,
        })
        .sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn every_character_is_planned_or_counted(blocks in prop::collection::vec(block(), 0..12)) {
        let source: usize = blocks.iter().map(|block| match block {
            Block::Heading { spans, .. } => visible(spans),
            Block::Paragraph(paragraph) => visible(&paragraph.spans),
            _ => 0,
        }).sum();
        let plan = plan_document(of_blocks(blocks), &ImportOptions::default()).unwrap();
        let is_word = |c: &char| !c.is_whitespace() && !"#*｜《》^[]<>\\".contains(*c);
        let count = |text: &str| text.chars().filter(is_word).count();
        let scenes = plan.chapters().flat_map(|chapter| &chapter.scenes).map(|scene| count(&scene.text));
        let given = plan.chapters().filter(|chapter| chapter.source != crate::TitleSource::Rule);
        let titles: usize = given.map(|chapter| count(&chapter.title)).sum();
        let volumes: usize = plan.volumes.iter().filter_map(|volume| volume.title.as_deref()).map(count).sum();
        let title = plan.title.as_deref().map_or(0, count) + plan.author.as_deref().map_or(0, count);
        let dropped: usize = plan.changes.iter().map(|change| change.dropped).sum();
        prop_assert_eq!(scenes.sum::<usize>() + titles + volumes + title + dropped, source, "{:?}", plan);
    }
}
