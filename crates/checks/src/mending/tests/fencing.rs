//! The fence: each reason for which it refuses an offer, beside an offer that it accepts.

use wenfang_story::ThreadAnchorId;
use wenfang_story::canon::Evidence;
use wenfang_story::mend::{Refusal, Tool};
use wenfang_text::Lexicon;

use super::*;

const TEXT: &str = "雨停了。\n\n林冲站在廊下，听见远处的马蹄声渐渐近了。\n“他今年十七岁。”陆谦把那封旧信藏进怀里，转身走了。\n灯亮着。\n夜深了。";
const SECOND: &str = "“他今年十七岁。”陆谦把那封旧信藏进怀里，转身走了。";

/// Offers `words` in place of `old` to a rewriting of the paragraph of the age.
fn offered(old: &str, words: &str) -> Result<String, Refusal> {
    let age = record(Rule::Attribute, Severity::High, TEXT, "十七岁");
    offered_for(&age, Tool::Rewrite, old, words)
}

fn offered_for(record: &IssueRecord, tool: Tool, old: &str, words: &str) -> Result<String, Refusal> {
    let cast = Lexicon::new([(0, "林冲"), (1, "陆谦"), (1, "陆虞候")]);
    let threads = [(ThreadAnchorId::from(7), range_of(TEXT, "那封旧信藏进怀里"))];
    let fence = Fence::new(TEXT, &cast, &threads);
    let issues = [issue(1, record)];
    let job = Job { issues: vec![1.into()], range: range_of(TEXT, SECOND), tool, severity: record.severity };
    let offer = Offer {
        job: 0,
        issues: vec![1.into()],
        edits: vec![Edit { range: range_of(TEXT, old), words: words.to_owned() }],
        instruction: "把年龄改成与人物卡片一致的十六岁，其余不动。".to_owned(),
    };
    let mut composed = compose(&fence, &[job], &issues, &[offer], usize::MAX);
    composed.refused.pop().map_or(Ok(composed.text), |(_, refusal)| Err(refusal))
}

#[track_caller]
fn check_refused(old: &str, words: &str, expected: Refusal) {
    assert_eq!(offered(old, words), Err(expected));
}

#[test]
fn a_small_change_is_accepted() {
    assert_eq!(offered("十七岁", "十六岁"), Ok(TEXT.replace("十七岁", "十六岁")));
    // The paragraph beside the job may change too.
    assert_eq!(offered("渐渐近了", "近了"), Ok(TEXT.replace("渐渐近了", "近了")));
    let reworded = "“他今年十六岁。”陆虞候把那封旧信藏进怀里，转身走远了。";
    assert_eq!(offered(SECOND, reworded), Ok(TEXT.replace(SECOND, reworded)));
}

#[test]
fn text_beyond_the_next_paragraph_is_out_of_reach() {
    check_refused("雨停了", "雨还在下", Refusal::OutsideJob);
    check_refused("夜深了", "夜更深了", Refusal::OutsideJob);
}

#[test]
fn a_range_of_another_text_is_refused() {
    let age = record(Rule::Attribute, Severity::High, TEXT, "十七岁");
    let cast = Lexicon::new([]);
    let fence = Fence::new(TEXT, &cast, &[]);
    let range = range_of(TEXT, SECOND);
    let job = Job { issues: vec![1.into()], range, tool: Tool::Rewrite, severity: Severity::High };
    let edits = vec![Edit { range: CharRange::new(500, 501), words: "十六".to_owned() }];
    let offer = Offer { issues: vec![1.into()], edits, ..Offer::default() };
    let composed = compose(&fence, &[job], &[issue(1, &age)], &[offer], usize::MAX);
    assert_eq!((composed.text.as_str(), composed.refused), (TEXT, vec![(0, Refusal::OtherText)]));
}

#[test]
fn a_deletion_needs_an_issue_that_asks_for_it() {
    let job = SECOND.chars().count();
    check_refused("“他今年十七岁。”陆谦", "陆谦", Refusal::DeletesTooMuch { deleted: 9, job });
}

#[test]
fn nothing_and_no_change_are_refused() {
    check_refused(SECOND, "", Refusal::Empty);
    check_refused(SECOND, " \n", Refusal::Empty);
    check_refused(SECOND, SECOND, Refusal::Unchanged);
}

