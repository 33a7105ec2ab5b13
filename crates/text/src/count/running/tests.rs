use super::*;
use crate::count::tests::text;
use crate::{CountRule, count};
use proptest::prelude::*;

/// The total and the lower bound after each character.
fn figures(text: &str) -> Vec<(usize, usize)> {
    let mut running = RunningCount::default();
    let after = |c| {
        running.push(c);
        (running.total(), running.least())
    };
    text.chars().map(after).collect()
}

#[test]
fn a_third_mark_makes_a_rule_until_text_follows() {
    assert_eq!(figures("---x"), [(1, 0), (2, 0), (0, 0), (4, 4)]);
}

#[test]
fn the_upper_bound_includes_possible_marks() {
    let most = |text: &str| {
        let mut running = RunningCount::default();
        text.chars().for_each(|c| running.push(c));
        running.most()
    };
    assert_eq!(["---", "###", "*", "好---", "## 好", "---\n"].map(most), [3, 3, 1, 4, 1, 0]);
}

#[test]
fn a_closing_mark_makes_the_opening_one_a_mark() {
    assert_eq!(figures("好*真*"), [(1, 1), (2, 1), (3, 2), (2, 2)]);
}

#[test]
fn a_run_too_long_for_emphasis_always_counts() {
    assert_eq!(figures("好****").last(), Some(&(5, 5)));
}

#[test]
fn line_marks_count_as_in_the_whole_text() {
    for text in [
        "\r***",
        " \r***",
        ">*好*",
        "* *好*",
        "#*好*",
        "\\***好***",
        "- - -",
        "######",
        "#######",
        "*\u{200b}好*",
    ] {
        let mut running = RunningCount::default();
        text.chars().for_each(|c| running.push(c));
        assert_eq!(running.total(), count(text).total(CountRule::Standard), "{text:?}");
    }
}

proptest! {
    #[test]
    fn the_total_equals_the_count_so_far(text in text()) {
        for ((at, c), (total, _)) in text.char_indices().zip(figures(&text)) {
            let so_far = &text[..at + c.len_utf8()];
            prop_assert_eq!(total, count(so_far).total(CountRule::Standard), "{:?}", so_far);
        }
    }

    #[test]
    fn the_lower_bound_never_falls_and_holds(text in text()) {
        let mut bound = 0;
        for (total, least) in figures(&text) {
            prop_assert!(bound <= least && least <= total);
            bound = least;
        }
    }

    #[test]
    fn a_run_counts_like_its_characters(text in text(), most in 1_usize..9) {
        let figures = figures(&text);
        let mut running = RunningCount::default();
        let (mut rest, mut at) = (text.as_str(), 0);
        while let Some(c) = rest.chars().next() {
            let run = EverydayRun::of(rest, if running.takes_runs() { most } else { 0 });
            let length = if run.chars() == 0 {
                running.push(c);
                at += 1;
                c.len_utf8()
            } else {
                running.push_run(run);
                at += run.chars();
                run.text().len()
            };
            rest = &rest[length..];
            prop_assert_eq!((running.total(), running.least()), figures[at - 1]);
        }
    }

    #[test]
    fn at_a_line_end_the_bound_is_the_total(text in text()) {
        prop_assert!(figures(&(text + "\n")).last().is_some_and(|(total, least)| total == least));
    }
}
