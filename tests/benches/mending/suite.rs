//! Every chapter with every fixer.

use std::collections::BTreeMap;
use std::time::Instant;

use anyhow::Result;
use futures_util::stream::{self, StreamExt as _};
use wenfang_tests::measure::Report;
use wenfang_tests::mending::{Book, Fixer, Outcome, Totals, run_book};

/// The longest time of a session in seconds, as the policy has it.
const MAX_SECONDS: f64 = 900.0;

pub(super) async fn measure(report: &mut Report, books: &[Book]) -> Result<()> {
    let chapters: usize = books.iter().map(|book| book.chapters.len()).sum();
    report.section(&format!("Sessions: {chapters} chapters × {} fixers", Fixer::ALL.len()));
    let mut all = Totals::default();
    let mut by_fixer: Vec<(Fixer, Totals)> = Vec::new();
    for fixer in Fixer::ALL {
        let began = Instant::now();
        let totals = mend(books, fixer).await?;
        let (resolved, filed) = (totals.sum(|one| one.resolved), totals.sum(|one| one.filed));
        let stops = counted(totals.sessions.iter().map(|one| one.stop.as_str()));
        report.figure(
            &format!("{fixer:?}: resolved of filed"),
            &format!("{resolved} of {filed}, {:.0} s; {stops}", began.elapsed().as_secs_f64()),
        );
        all.add(totals.clone());
        by_fixer.push((fixer, totals));
    }
    let planted = all.sessions.iter().flat_map(|one| &one.planted);
    let filed = counted(planted.filter(|(_, is_filed)| *is_filed).map(|(rule, _)| *rule));
    report.figure("planted errors that were filed, by rule", &filed);
    report.at_least("sessions", (all.sessions.len() as f64, (chapters * Fixer::ALL.len()) as f64), "");
    let longest = all.sessions.iter().map(|one| one.took.as_secs_f64()).fold(0.0, f64::max);
    report.at_most("longest session", (longest, MAX_SECONDS), "s");
    let heavier = all.sessions.iter().filter(|one| one.weights.1 > one.weights.0).count();
    report.at_most("sessions that end with a heavier text", (heavier as f64, 0.0), "");
    let faults = all.all_faults();
    for fault in faults.iter().take(20) {
        report.figure("broken claim", fault);
    }
    report.at_most("claims broken", (faults.len() as f64, 0.0), "");
    report.at_most("resolved, but still in the text", (all.sum(|one| one.falsely_resolved) as f64, 0.0), "");
    for (fixer, totals) in &by_fixer {
        of_fixer(report, *fixer, totals);
    }
    Ok(())
}

/// The bars of one fixer.
fn of_fixer(report: &mut Report, fixer: Fixer, totals: &Totals) {
    let (resolved, filed) = (totals.sum(|one| one.resolved), totals.sum(|one| one.filed));
    let share = 100.0 * resolved as f64 / filed.max(1) as f64;
    let misjudged = || counted(totals.sessions.iter().flat_map(|one| &one.misjudged).map(String::as_str));
    match fixer {
        Fixer::Perfect => {
            report.at_least("a perfect fixer resolves", (share, 98.0), "%");
            tokens(report, &totals.sessions);
        }
        Fixer::Half => {
            let wrong = totals.sum(|one| one.falsely_open + one.falsely_resolved);
            let sum = |half: usize| {
                let of = |one: &Outcome| one.halves[half];
                (totals.sum(|one| of(one).0), totals.sum(|one| of(one).1))
            };
            let ((own, done), (left, also_done)) = (sum(0), sum(1));
            report.figure(
                "half fixer: its half, the other half",
                &format!("{done} of {own}, {also_done} of {left}"),
            );
            report.at_least(
                "a half fixer resolves of its half",
                (100.0 * done as f64 / own.max(1) as f64, 98.0),
                "%",
            );
            report.at_most("and of the other half", (also_done as f64, 0.0), "");
            report.figure("half fixer: judged wrongly", &misjudged());
            report.at_most("issues of the half fixer that are judged wrongly", (wrong as f64, 0.0), "");
        }
        _ if totals.sum(|one| one.falsely_open) > 0 => {
            report.figure(&format!("{fixer:?}: open although mended"), &misjudged());
        }
        _ => {}
    }
}

/// What a resolved issue takes, and whether the price shown before was right.
fn tokens(report: &mut Report, sessions: &[Outcome]) {
    let asking = || sessions.iter().filter(|one| one.calls > 0 && one.resolved > 0);
    let median = |mut values: Vec<f64>| {
        values.sort_by(f64::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or_default()
    };
    let each = |of: fn(&Outcome) -> f64| median(asking().map(|one| of(one) / one.resolved as f64).collect());
    report.at_most("prompt tokens a resolved issue, median", (each(|one| one.prompt as f64), 2_000.0), "");
    report.at_most("calls a resolved issue, median", (each(|one| f64::from(one.calls)), 1.3), "");
    let unasked = sessions.iter().filter(|one| one.calls == 0).count();
    report.figure("sessions by the words of rules alone, without a call", &unasked.to_string());
    // The price is that of the first round, without verdicts.
    let priced = || asking().filter(|one| one.price.0 > 0);
    let off = |one: &Outcome| (one.price.0 as f64 - one.price.1 as f64).abs() / one.price.1.max(1) as f64;
    let near = priced().filter(|one| off(one) <= 0.2).count();
    report.figure(
        "sessions whose price shown is within 20 % of the bill",
        &format!("{near} of {}", priced().count()),
    );
    report.at_most(
        "price shown beside the bill, median difference",
        (100.0 * median(priced().map(off).collect()), 20.0),
        "%",
    );
}

/// Mends all books with a fixer, several at a time.
async fn mend(books: &[Book], fixer: Fixer) -> Result<Totals> {
    // Those that wait for a server that fails keep no processor busy.
    let at_once = if matches!(fixer, Fixer::Flaky | Fixer::Broken) { 10 } else { 3 };
    let mut totals = Totals::default();
    let mut running = stream::iter(books).map(|book| run_book(book, fixer, 4)).buffer_unordered(at_once);
    while let Some(ended) = running.next().await {
        totals.add(ended?);
    }
    Ok(totals)
}

/// How often each word occurs, as `one 3, other 2`.
fn counted<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    words.for_each(|word| *counts.entry(word).or_default() += 1);
    let parts: Vec<String> = counts.into_iter().map(|(word, count)| format!("{word} {count}")).collect();
    parts.join(", ")
}
