//! Any bytes give a plan or an error, in bounded time.

mod kit;

use std::time::{Duration, Instant};

use proptest::prelude::*;
use wenfang_interchange::{ImportOptions, Split, TitleSource, Undecodable, plan, plan_files};

fn options(name: &str) -> ImportOptions {
    ImportOptions {
        undecodable: Undecodable::Replace,
        file_name: Some(name.into()),
        ..ImportOptions::default()
    }
}

/// Lines with a meaning for some importer, and prose.
fn line() -> impl Strategy<Value = String> {
    let known = [
        "第一章",
        "第二章 题",
        "第一卷 甲 第三章 乙",
        "第一回　四个字啊　四个字呀　话说",
        "楔子",
        "目录",
        "CHAPTER I.",
        "Chapter II.]",
        "一",
        "二",
        "３",
        "-----",
        "＊＊＊",
        "　　缩进。",
        "# 题",
        "## 章",
        "### 小节",
        "---",
        "title: x",
        "wenfang: 1",
        "〔文房文本 1〕",
        "〔章〕甲",
        "〔场〕",
        "〔〔",
        "［＃５字下げ］二［＃「二」は中見出し］",
        "［＃「",
        "※［＃",
        "《书》作者：某",
        "作者：",
        "作者",
        "《",
        "》",
        "第",
        "第章",
        "第一",
        "卷",
        "【】",
        "】",
        "[",
        "&#",
        "&#x110000;",
        "&nbsp;",
        "\\",
        "",
        "",
        "",
        "　",
        "\u{3000} \u{3000}",
        "&nbsp; &nbsp;",
        "\u{85}",
        "\u{feff}",
    ];
    prop_oneof![
        prop::sample::select(known.to_vec()).prop_map(str::to_owned),
        "[一-龥，。]{0,40}",
        "[a-z ,.]{0,80}",
        "[a-z _*]{0,20}",
        "[あ漢A《》｜_ ]{0,20}",
        "\\PC{0,20}"
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_bytes_are_planned_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        for name in ["a.txt", "a.md"] {
            _ = plan(&bytes, &options(name));
        }
    }

    /// Even for unnatural texts, the plan contains every character in order, except those that changes name.
    #[test]
    fn no_character_is_lost_from_any_text(lines in prop::collection::vec(line(), 0..30)) {
        let text = lines.join("\n");
        let visible = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<Vec<char>>();
        for split in [Split::Auto, Split::None, Split::Titles(vec!["楔子".into(), "一".into()])] {
            let Ok(plan) = plan(text.as_bytes(), &ImportOptions { split, ..options("a.txt") }) else { continue };
            let mut planned = String::new();
            planned.extend(plan.title.as_deref());
            planned.extend(plan.author.as_deref());
            for volume in &plan.volumes {
                planned.extend(volume.title.as_deref());
                for chapter in &volume.chapters {
                    if chapter.source != TitleSource::Rule {
                        planned.push_str(&chapter.title);
                    }
                    chapter.scenes.iter().for_each(|scene| planned.push_str(&scene.text));
                }
            }
            let planned = visible(&planned);
            let source = visible(text.trim_start_matches('\u{feff}'));
            let mut rest = source.iter();
            let written = kit::written_marks(&plan);
            let mut own = planned.iter().filter(|c| written == 0 || !kit::is_written(**c));
            prop_assert!(own.all(|c| rest.any(|s| s == c)), "{:?} -> {:?}", text, plan);
            let named: usize = plan.changes.iter().map(|change| change.dropped).sum();
            prop_assert_eq!(source.len() + written, planned.len() + named, "{:?} -> {:?}", text, plan);
        }
    }

    #[test]
    fn any_markdown_is_planned(lines in prop::collection::vec(line(), 0..30)) {
        let bytes = lines.join("\n").into_bytes();
        _ = plan(&bytes, &options("a.md"));
        _ = plan_files(vec![("1 甲.md".into(), bytes.clone()), ("2 一.txt".into(), bytes)], &options(""));
    }
}

#[test]
fn an_invisible_line_is_no_title() {
    let plan = plan("\n\u{feff}\n作者：".as_bytes(), &options("a.txt")).unwrap();
    assert_eq!(plan.title, None, "{plan:?}");
}

/// How long an import takes.
fn import_time(text: &str, name: &str) -> Duration {
    let start = Instant::now();
    let _ = plan(text.as_bytes(), &options(name));
    start.elapsed()
}

/// Imports a million characters of each shape that could cause quadratic work, and a quarter of it in the same run.
/// Linear work takes four times as long, quadratic work sixteen times. A machine that is busy with something else gets
/// further tries.
#[test]
fn import_time_is_not_quadratic() {
    const MAX_RATIO: u32 = 10;
    const TRIES: usize = 5;
    let million = |unit: &str| unit.repeat(1_000_000 / unit.chars().count());
    let shapes = [
        ("prose", million("　　他推开门，雪还在下。“谁在那里？”她问，没有人回答。\n")),
        ("one line", million("雪")),
        ("headings", (1..70_000).map(|n| format!("第{n}章 题\n雪还在下。\n")).collect()),
        ("the same heading", million("第一章 题\n")),
        ("bare numbers", million("一\n")),
        ("blank lines", million("甲\n\n\n\n")),
        ("wrapped", million("他推开门走进来的时候屋里没有人只有炉子里的火还在烧着发出轻轻的\n")),
        ("ornaments", million("＊＊＊\n")),
        ("annotations", million("［＃５字下げ］")),
        ("ruled", million("-----\n雪\n")),
        ("spaced", (1..70_000).map(|n| format!("题{n}\n\n雪还在下。\n\n\n")).collect()),
        ("latin", million("the quick brown fox jumps over the lazy dog and runs away into\n")),
        ("open annotations", million("漢あ［＃「")),
        ("open readings", million("漢あ《かな")),
        ("underscores", million("あ _a")),
        ("ampersands", million("&amp;\\#&&&")),
    ];
    for (label, text) in shapes {
        for name in ["a.txt", "a.md"] {
            let quarter: String = text.chars().take(text.chars().count() / 4).collect();
            let is_linear = || import_time(&text, name) <= MAX_RATIO * import_time(&quarter, name);
            assert!((0..TRIES).any(|_| is_linear()), "{label} as {name} takes more than linear time");
        }
    }
}
