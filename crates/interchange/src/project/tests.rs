use std::fmt::Write as _;

use expect_test::{Expect, expect};
use wenfang_documents::{
    Block, Card, CardKind, Comment, Day, Details, LossKind, Losses, Paragraph, Snapshot, Span, Style,
};

use super::*;

fn blocks(text: &str) -> Vec<Block> {
    let line = |line: &str| {
        let spans = vec![Span::Text { text: line.to_owned(), style: Style::default() }];
        Block::Paragraph(Paragraph { spans, ..Paragraph::default() })
    };
    text.lines().map(line).collect()
}

fn part(kind: PartKind, title: &str, text: &str, parts: Vec<Part>) -> Part {
    let title = Some(title.to_owned()).filter(|title| !title.is_empty());
    Part { kind, title, blocks: blocks(text), parts, details: Details::default() }
}

fn folder(title: &str, parts: Vec<Part>) -> Part {
    part(PartKind::Folder, title, "", parts)
}

fn scene(title: &str, text: &str) -> Part {
    part(PartKind::Scene, title, text, Vec::new())
}

fn unprinted(mut part: Part) -> Part {
    part.details.is_printed = false;
    part
}

fn check(document: Document, expected: Expect) {
    let plan = plan_project(document, Tool::Scrivener, &ImportOptions::default()).unwrap();
    expected.assert_eq(&shown(&plan));
}

fn shown(plan: &ImportPlan) -> String {
    let mut out = String::new();
    for volume in &plan.volumes {
        _ = writeln!(out, "volume {}{}", volume.title.as_deref().unwrap_or("–"), note(&volume.synopsis));
        for chapter in &volume.chapters {
            _ = writeln!(out, "  chapter {} {}", chapter.title, about(&chapter.about));
            for scene in &chapter.scenes {
                let plan = &scene.plan;
                let plan = [&plan.pov, &plan.characters.join("+"), &plan.location, &plan.story_time]
                    .map(String::as_str)
                    .join("|");
                let text = scene.text.replace('\n', " / ");
                _ = writeln!(out, "    scene {} {} {plan}: {text}", scene.title, about(&scene.about));
                if scene.not_for_print {
                    _ = writeln!(out, "      not for print");
                }
                for version in &scene.versions {
                    let at = version.taken_at.map_or(0, wenfang_story::Timestamp::get);
                    _ = writeln!(out, "      version {} @{at}: {}", version.label, &*version.text);
                }
                for comment in &scene.comments {
                    let (start, end) = (comment.passage.start().get(), comment.passage.end().get());
                    _ = writeln!(out, "      comment {start}–{end}: {}", comment.comment.text);
                }
            }
        }
    }
    for card in &plan.cards {
        let off = if card.disabled { " (off)" } else { "" };
        _ = writeln!(
            out,
            "lore {} {}{off} = {}: {}",
            card.kind.as_str(),
            card.title,
            card.aliases.join("+"),
            card.content.replace('\n', " / ")
        );
    }
    for change in &plan.changes {
        _ = writeln!(out, "change {:?} ×{} ({})", change.rule, change.count, change.dropped);
    }
    let days: i64 = plan.days.iter().map(|day| day.words).sum();
    _ = writeln!(out, "days {} ({days} words), target {:?}", plan.days.len(), plan.target);
    out.lines().flat_map(|line| [line.trim_end(), "\n"]).collect()
}

fn about(about: &About) -> String {
    let target = about.target.map(|target| format!(" →{target}")).unwrap_or_default();
    let notes = if about.notes.is_empty() { String::new() } else { format!(" notes{}", note(&about.notes)) };
    format!("[{}{target}{}{notes}]", about.status.as_str(), note(&about.synopsis))
}

fn note(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!(" «{}»", text.replace('\n', " / ")) }
}

