//! Properties that hold for every text.

use proptest::prelude::*;

use super::*;

const NAMES: [&str; 6] = ["gpt-4o", "gpt-4", "deepseek-chat", "qwen3-8b", "gemma3:12b", "nobody-knows"];

/// Text with runs of every character class.
fn text() -> impl Strategy<Value = String> {
    let run = prop_oneof![
        "[雨夜走吧的了]{1,6}",
        "[a-zA-Zé]{1,9}",
        "[0-9]{1,5}",
        "[，。“”！？——]{1,3}",
        "[ \t\u{3000}]{1,3}",
        "[\r\n]{1,3}",
        "[{}\":,\\[\\]]{1,4}",
        "[あいカナ]{1,4}",
        "[한국어]{1,4}",
        "[😀🎉❤]{1,2}",
        "[𠮷㐀]{1,2}",
        "[жשไ]{1,4}",
        any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(run, 0..24).prop_map(|runs| runs.concat())
}

/// A counter for any model with any factor that can be learnt.
fn counter() -> impl Strategy<Value = TokenCounter> {
    (prop::sample::select(NAMES.to_vec()), 200_usize..4_000, 200_usize..4_000).prop_map(
        |(name, estimated, reported)| {
            let mut counter = TokenCounter::of_model(name);
            counter.calibrate(estimated, reported);
            counter
        },
    )
}

proptest! {
    #[test]
    fn a_longer_text_never_counts_less(counter in counter(), a in text(), b in text()) {
        prop_assert!(counter.count(&a) <= counter.count(&(a.clone() + &b)));
    }

    #[test]
    fn splitting_a_text_adds_at_most_the_slack(counter in counter(), a in text(), b in text()) {
        let apart = counter.count(&a) + counter.count(&b);
        let together = counter.count(&(a.clone() + &b));
        prop_assert!(together <= apart && apart <= together + SEAM_SLACK, "{together} {apart}");
    }

    #[test]
    fn only_the_empty_text_counts_zero(counter in counter(), text in text()) {
        prop_assert_eq!(counter.count(&text) == 0, text.is_empty());
    }

    #[test]
    fn a_cut_is_the_longest_that_fits(counter in counter(), text in text(), limit in 0_usize..60) {
        let fits = |text: &str| counter.count(text) <= limit;
        let start = cut_to_tokens(&counter, &text, Tokens(limit), End::Start);
        prop_assert!(text.starts_with(start) && fits(start));
        if let Some(next) = text[start.len()..].chars().next() {
            prop_assert!(!fits(&text[..start.len() + next.len_utf8()]));
        }
        let end = cut_to_tokens(&counter, &text, Tokens(limit), End::End);
        prop_assert!(text.ends_with(end) && fits(end));
        let rest = &text[..text.len() - end.len()];
        if let Some(before) = rest.chars().next_back() {
            prop_assert!(!fits(&text[rest.len() - before.len_utf8()..]));
        }
    }

    #[test]
    fn the_factor_stays_within_its_bounds(
        reports in prop::collection::vec((any::<usize>(), any::<usize>()), 0..30),
    ) {
        let mut calibration = Calibration::default();
        for (estimated, reported) in reports {
            calibration.learn(estimated, reported);
            prop_assert!((0.5..=2.0).contains(&calibration.factor()), "{:?}", calibration);
        }
    }
}
