//! Marks at a cut.

use proptest::prelude::*;
use wenfang_text::marks::{MarkKind, Span, marks};

use super::effect_log::{run, run_text, standard};
use super::prose::split;
use super::*;

/// Checks where a text is cut. `expected` has `|` at the cut, with what closes it in `⟨⟩` before it.
#[track_caller]
fn check(expected: &str) {
    let (before, overflow) = expected.split_once('|').unwrap();
    let (shown, closing) =
        before.strip_suffix('⟩').and_then(|rest| rest.split_once('⟨')).unwrap_or((before, ""));
    let log = run_text(ROOMY, &format!("{shown}{overflow}"));
    assert_eq!((log.shown().as_str(), log.overflow().as_str()), (shown, overflow));
    assert_eq!(log.cut().map(|(_, closing)| closing), Some(closing));
    assert_eq!(log.done(), Some((standard(&format!("{shown}{closing}")), GateOutcome::Cut)));
}

#[test]
fn a_cut_closes_the_marks_that_it_splits() {
    check("雨停了，门**开着，他走了。⟨**⟩|屋里没有人，灯还亮着**");
    check("雨停了，门开^[见第一章。⟨]⟩|屋里没有人，灯还亮着]了呢没有人知道他们");
    check("雨停了，门《《开着，他走了。⟨》》⟩|屋里没有人，灯还亮着》》");
    check("雨停了，*门**开着，他走。⟨***⟩|屋里没有人，灯还亮着");
}

#[test]
fn quotes_and_marks_are_closed_innermost_first() {
    check("他说：“雨**停了，门开了。⟨**”⟩|别再等了，天要黑了**”");
    check("他说：**“雨停了，门开了。⟨”**⟩|别再等了，天要黑了”**");
}

#[test]
fn a_finished_mark_is_kept_whole() {
    check("雨停了，门**开着，他走了。**|屋里没有人，灯还亮着");
}

#[test]
fn a_mark_without_words_is_left_out() {
    check("雨停了门开着他走了屋里没有人灯还亮着呀|**没有人回来");
    check("雨停了门开着他走了屋里没有人灯还亮着|｜漢字《かんじ》没有人");
}

const PARTS: [&str; 26] = [
    "雨",
    "停了",
    "门开着",
    "他走了",
    "。",
    "。",
    "，",
    "！",
    "“",
    "”",
    "*",
    "*",
    "**",
    "**",
    "***",
    "^[见",
    "]",
    "《《",
    "》》",
    "｜漢《かん》",
    "\\*",
    "\n",
    " ",
    "> ",
    "a",
    "7",
];

fn marked() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PARTS.to_vec()), 8..60).prop_map(|parts| parts.concat())
}

/// Whether a cut can and must keep this mark.
fn is_kept(span: &Span) -> bool {
    matches!(
        span.kind,
        MarkKind::Italic | MarkKind::Bold | MarkKind::BoldItalic | MarkKind::Dots | MarkKind::Note
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(20_000) })]

    #[test]
    fn no_cut_splits_a_mark(text in marked(), target in 4_usize..40, seeds in any::<(u64, u64)>()) {
        let limits = GateLimits { target, floor: 0, soft: target, hard: target + 12, rounds: 0 };
        let log = run(limits, &[(split(&text, seeds.0), AnswerEnd::Stop)]);
        prop_assert_eq!(&log, &run(limits, &[(split(&text, seeds.1), AnswerEnd::Stop)]));
        prop_assert_eq!(log.shown() + &log.overflow(), text.clone());
        let (counted, _) = log.done().unwrap();
        prop_assert_eq!(counted, standard(&log.final_text()));
        prop_assert!(counted <= limits.hard);
        if log.cut().is_none() {
            return Ok(());
        }
        let shown = log.shown();
        let at = shown.chars().count();
        let kept = marks(&log.final_text());
        for span in marks(&text) {
            let (start, end) = (span.outer.start().get(), span.outer.end().get());
            let is_split = start < at && at < end;
            // Marks close after words only, and shown blanks stay.
            if !is_split || !is_kept(&span) || shown.ends_with([' ', '\n']) {
                continue;
            }
            prop_assert!(
                kept.iter().any(|one| one.kind == span.kind && one.outer.start() == span.outer.start()),
                "{:?} is split in {:?}", span, log
            );
        }
    }
}
