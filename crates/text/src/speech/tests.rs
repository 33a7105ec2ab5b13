use proptest::prelude::*;

use super::*;
use crate::marks::Plain;
use crate::{CharOffset, TextIndex};

/// Each speech as the name of its kind, with its inner text in brackets.
fn shown(text: &str) -> String {
    let index = TextIndex::new(text);
    let speeches = speech(text).into_iter().map(|speech| {
        let kind = format!("{:?}", speech.kind);
        format!("{kind}({})", index.slice(speech.inner))
    });
    speeches.collect::<Vec<_>>().join(" ")
}

#[test]
fn quotes_of_every_kind_are_speech() {
    assert_eq!(shown("他说：“走吧。”她没动。"), "Quoted(走吧。)");
    assert_eq!(shown("「走吧，『快』。」他说。"), "Quoted(走吧，『快』。)");
    assert_eq!(shown("\"Don't go,\" he said. \"Stay.\""), "Quoted(Don't go,) Quoted(Stay.)");
    assert_eq!(shown("‘It isn’t. It can’t be.’ He left."), "Quoted(It isn’t. It can’t be.)");
    assert_eq!(shown("'Tis late. It isn't shut."), "");
    assert_eq!(shown("“她喊‘救命！’然后就没了声音。”"), "Quoted(她喊‘救命！’然后就没了声音。)");
}

#[test]
fn marks_are_outside_speech_and_sentences() {
    let text = "*“走吧。”*他^[她？]说。**好。**";
    assert_eq!(shown(text), "Quoted(走吧。)");
    let index = TextIndex::new(text);
    let words = |ranges: Vec<CharRange>| -> Vec<&str> {
        ranges.into_iter().map(|range| index.slice(range)).collect()
    };
    assert_eq!(words(crate::sentences(text)), ["“走吧。”*他^[她？]说。", "好。"]);
    assert_eq!(words(narration(text)), ["他^[她？]说。**好。"]);
}

#[test]
fn an_empty_speech_before_a_mark_is_empty() {
    assert_eq!(shown("*\"\"\"*"), "Quoted() Unclosed()");
    assert_eq!(shown("**“”**"), "Quoted()");
}

#[test]
fn a_speech_over_several_paragraphs_continues() {
    assert_eq!(
        shown("“第一封信到了。\n“第二封也到了。”\n他放下笔。"),
        "Continued(第一封信到了。) Continued(第二封也到了。)"
    );
    assert_eq!(
        shown("“One.\n\n“Two.\n\n“Three.” He left.\n“Four.”"),
        "Continued(One.) Continued(Two.) Continued(Three.) Quoted(Four.)"
    );
}

#[test]
fn a_stray_mark_affects_one_paragraph() {
    assert_eq!(shown("“忘了收尾。\n门开了。“谁？”"), "Unclosed(忘了收尾。) Quoted(谁？)");
    assert_eq!(shown("他道：走罢。”她不动。\n门开了。"), "Unopened(走罢。)");
    assert_eq!(shown("走罢。”她不动。"), "Unopened(走罢。)");
    assert_eq!(shown("“一”他说：二。”"), "Quoted(一) Unopened(二。)");
}

#[test]
fn speech_without_marks_is_found_by_its_introduction() {
    assert_eq!(shown("宝玉笑道：这个妹妹我曾见过的。"), "Led(这个妹妹我曾见过的。)");
    assert_eq!(shown("　　他说：走吧。\n地上有三样东西：刀、剑、枪。"), "Led(走吧。)");
    assert_eq!(shown("道路有三条：东、西、南。"), "");
    assert_eq!(shown("他说："), "");
}

#[test]
fn narration_excludes_speech() {
    let text = "他说：“走吧。”她没动。\n\n　\n“谁？”\n雨停了。";
    let index = TextIndex::new(text);
    let narrated: Vec<_> = narration(text).into_iter().map(|range| index.slice(range)).collect();
    assert_eq!(narrated, ["他说：", "她没动。", "雨停了。"]);
}

fn prose() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => "[一他说道问ab]",
        3 => "[。！？!?.，：:—]{1,2}",
        4 => "[“”‘’「」『』\"'＂]",
        2 => "[ \n　]",
        1 => "[*]{1,2}",
        1 => "\\PC",
    ];
    proptest::collection::vec(part, 0..80).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn speeches_are_in_order_and_do_not_overlap(text in prose()) {
        let chars: Vec<char> = text.chars().collect();
        let mut end = 0;
        for speech in speech(&text) {
            prop_assert!(speech.range.start().get() >= end && !speech.range.is_empty());
            end = speech.range.end().get();
            prop_assert!(end <= chars.len());
            prop_assert!(speech.range.start() <= speech.inner.start() && speech.inner.end() <= speech.range.end());
            prop_assert!(!chars[speech.range.as_range()].contains(&'\n'));
        }
    }

    #[test]
    fn every_visible_word_is_speech_or_narration(text in prose()) {
        let chars: Vec<char> = text.chars().collect();
        let mut covered = vec![0; chars.len()];
        let speeches = speech(&text).into_iter().map(|speech| speech.range);
        for range in speeches.chain(narration(&text)) {
            covered[range.as_range()].iter_mut().for_each(|times| *times += 1);
        }
        // Marks may be outside of both.
        let plain = Plain::of(&text);
        for at in 0..plain.text().chars().count() {
            let raw = plain.to_raw_offset(CharOffset::new(at)).get();
            let (c, times) = (chars[raw], covered[raw]);
            prop_assert!(times == 1 || times == 0 && is_blank(c), "{c:?} is covered {times} times");
        }
        prop_assert!(covered.iter().all(|times| *times <= 1));
    }
}