#[test]
fn a_repetition_may_be_deleted() {
    let repeated = record(Rule::Repetition, Severity::Low, TEXT, "“他今年十七岁。”");
    assert!(offered_for(&repeated, Tool::Rewrite, "“他今年十七岁。”陆谦", "陆谦").is_ok());
    assert!(offered_for(&repeated, Tool::Rewrite, "“他今年十七岁。”", "").is_ok());
    let first = Evidence {
        scene: 1.into(),
        version: 1.into(),
        range: CharRange::new(0, 9),
        quote: "“他今年十七岁。”".into(),
    };
    let later = IssueRecord {
        evidence: vec![first],
        ..record(Rule::Repetition, Severity::Low, TEXT, "转身走了")
    };
    assert!(offered_for(&later, Tool::Rewrite, "“他今年十七岁。”", "").is_ok(), "the other occurrence");
}

#[test]
fn an_issue_asks_to_delete_its_own_passage_only() {
    let job = SECOND.chars().count();
    let refused = Err(Refusal::DeletesTooMuch { deleted: 9, job });
    let repeated = record(Rule::Repetition, Severity::Low, TEXT, "转身走了");
    assert_eq!(offered_for(&repeated, Tool::Rewrite, "“他今年十七岁。”陆谦", "陆谦"), refused);
    let shorter = IssueRecord {
        replacement: Some("今年".into()),
        ..record(Rule::Punctuation, Severity::Low, TEXT, "他今年十七岁。")
    };
    assert!(offered_for(&shorter, Tool::Rewrite, "“他今年十七岁。”陆谦", "陆谦").is_ok());
    let much_shorter = IssueRecord {
        replacement: Some("他今年十七".into()),
        ..record(Rule::Punctuation, Severity::Low, TEXT, "他今年十七岁")
    };
    assert_eq!(offered_for(&much_shorter, Tool::Rewrite, "“他今年十七岁。”陆谦", "陆谦"), refused);
}

#[test]
fn a_scene_is_shortened_to_its_target() {
    let long = IssueRecord {
        expected: "40".into(),
        found: "60".into(),
        ..record(Rule::Length, Severity::Low, TEXT, TEXT)
    };
    let most = "陆谦把那封旧信藏进怀里。";
    assert!(offered_for(&long, Tool::Shorten, SECOND, most).is_ok());
    let lines =
        "林冲站在廊下，听见远处的马蹄声渐渐近了。\n“他今年十七岁。”陆谦把那封旧信藏进怀里，转身走了。";
    let gone = offered_for(&long, Tool::Shorten, lines, "林冲。陆谦把那封旧信藏进怀里。");
    assert!(matches!(gone, Err(Refusal::DeletesTooMuch { .. })), "{gone:?}");
}

#[test]
fn the_passage_of_a_thread_must_survive() {
    let expected = Refusal::LosesThreadAnchor { anchor: 7.into() };
    check_refused("那封旧信藏进怀里", "手按在刀柄之上", expected);
    assert!(offered("那封旧信藏进怀里", "那封旧信藏进了怀里").is_ok());
}

#[test]
fn a_name_must_survive_unless_it_is_the_issue() {
    check_refused("陆谦", "那人", Refusal::LosesName { name: "陆谦".into() });
    let name = IssueRecord {
        found: "陆谦".into(),
        expected: "富安".into(),
        ..record(Rule::NameDrift, Severity::High, TEXT, "陆谦")
    };
    assert!(offered_for(&name, Tool::Rewrite, "陆谦", "富安").is_ok());
}

#[test]
fn marks_of_a_model_are_refused() {
    for (words, mark) in [
        ("以下是修改后的：十六岁", "以下是"),
        ("**十六岁**", "**"),
        ("<data-1>十六岁", "<data-"),
        ("〔人9〕十六岁", "〔人9〕"),
        ("十六岁，与人物卡片一致的十六岁，其余不动", "与人物卡片一致的十六岁，"),
    ] {
        check_refused("十七岁", words, Refusal::ModelMark { words: mark.into() });
    }
    check_refused(SECOND, &format!("# 修订\n{SECOND}"), Refusal::ModelMark { words: "# ".into() });
}

#[test]
fn another_language_or_script_is_refused() {
    let english =
        "He is sixteen years old this year, said Lu Qian, who put the letter away and left the room.";
    check_refused(SECOND, english, Refusal::OtherLanguage);
    let traditional = "“他今年十六歲。”陸謙把那封舊信藏進懷裡，轉身走遠了，馬車也經過門邊。";
    check_refused(SECOND, traditional, Refusal::OtherScript);
}

#[test]
fn quotes_must_stay_paired() {
    check_refused("“他今年十七岁。”", "“他今年十六岁。", Refusal::BreaksQuotes);
    check_refused("转身走了", "（转身走了", Refusal::BreaksQuotes);
    check_refused("转身走了", "”转身走了“", Refusal::BreaksQuotes);
}
