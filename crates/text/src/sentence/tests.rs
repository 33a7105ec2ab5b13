use super::*;
use crate::marks::Plain;
use crate::{CharOffset, TextIndex};
use proptest::prelude::*;

/// The sentences of a text, separated by `|`.
fn split(text: &str) -> String {
    let index = TextIndex::new(text);
    sentences(text).into_iter().map(|range| index.slice(range)).collect::<Vec<_>>().join("|")
}

/// The text with `|` at each stopping point.
fn stops(text: &str) -> String {
    let index = TextIndex::new(text);
    let mut shown = String::new();
    let mut from = CharOffset::ZERO;
    for point in stopping_points(text) {
        shown.push_str(index.slice(CharRange::new(from.get(), point.get())));
        shown.push('|');
        from = point;
    }
    shown + index.slice(CharRange::new(from.get(), index.len()))
}

/// Checks where the sentences of a text end: `expected` is the text with `|` between them.
#[track_caller]
fn check(expected: &str) {
    assert_eq!(split(&expected.replace('|', "")), expected);
}

/// Checks where a text may stop: `expected` is the text with `|` at each position.
#[track_caller]
fn check_stops(expected: &str) {
    assert_eq!(stops(&expected.replace('|', "")), expected);
}

#[test]
fn a_sentence_ends_after_its_terminator() {
    check("雨停了。|门开着！|是谁？");
    check("你说什么？！|我没听清……|再说一遍。。。|好");
    check("他走了（也许没走。）|灯还亮着。");
}

#[test]
fn a_dash_does_not_end_a_sentence() {
    check("他伸出手——门却自己开了。|没有人。");
}

#[test]
fn line_ends_end_sentences_and_blanks_are_trimmed() {
    assert_eq!(split("　　第一章\n\n　　雨停了。 门开着\n"), "第一章|雨停了。|门开着");
    assert_eq!(split(" \n　\n"), "");
}

#[test]
fn a_dialogue_tag_belongs_to_its_quote() {
    check("“去哪？”他问。");
    check("“去哪？”陆远低声问道，“现在？”|没有人回答。");
    check("“走吧！”她喊了一声，转身就跑。");
    check("「去哪？」她說。|天黑了。");
    check("“去哪？”——他问。");
    check("“快走！”，他说。");
    assert_eq!(split("\"Where?\" he asked. \"Home.\""), "\"Where?\" he asked.|\"Home.\"");
}

#[test]
fn a_clause_without_a_tag_begins_a_sentence() {
    check("“走吧。”|陆远站起身来。");
    check("“走吧。”|她没有说话。");
    check("“走吧。”|她没回答。");
    check("“走吧。”|他知道已经晚了。");
    check("“走吧。”|“好。”");
    check("“走吧。”|街道上空无一人。");
}

#[test]
fn an_introduced_quote_has_no_tag_after_it() {
    check("他说：“走吧。”|她问：“去哪？”");
}

#[test]
fn sentences_end_inside_a_quote_too() {
    check("“你来了。|坐吧。”|他指了指椅子。");
}

#[test]
fn a_quote_in_a_phrase_does_not_end_it() {
    check("那句“为什么？”的回声还在。");
    check("「どこ？」と彼は聞いた。|返事はない。");
}

#[test]
fn a_full_stop_after_an_abbreviation_ends_no_sentence() {
    assert_eq!(split("Mr. Lu paid 3.50 for it. He left."), "Mr. Lu paid 3.50 for it.|He left.");
    assert_eq!(split("It was No. 7. No. It was J. Lu, i.e. me."), "It was No. 7.|No.|It was J. Lu, i.e. me.");
    assert_eq!(split("1. 进门。 2. 关灯"), "1. 进门。|2.|关灯");
    assert_eq!(
        split("“Stay.” Mr. Lu said no more. “Why?” Mr. Lu asked."),
        "“Stay.” Mr. Lu said no more.|“Why?” Mr. Lu asked."
    );
}