#[test]
fn folders_of_three_levels_are_volumes() {
    let rain = folder("第一章　渡口", vec![scene("夜船", "船到了。"), scene("茶棚", "茶。")]);
    let deep = folder(
        "第二章",
        vec![part(PartKind::Folder, "更", "更深。", vec![scene("三更", "三更。"), scene("四更", "")])],
    );
    let parts = vec![
        scene("楔子", "很久以前。"),
        part(PartKind::Folder, "第一部　河", "卷首的话。", vec![rain, deep, scene("间章", "间。")]),
        folder("第二部　海", vec![scene("第三章", "海。")]),
        folder("番外", vec![scene("一", "外。")]),
    ];
    check(
        Document { parts, ..Document::default() },
        expect![[r#"
        volume –
          chapter 楔子 [drafting]
            scene  [drafting] |||: 很久以前。
        volume 第一部　河
          chapter 卷首 [drafting]
            scene  [drafting] |||: 卷首的话。
          chapter 第一章　渡口 [drafting]
            scene 夜船 [drafting] |||: 船到了。
            scene 茶棚 [drafting] |||: 茶。
          chapter 第二章 [drafting]
            scene 更 [drafting] |||: 更深。
            scene 三更 [drafting] |||: 三更。
            scene 四更 [drafting] |||:
          chapter 间章 [drafting]
            scene  [drafting] |||: 间。
        volume 第二部　海
          chapter 第三章 [drafting]
            scene  [drafting] |||: 海。
        volume –
          chapter 番外 [drafting]
            scene 一 [drafting] |||: 外。
        days 0 (0 words), target None
    "#]],
    );
}

#[test]
fn two_levels_are_chapters_and_one_level_too() {
    let parts =
        vec![scene("Prologue", "Before."), folder("Rain", vec![scene("Quay", "Wet."), scene("Inn", "Dry.")])];
    check(
        Document { parts, ..Document::default() },
        expect![[r#"
        volume –
          chapter Prologue [drafting]
            scene  [drafting] |||: Before.
          chapter Rain [drafting]
            scene Quay [drafting] |||: Wet.
            scene Inn [drafting] |||: Dry.
        days 0 (0 words), target None
    "#]],
    );
    let parts = vec![scene("One", "A."), scene("Two", "B.")];
    check(
        Document { parts, ..Document::default() },
        expect![[r#"
        volume –
          chapter One [drafting]
            scene  [drafting] |||: A.
          chapter Two [drafting]
            scene  [drafting] |||: B.
        days 0 (0 words), target None
    "#]],
    );
    let parts = vec![
        folder("PART ONE", vec![scene("Chapter 1", "A."), scene("Chapter 2", "B.")]),
        folder("PART TWO", vec![scene("Chapter 3", "C.")]),
    ];
    check(
        Document { parts, ..Document::default() },
        expect![[r#"
            volume PART ONE
              chapter Chapter 1 [drafting]
                scene  [drafting] |||: A.
              chapter Chapter 2 [drafting]
                scene  [drafting] |||: B.
            volume PART TWO
              chapter Chapter 3 [drafting]
                scene  [drafting] |||: C.
            days 0 (0 words), target None
        "#]],
    );
}

#[test]
fn parts_that_say_what_they_are_are_that() {
    let chapter = part(PartKind::Chapter, "Rain", "It rained.", vec![scene("Quay", "Wet.")]);
    let parts = vec![
        scene("The Gate", "By Ada North"),
        part(PartKind::Volume, "Part One", "A motto.", vec![chapter, scene("Loose", "Alone.")]),
    ];
    check(
        Document { parts, ..Document::default() },
        expect![[r#"
        volume –
          chapter The Gate [drafting]
            scene  [drafting] |||: By Ada North
        volume Part One
          chapter Front matter [drafting]
            scene  [drafting] |||: A motto.
          chapter Rain [drafting]
            scene  [drafting] |||: It rained.
            scene Quay [drafting] |||: Wet.
          chapter Loose [drafting]
            scene  [drafting] |||: Alone.
        days 0 (0 words), target None
    "#]],
    );
}

#[test]
fn everything_a_tool_knows_arrives() {
    let mut one = scene("夜船", "船到了。");
    one.blocks.splice(
        0..0,
        [
            Block::Paragraph(Paragraph {
                spans: vec![
                    Span::CommentStart(0),
                    Span::Text { text: "夜".into(), style: Style { italic: true, ..Style::default() } },
                    Span::CommentEnd(0),
                    Span::Note(vec![Paragraph {
                        spans: vec![Span::Text { text: "注".into(), style: Style::default() }],
                        ..Paragraph::default()
                    }]),
                ],
                ..Paragraph::default()
            }),
            Block::Heading {
                level: 3,
                spans: vec![Span::Text { text: "小节".into(), style: Style::default() }],
            },
        ],
    );
    one.details = Details {
        synopsis: "船在夜里到。".into(),
        notes: "查潮水。".into(),
        status: Some("Final Draft".into()),
        label: Some("伏笔".into()),
        keywords: vec!["雨".into(), "夜".into()],
        pov: Some("沈舟".into()),
        characters: vec!["沈舟".into(), "阿梅".into()],
        locations: vec!["渡口".into(), "茶棚".into()],
        items: vec!["灯".into()],
        story_time: Some("三月初七".into()),
        target: Some(1200),
        snapshots: vec![
            Snapshot {
                title: "二稿".into(),
                taken_at: "2026-03-05T01:00:00Z".into(),
                blocks: blocks("船来了。"),
            },
            Snapshot { title: String::new(), taken_at: "Draft 1".into(), blocks: blocks("船。") },
        ],
        ..Details::default()
    };
    let mut chapter = folder("第一章", vec![one, scene("茶棚", "茶。")]);
    chapter.details.synopsis = "渡口一夜。".into();
    chapter.details.pov = Some("沈舟".into());
    let mut losses = Losses::default();
    losses.note(LossKind::CustomField, "mood: 冷");
    let card = |kind, name: &str, aliases: &[&str]| Card {
        kind,
        name: name.into(),
        aliases: aliases.iter().map(|alias| (*alias).to_owned()).collect(),
        text: "摆渡人。".into(),
        tags: vec!["主角".into()],
    };
    check(
        Document {
            parts: vec![chapter],
            cards: vec![
                card(CardKind::Character, "沈舟", &["阿舟", "沈舟"]),
                card(CardKind::Note, "潮水", &[]),
            ],
            comments: vec![Comment { text: "太早？".into(), ..Comment::default() }],
            days: vec![Day { date: "2026-03-05".into(), words: 800 }],
            target: Some(50_000),
            losses,
            ..Document::default()
        },
        expect![[r#"
            volume –
              chapter 第一章 [drafting «渡口一夜。» notes «视角：沈舟»]
                scene 夜船 [completed →1200 «船在夜里到。» notes «查潮水。 /  / 状态：Final Draft / 标签：伏笔 / 关键词：雨、夜 / 物品：灯»] 沈舟|沈舟+阿梅|渡口、茶棚|三月初七: *夜*^[注] / ### 小节 / 船到了。
                  version 快照 Draft 1 @0: 船。
                  version 二稿 @1772672400000: 船来了。
                  comment 1–2: 太早？
                scene 茶棚 [drafting] |||: 茶。
            lore character 沈舟 = 阿舟: 摆渡人。 /  / 标签：主角
            lore concept 潮水 (off) = : 摆渡人。 /  / 标签：主角
            change CustomField ×1 (6)
            days 1 (800 words), target Some(50000)
        "#]],
    );
}

#[test]
fn parts_that_are_not_printed_come_last() {
    let parts = vec![
        unprinted(part(
            PartKind::Folder,
            "Rain",
            "Notes on rain.",
            vec![
                scene("Quay", "Wet."),
                unprinted(scene("Cut", "Never.")),
                unprinted(scene("Cut too", "Nor this.")),
            ],
        )),
        unprinted(folder("Ideas", vec![unprinted(scene("One", "An idea."))])),
        unprinted(scene("Loose", "Alone.")),
    ];
    check(
        Document { parts, ..Document::default() },
        expect![[r#"
            volume –
              chapter Rain [drafting]
                scene Quay [drafting] |||: Wet.
            volume Not included
              chapter Rain [drafting]
                scene  [drafting] |||: Notes on rain.
                  not for print
                scene Cut [drafting] |||: Never.
                  not for print
                scene Cut too [drafting] |||: Nor this.
                  not for print
              chapter Ideas [drafting]
                scene One [drafting] |||: An idea.
                  not for print
              chapter Loose [drafting]
                scene  [drafting] |||: Alone.
                  not for print
            days 0 (0 words), target None
        "#]],
    );
}

#[test]
fn a_text_in_one_piece_is_searched_for_chapters() {
    let text = "Chapter 1\nIt rained.\nChapter 2\nIt stopped.";
    let parts = vec![part(PartKind::Flow, "", text, Vec::new())];
    let cards = vec![Card {
        kind: CardKind::Place,
        name: "Quay".into(),
        aliases: Vec::new(),
        text: String::new(),
        tags: Vec::new(),
    }];
    check(
        Document { parts, cards, ..Document::default() },
        expect![[r#"
        volume –
          chapter Chapter 1 [drafting]
            scene  [drafting] |||: It rained.
          chapter Chapter 2 [drafting]
            scene  [drafting] |||: It stopped.
        lore location Quay = :
        days 0 (0 words), target None
    "#]],
    );
}
