use expect_test::{Expect, expect};
use wenfang_text::NovelLanguage;

use super::*;
use crate::book::{Block, Book, Chapter, Paragraph, Scene, Span, Style};
use crate::sample::{PLAIN, sample, text};

fn named(key: &str) -> SiteProfile {
    shipped().unwrap().into_iter().find(|profile| profile.key == key).unwrap()
}

#[track_caller]
fn check(key: &str, expected: Expect) {
    let book = sample(NovelLanguage::Zh);
    expected.assert_eq(&chapter_text(&book.volumes[0].chapters[0], &named(key)));
}

#[test]
fn items_keep_a_sign() {
    let mut builder = crate::BookBuilder::new("", "", NovelLanguage::Zh);
    builder.chapter("一");
    builder.scene(None, ("* 注：有删节。", &[]), Vec::new());
    let text = chapter_text(&builder.finish().volumes[0].chapters[0], &named("qidian"));
    assert_eq!(text, "　　• 注：有删节。\n");
}

#[test]
fn qidian() {
    check(
        "qidian",
        expect![[r#"
        　　他想，快走！墙上是系统和饕餮（tāo tiè），绝不<&>（注：古代的怪兽。）。
        　　渡口
        　　一九二六年
        　　见字如面。

        ＊＊＊

        　　雾散了。

        ＊＊＊

        　　第二天。
    "#]],
    );
}

#[test]
fn fanqie() {
    check(
        "fanqie",
        expect![[r#"
        　　他想，快走！墙上是系统和饕餮（tāo tiè），绝不<&>（注：古代的怪兽。）。
        　　渡口
        　　一九二六年
        　　见字如面。

        ＊＊＊

        　　雾散了。

        ＊＊＊

        　　第二天。
    "#]],
    );
}

#[test]
fn jjwxc() {
    check(
        "jjwxc",
        expect![[r#"
        　　他想，快走！墙上是系统和饕餮（tāo tiè），绝不<&>（注：古代的怪兽。）。
        　　渡口
        　　一九二六年
        　　见字如面。

        ＊＊＊

        　　雾散了。

        ＊＊＊

        　　第二天。
    "#]],
    );
}

#[test]
fn faloo() {
    check(
        "faloo",
        expect![[r#"
        　　他想，快走！墙上是系统和饕餮（tāo tiè），绝不<&>（注：古代的怪兽。）。
        　　渡口
        　　一九二六年
        　　见字如面。

        ＊＊＊

        　　雾散了。

        ＊＊＊

        　　第二天。
    "#]],
    );
}

#[test]
fn narou() {
    check(
        "narou",
        expect![[r#"
        　他想，快走！墙上是系统和｜饕餮《tāo tiè》，｜绝《・》｜不《・》<&>（※1）。

        　渡口
        　一九二六年
        　见字如面。

        ＊　＊　＊

        　雾散了。

        ＊　＊　＊

        　第二天。

        ※1　古代的怪兽。
    "#]],
    );
}

#[test]
fn kakuyomu() {
    check(
        "kakuyomu",
        expect![[r#"
        　他想，快走！墙上是系统和｜饕餮《tāo tiè》，《《绝不》》<&>（※1）。

        　渡口
        　一九二六年
        　见字如面。

        ＊　＊　＊

        　雾散了。

        ＊　＊　＊

        　第二天。

        ※1　古代的怪兽。
    "#]],
    );
}

#[test]
fn pixiv() {
    check(
        "pixiv",
        expect![[r#"
        [chapter:第一章 夜渡]

        　他想，快走！墙上是系统和[[rb:饕餮 > tāo tiè]]，绝不<&>（※1）。

        　渡口
        　一九二六年
        　见字如面。

        ＊　＊　＊

        　雾散了。

        ＊　＊　＊

        　第二天。

        ※1　古代的怪兽。
    "#]],
    );
}

#[test]
fn ao3() {
    check(
        "ao3",
        expect![[r#"
        他想，<em>快走</em>！墙上是<strong>系统</strong>和<ruby>饕餮<rp>(</rp><rt>tāo tiè</rt><rp>)</rp></ruby>，<em>绝不</em>&lt;&amp;&gt;<sup>1</sup>。

        <p align="center">渡口</p>

        <p align="right">一九二六年</p>

        <blockquote>见字如面。</blockquote>

        <hr />

        雾散了。

        <hr />

        第二天。

        <p>1. 古代的<em>怪兽</em>。</p>
    "#]],
    );
}

#[test]
fn royalroad() {
    check(
        "royalroad",
        expect![[r#"
        他想，快走！墙上是系统和饕餮 (tāo tiè)，绝不<&> [1]。

        渡口

        一九二六年

        见字如面。

        * * *

        雾散了。

        * * *

        第二天。

        [1] 古代的怪兽。
    "#]],
    );
}

#[test]
fn every_profile_has_a_date_and_a_source() {
    let profiles = shipped().unwrap();
    let mut keys: Vec<_> = profiles.iter().map(|profile| profile.key.clone()).collect();
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), profiles.len());
    for profile in profiles {
        let texts =
            [&profile.name.zh, &profile.name.en, &profile.source, &profile.assumes.zh, &profile.assumes.en];
        assert!(texts.iter().all(|text| !text.is_empty()), "{}", profile.key);
    }
}

fn line(spans: Vec<Span>) -> Chapter {
    let paragraph = Block::Paragraph(Paragraph { number: 1, spans, ..Paragraph::default() });
    Chapter { number: 1, scenes: vec![Scene { source: None, blocks: vec![paragraph] }], ..Chapter::default() }
}

fn ruby(base: &str, reading: &str) -> Span {
    Span::Ruby { base: base.into(), reading: reading.into(), style: PLAIN }
}

#[test]
fn ruby_too_long_for_a_site_is_in_brackets() {
    let narou = named("narou");
    assert_eq!(
        chapter_text(&line(vec![ruby("お伽話", "フェアリーテイル")]), &narou),
        "　｜お伽話《フェアリーテイル》\n"
    );
    assert_eq!(
        chapter_text(&line(vec![ruby("魔法", "とてもながいながいよみかた")]), &narou),
        "　魔法（とてもながいながいよみかた）\n"
    );
}

#[test]
fn characters_of_the_text_are_not_taken_for_marks() {
    assert_eq!(chapter_text(&line(vec![text("漢字《かんじ》")]), &named("narou")), "　漢字｜《かんじ》\n");
    assert_eq!(chapter_text(&line(vec![text("a < b")]), &named("ao3")), "a &lt; b\n");
}

#[test]
fn dialogue_hangs_where_a_site_expects_it() {
    assert_eq!(chapter_text(&line(vec![text("「そうか」")]), &named("kakuyomu")), "「そうか」\n");
}

#[test]
fn text_that_looks_like_a_pattern_stays() {
    let odd = line(vec![ruby("{reading}", "a"), Span::Note(vec![text("{number}")])]);
    assert_eq!(chapter_text(&odd, &named("qidian")), "　　{reading}（a）（注：{number}）\n");
}

#[test]
fn lengths_and_words_are_reported() {
    let mut profile = named("qidian");
    profile.length = Length { least: 100, most: 3, most_in_paragraph: 4 };
    profile.watch_words = vec!["船".into(), "灯".into()];
    let book = Book {
        volumes: vec![crate::Volume {
            title: String::new(),
            chapters: vec![line(vec![
                text("船、船和"),
                Span::Text { text: "船".into(), style: Style { bold: true, ..PLAIN } },
            ])],
        }],
        ..sample(NovelLanguage::Zh)
    };
    let volumes = site(&book, &profile);
    let chapter = &volumes[0].chapters[0];
    assert_eq!(chapter.length, 5);
    let kinds: Vec<_> = chapter.warnings.iter().map(|warning| warning.kind.clone()).collect();
    assert_eq!(
        kinds,
        [
            SiteWarningKind::Short { length: 5, least: 100 },
            SiteWarningKind::Long { length: 5, most: 3 },
            SiteWarningKind::LongParagraphs { count: 1, most: 4 },
            SiteWarningKind::Word { word: "船".into(), count: 3 },
        ]
    );
}

#[test]
fn a_profile_names_what_is_wrong_in_it() {
    let json = |key: &str, date: &str| {
        format!(
            r#"{{"key":"{key}","name":{{"zh":"","en":""}},"checked":"{date}","source":"","scene_break":"*"}}"#
        )
    };
    assert!(profile(&json("my-site", "2026-11-28")).is_ok());
    assert!(matches!(profile(&json("My site", "2026-11-28")), Err(ProfileError::Key(_))));
    assert!(matches!(profile(&json("my-site", "28.11.2026")), Err(ProfileError::Date(_))));
    assert!(matches!(profile("{}"), Err(ProfileError::Invalid(_))));
}