#[test]
fn a_lower_case_letter_continues_the_sentence() {
    assert_eq!(split("Oh! what a day. Well… it was."), "Oh! what a day.|Well… it was.");
}

#[test]
fn a_stray_closing_mark_stays_with_its_sentence() {
    assert_eq!(split("“走吧。 ”\n他走了。"), "“走吧。 ”|他走了。");
}

#[test]
fn a_text_may_stop_after_a_terminator_outside_quotes() {
    check_stops("“去哪？”|他问。|雨还在下——没有停");
    check_stops("“你来了。坐吧。”|他指了指椅子。|");
    check_stops("他说：“她喊‘救命！’然后就没了声音。”|");
    check_stops("\"Don't go. Stay.\"| He left.|");
    check_stops("「『走。』と言った。」|");
}

#[test]
fn a_quote_over_several_paragraphs_stays_open() {
    check_stops("“第一封信到了。我没有拆。\n“第二封也到了。”|\n他放下笔。|");
    check_stops("“忘了收尾。\n门开了。|");
}

#[test]
fn an_apostrophe_does_not_close_a_quote() {
    check_stops("‘It isn’t. It can’t be.’| He left.|");
}

#[test]
fn a_terminator_keeps_attached_scalars() {
    assert_eq!(split("好！\u{fe0f}走。"), "好！\u{fe0f}|走。");
    assert_eq!(split("好！👩\u{200d}👧走。"), "好！|👩\u{200d}👧走。");
}

pub(super) fn prose() -> impl Strategy<Value = String> {
    proptest::collection::vec(
        prop_oneof![
            4 => "[一他说问道的ab]",
            3 => "[。！？!?….．，：—]{1,2}",
            3 => "[“”‘’「」『』\"'（）》]",
            2 => "[ \n　]",
            1 => "(Mr|No|said|1|👩\u{200d}👧|e\u{301}|\u{fe0f}|\u{200b}|\u{200d}|🇨🇳)",
            1 => "\\PC",
        ],
        0..60,
    )
    .prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn sentences_cover_every_visible_word_in_order(text in prose()) {
        let chars: Vec<char> = text.chars().collect();
        let found = sentences(&text);
        let mut covered = vec![false; chars.len()];
        let mut end = 0;
        for range in &found {
            prop_assert!(!range.is_empty() && range.start().get() >= end);
            end = range.end().get();
            let sentence = &chars[range.as_range()];
            prop_assert!(!sentence.contains(&'\n'));
            prop_assert!(!is_blank(sentence[0]) || !is_blank(sentence[1]));
            prop_assert!(!is_blank(sentence[sentence.len() - 1]));
            covered[range.as_range()].fill(true);
        }
        // Marks may be in none.
        let plain = Plain::of(&text);
        for at in 0..plain.text().chars().count() {
            let raw = plain.to_raw_offset(CharOffset::new(at)).get();
            prop_assert!(covered[raw] || is_blank(chars[raw]), "{:?} in no sentence", chars[raw]);
        }
    }

    #[test]
    fn borders_do_not_split_graphemes(text in prose()) {
        let borders = sentences(&text).into_iter().flat_map(|range| [range.start(), range.end()]);
        for border in borders.chain(stopping_points(&text)) {
            prop_assert_eq!(snap_to_grapheme(&text, border, Snap::Back), border);
        }
    }

    #[test]
    fn stopping_points_ascend_and_follow_a_terminator(text in prose()) {
        let points = stopping_points(&text);
        prop_assert!(points.is_sorted_by(|a, b| a < b));
        let chars: Vec<char> = text.chars().collect();
        for point in points {
            let line = chars[..point.get()].rsplit(|&c| c == '\n').next().unwrap();
            prop_assert!(line.iter().any(|&c| terminator::is_terminator(c)));
        }
    }
}
