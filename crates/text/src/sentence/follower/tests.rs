use super::*;
use crate::sentence::tests::prose;
use crate::{Snap, snap_to_grapheme, stopping_points};
use proptest::prelude::*;

/// The results of the characters of a text, and of its end.
fn follow(text: &str) -> (Vec<Followed>, Option<SentenceEnd>) {
    let mut follower = TextFollower::default();
    let followed = text.chars().map(|c| follower.push(c)).collect();
    (followed, follower.finish())
}

/// Checks where the clauses of a text end: `expected` is the text with `|` at each end.
#[track_caller]
fn check_clauses(expected: &str) {
    let text = expected.replace('|', "");
    let marked: String = text
        .chars()
        .zip(follow(&text).0)
        .map(|(c, followed)| if followed.clause_end { format!("|{c}") } else { c.to_string() })
        .collect();
    assert_eq!(marked, expected);
}

/// The closing marks at each sentence end inside quotes.
fn closing_marks(text: &str) -> Vec<String> {
    let mut follower = TextFollower::default();
    let mut found = Vec::new();
    for c in text.chars() {
        if follower.push(c).sentence_end.is_some_and(|end| !end.outside_quotes) {
            found.push(follower.closing_marks().collect());
        }
    }
    found
}

#[test]
fn a_clause_ends_after_its_marks_and_closers() {
    check_clauses("他走了，|门开着；|她说：|“走吧，”|然后——|没有人");
    check_clauses("\"Well,\"| he said,| \"at 10:30 for 3,000:| no\"");
    check_clauses("他走了,|门开着\n");
}

#[test]
fn a_japanese_comma_ends_a_clause_beside_kana() {
    check_clauses("私は、|今日、|帰る\n苹果、梨");
}

#[test]
fn quotes_are_closed_from_the_inside() {
    assert_eq!(closing_marks("“他喊‘走！快走。别"), ["’”", "’”"]);
    assert_eq!(closing_marks("「『走。行"), ["』」"]);
    assert_eq!(closing_marks("“走。‘来"), ["”"], "a quote that opens after the end is not open there");
    assert_eq!(closing_marks("“No. ”"), ["”"], "a quote that closes after the end is open there");
    assert_eq!(closing_marks("\"Go. Now"), ["\""]);
    assert_eq!(closing_marks("“走。\n他"), ["”"], "a line end confirms the end and then forgets the quote");
}

#[test]
fn closing_the_last_quote_is_reported() {
    let closed = |text: &str| -> String {
        text.chars()
            .zip(follow(text).0)
            .filter(|(_, followed)| followed.quotes_closed)
            .map(|(c, _)| c)
            .collect()
    };
    assert_eq!(closed("“他‘走’了”。"), "。");
    assert_eq!(closed("‘don’t’ go"), " ");
    assert_eq!(closed("“走\n了"), "");
}

proptest! {
    #[test]
    fn ends_outside_quotes_are_the_stopping_points(text in prose()) {
        let (followed, last) = follow(&text);
        let ends = followed.into_iter().filter_map(|followed| followed.sentence_end).chain(last);
        let found: Vec<CharOffset> = ends.filter(|end| end.outside_quotes).map(|end| end.at).collect();
        prop_assert_eq!(found, stopping_points(&text));
    }

    #[test]
    fn borders_are_those_of_graphemes(text in prose()) {
        for (at, followed) in follow(&text).0.into_iter().enumerate() {
            let at = CharOffset::new(at);
            prop_assert_eq!(followed.border, snap_to_grapheme(&text, at, Snap::Back) == at);
        }
    }

    #[test]
    fn a_run_reports_the_same_as_its_characters(text in prose(), most in 1_usize..9) {
        let mut follower = TextFollower::default();
        let mut reported = Vec::new();
        let mut rest = text.as_str();
        while let Some(c) = rest.chars().next() {
            let run = EverydayRun::of(rest, if follower.takes_runs() { most } else { 0 });
            if run.chars() == 0 {
                reported.push(follower.push(c));
                rest = &rest[c.len_utf8()..];
            } else {
                follower.push_run(run);
                reported.extend(vec![Followed { border: true, is_whole: true, ..Followed::default() }; run.chars()]);
                rest = &rest[run.text().len()..];
            }
        }
        prop_assert_eq!((reported, follower.finish()), follow(&text));
    }

    #[test]
    fn later_text_does_not_change_a_reported_end(text in prose()) {
        let chars: Vec<char> = text.chars().collect();
        for end in follow(&text).0.into_iter().filter_map(|followed| followed.sentence_end) {
            let cut: String = chars[..end.at.get()].iter().collect();
            prop_assert_eq!(follow(&cut).1, Some(end));
        }
    }
}
