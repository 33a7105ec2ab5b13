//! The short form of the suite of mending: every fixer on a few chapters. `cargo xtask bench mending` runs all of it.

use futures_util::stream::{self, StreamExt as _};
use serde_json::json;
use wenfang_model_server::{Answer, Fault};
use wenfang_tests::mending::{Book, Desk, Fixer, RULES, Totals, books, mend as mended, run_book};

/// Every so many chapters are mended.
const EVERY: usize = 50;

/// Mends all books with a fixer; two at a time, because some fixers keep the author waiting.
async fn mend(books: &[Book], fixer: Fixer) -> Totals {
    let ended: Vec<_> =
        stream::iter(books).map(|book| run_book(book, fixer, 4)).buffer_unordered(2).collect().await;
    let mut totals = Totals::default();
    ended.into_iter().for_each(|one| totals.add(one.unwrap()));
    totals
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_hold_their_claims_whatever_a_model_does() {
    let books = books(EVERY).await.unwrap();
    assert!(!books.is_empty(), "there are always our own samples");
    for fixer in Fixer::ALL {
        let totals = mend(&books, fixer).await;
        assert_eq!(totals.all_faults(), Vec::<&str>::new(), "{fixer:?}");
        let (filed, resolved) = (totals.sum(|one| one.filed), totals.sum(|one| one.resolved));
        assert!(filed > 0, "{fixer:?}");
        assert_eq!(totals.sum(|one| one.falsely_resolved), 0, "{fixer:?}: {totals:?}");
        let honest = [Fixer::Perfect, Fixer::Half, Fixer::Idle, Fixer::Flaky];
        if honest.contains(&fixer) {
            assert_eq!(totals.sum(|one| one.falsely_open), 0, "{fixer:?}: {totals:?}");
        }
        if matches!(fixer, Fixer::Perfect | Fixer::Flaky) {
            let left: Vec<&String> = totals.sessions.iter().flat_map(|one| &one.left).collect();
            assert!(resolved * 100 >= filed * 98, "{fixer:?} resolved {resolved} of {filed}: {left:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_ends_when_its_time_is_up() {
    let book = &books(EVERY).await.unwrap()[0];
    let texts: Vec<&str> = book.chapters.iter().map(|chapter| chapter.wrong.as_str()).collect();
    let silent = || Answer { fault: Some(Fault::NeverAnswer), ..Answer::default() };
    let desk = Desk::open(book.language, &texts).await.unwrap();
    let desk = desk.with_model(move |_| Some(silent())).await.unwrap();
    let policy = json!({ "time_budget_sec": 1 });
    let request = json!({ "target": { "chapter": 1 }, "rules": RULES, "policy": policy });
    desk.ask("mend.begin", request).await.unwrap();
    // The same target takes up the open session and waits for its run.
    let session = mended(&desk, 1).await.unwrap();
    let shown = desk.ask("mend.show", json!({ "session": session })).await.unwrap();
    assert_eq!(shown["session"]["stops"], json!(["time"]), "{shown}");
    assert_ne!(shown["session"]["status"], "active");
}
