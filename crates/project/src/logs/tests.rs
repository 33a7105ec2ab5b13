use sqlx::Connection;
use wenfang_storage::schema::apply;
use wenfang_story::RunId;
use wenfang_story::generation::{Cost, Tokens};
use wenfang_story::mend::{MendScope, SessionRecord};

use super::*;
use crate::clock::Clock;
use crate::mend::sessions::{self, NewSession};
use crate::schema::MIGRATIONS;
use crate::usage::{Call, Spent, cache_answer, cached_answer, insert, spent_since};
use crate::workflows::{NewRun, Parent, RunChanges, Step, get, keep, set_status, value};

/// 2026-03-01 00:00 UTC.
const MARCH: i64 = 1_772_323_200_000;

async fn empty() -> SqliteConnection {
    let mut conn = SqliteConnection::connect("sqlite::memory:").await.unwrap();
    apply(&mut conn, MIGRATIONS).await.unwrap();
    conn
}

/// A clock that stands `days` after [`MARCH`].
fn clock(days: i64) -> Clock {
    Clock::new(move || Timestamp::from(MARCH + days * DAY))
}

const NEW: NewRun<'static> = NewRun {
    workflow: "w",
    definition: "{}",
    input: r#"{"chapter_id":1}"#,
    changed_params: None,
    trigger: "menu",
    key: None,
    status: "running",
    parent: None,
    again_of: None,
};

async fn start(conn: &mut SqliteConnection, new: &NewRun<'_>, day: i64) -> RunId {
    workflows::insert(conn, new, clock(day).now()).await.unwrap()
}

/// A run that has done one step with this output, and has ended.
async fn ended(conn: &mut SqliteConnection, new: &NewRun<'_>, (day, output): (i64, &str)) -> RunId {
    let run = start(conn, new, day).await;
    let step = Step {
        node: "a".to_owned(),
        attempt: 1,
        status: "completed".to_owned(),
        output: Some(output.to_owned()),
        ..Step::default()
    };
    let event = workflows::NewEvent { kind: "began", node: None, item: None, data: None };
    let (steps, events) = ([step], [event]);
    let changes =
        RunChanges { run, epoch: 0, status: "completed", trouble: None, steps: &steps, events: &events };
    keep(conn, &changes, clock(day).now()).await.unwrap();
    run
}

async fn pruned(conn: &mut SqliteConnection, days: u32, day: i64) -> Pruned {
    prune(conn, days, clock(day).now()).await.unwrap()
}

async fn is_there(conn: &mut SqliteConnection, run: RunId) -> bool {
    get(conn, run).await.unwrap().is_some()
}

async fn count(conn: &mut SqliteConnection, table: &'static str) -> i64 {
    let sql = sqlx::AssertSqlSafe(format!("select count(*) from {table}"));
    sqlx::query_scalar(sql).fetch_one(conn).await.unwrap()
}

#[tokio::test]
async fn an_old_run_goes_with_its_own_values() {
    let mut conn = empty().await;
    let old = ended(&mut conn, &NEW, (0, r#""its own""#)).await;
    let newest = ended(&mut conn, &NEW, (0, r#""shared""#)).await;
    assert_eq!(pruned(&mut conn, 30, 30).await.runs, 0, "not old yet");
    assert_eq!(pruned(&mut conn, 0, 9_000).await, Pruned::default(), "0 keeps everything");
    assert_eq!(pruned(&mut conn, 30, 31).await.runs, 1);
    assert!(!is_there(&mut conn, old).await && is_there(&mut conn, newest).await);
    let tables = ["workflow_runs", "workflow_node_runs", "workflow_events", "workflow_values"];
    let mut left = Vec::new();
    for table in tables {
        left.push(count(&mut conn, table).await);
    }
    // The definition, the input and the output of the newest run.
    assert_eq!(left, [1, 1, 1, 3]);
    assert_eq!(value(&mut conn, 1).await.unwrap(), "{}");
}

#[tokio::test]
async fn the_newest_run_of_a_chapter_stays() {
    let mut conn = empty().await;
    let other_chapter = NewRun { input: r#"{"chapter_id":2}"#, ..NEW };
    let other_workflow = NewRun { workflow: "v", ..NEW };
    let first = ended(&mut conn, &NEW, (0, "1")).await;
    for new in [&NEW, &other_chapter, &other_workflow] {
        ended(&mut conn, new, (0, "1")).await;
    }
    assert_eq!(pruned(&mut conn, 30, 99).await.runs, 1);
    assert!(!is_there(&mut conn, first).await);
    assert_eq!(count(&mut conn, "workflow_runs").await, 3);
}

#[tokio::test]
async fn unfinished_runs_stay_with_their_parents() {
    let mut conn = empty().await;
    let open = start(&mut conn, &NEW, 0).await;
    let interrupted = start(&mut conn, &NEW, 0).await;
    set_status(&mut conn, interrupted, "interrupted", clock(0).now()).await.unwrap();
    let ended_parent = ended(&mut conn, &NEW, (0, "1")).await;
    let parent = Parent { run: ended_parent, node: "a".to_owned(), item: None };
    start(&mut conn, &NewRun { parent: Some(&parent), ..NEW }, 0).await;
    ended(&mut conn, &NEW, (0, "1")).await;
    assert_eq!(pruned(&mut conn, 30, 99).await.runs, 0);
    for run in [open, interrupted, ended_parent] {
        assert!(is_there(&mut conn, run).await);
    }
}

#[tokio::test]
async fn child_runs_go_with_their_parent_only() {
    let mut conn = empty().await;
    let root = ended(&mut conn, &NEW, (0, "1")).await;
    let parent = Parent { run: root, node: "a".to_owned(), item: Some(0) };
    let child = ended(&mut conn, &NewRun { parent: Some(&parent), ..NEW }, (0, "2")).await;
    assert_eq!(pruned(&mut conn, 30, 99).await.runs, 0, "the root is the newest of its chapter");
    ended(&mut conn, &NEW, (98, "1")).await;
    assert_eq!(pruned(&mut conn, 30, 99).await.runs, 1);
    assert!(!is_there(&mut conn, root).await && !is_there(&mut conn, child).await);
}

#[tokio::test]
async fn a_run_stays_while_one_that_stays_repeats_it() {
    let mut conn = empty().await;
    let first = ended(&mut conn, &NEW, (0, "1")).await;
    let again = NewRun { again_of: Some(first), ..NEW };
    let second = ended(&mut conn, &again, (50, "1")).await;
    assert_eq!(pruned(&mut conn, 30, 60).await.runs, 0);
    ended(&mut conn, &NEW, (98, "1")).await;
    assert_eq!(pruned(&mut conn, 30, 99).await.runs, 2, "both are old");
    assert!(!is_there(&mut conn, first).await && !is_there(&mut conn, second).await);
}

#[tokio::test]
async fn a_chain_of_repeated_runs_stays_whole() {
    let mut conn = empty().await;
    let first = ended(&mut conn, &NEW, (0, "1")).await;
    let second = ended(&mut conn, &NewRun { again_of: Some(first), ..NEW }, (1, "1")).await;
    // The newest of its chapter is never old, and the others are what it repeats.
    ended(&mut conn, &NewRun { again_of: Some(second), ..NEW }, (2, "1")).await;
    assert_eq!(pruned(&mut conn, 30, 99).await.runs, 0);
    assert!(is_there(&mut conn, first).await && is_there(&mut conn, second).await);
}

#[tokio::test]
async fn the_run_of_a_mending_stays() {
    let mut conn = empty().await;
    let mended = ended(&mut conn, &NEW, (0, "1")).await;
    let other = ended(&mut conn, &NEW, (0, "1")).await;
    ended(&mut conn, &NEW, (0, "1")).await;
    let session = NewSession {
        uid: "6f1c2a0e-6a53-4f4e-9b0f-0d7f2a6c1b11",
        scope: MendScope::Book,
        target: None,
        run: Some(mended),
        record: &SessionRecord::default(),
    };
    sessions::open(&mut conn, &session, clock(0).now()).await.unwrap();
    assert_eq!(pruned(&mut conn, 30, 99).await.runs, 1);
    assert!(is_there(&mut conn, mended).await && !is_there(&mut conn, other).await);
}

#[tokio::test]
async fn a_run_of_a_generation_stays_without_events() {
    let mut conn = empty().await;
    sqlx::raw_sql("pragma foreign_keys = off").execute(&mut conn).await.unwrap();
    let drafted = ended(&mut conn, &NEW, (0, r#""notes""#)).await;
    let other = ended(&mut conn, &NEW, (0, "1")).await;
    ended(&mut conn, &NEW, (0, "1")).await;
    sqlx::query(
        "insert into generations (record, text, overflow, row_hash, created_at)
         values (json_object('scene', 1, 'status', 'complete', 'turn', json_object('run', ?)), '', '', zeroblob(8), 0)",
    )
    .bind(drafted.get())
    .execute(&mut conn)
    .await
    .unwrap();
    let before = pruned(&mut conn, 90, 90).await;
    assert_eq!((before.runs, before.events), (0, 0), "not old yet");
    let after = pruned(&mut conn, 90, 91).await;
    assert_eq!((after.runs, after.events), (1, 1));
    assert!(is_there(&mut conn, drafted).await && !is_there(&mut conn, other).await);
    assert_eq!(count(&mut conn, "workflow_node_runs").await, 2, "its step and that of the newest run");
    assert_eq!(count(&mut conn, "workflow_events").await, 1, "that of the newest run");
    assert_eq!(pruned(&mut conn, 90, 92).await, Pruned::default());
}

#[tokio::test]
async fn the_oldest_runs_beyond_the_limit_go_in_portions() {
    let mut conn = empty().await;
    let mut runs = Vec::new();
    for _ in 0..8 {
        runs.push(ended(&mut conn, &NEW, (0, "1")).await);
    }
    let old = OldRuns { before: clock(-1).now(), most: 3, at_once: 4 };
    assert_eq!(workflows::prune(&mut conn, old).await.unwrap(), 4);
    assert_eq!(workflows::prune(&mut conn, old).await.unwrap(), 1);
    assert_eq!(workflows::prune(&mut conn, old).await.unwrap(), 0);
    let mut left = Vec::new();
    for run in runs {
        left.push(is_there(&mut conn, run).await);
    }
    assert_eq!(left, [false, false, false, false, false, true, true, true]);
}

fn call(day: i64, outcome: &str, cost: Option<u64>) -> Call {
    Call {
        at: clock(day).now(),
        generation: None,
        task: "prose".to_owned(),
        provider: "home".to_owned(),
        model: "m".to_owned(),
        outcome: outcome.to_owned(),
        tokens: Tokens { prompt: 10, completion: 5, cached: 1, estimated: false },
        cost: cost.map(|micros| Cost { currency: "CNY".to_owned(), micros }),
        first_token_ms: None,
        duration_ms: 5,
    }
}

async fn spent(conn: &mut SqliteConnection, since: i64) -> Vec<Spent> {
    spent_since(conn, Timestamp::from(since)).await.unwrap()
}

#[tokio::test]
async fn totals_are_the_same_after_calls_were_summed_up() {
    let mut conn = empty().await;
    for day in 0..70 {
        let outcome = if day % 7 == 0 { "failed" } else { "ok" };
        insert(&mut conn, &call(day, outcome, (day % 2 == 0).then_some(3))).await.unwrap();
    }
    let before = spent(&mut conn, 0).await;
    let since_april = spent(&mut conn, MARCH + 31 * DAY).await;
    assert_eq!(pruned(&mut conn, 30, 700).await.calls, 0, "within two years");
    // Two years and a day after 5 May: March and April are whole months, May is not.
    let day = 65 + i64::from(LEAST_CALL_DAYS);
    assert_eq!(pruned(&mut conn, 30, day).await.calls, 31 + 30);
    assert_eq!(count(&mut conn, "usage_records").await, 9);
    // Two months, with and without a price.
    assert_eq!(count(&mut conn, "usage_months").await, 4);
    assert_eq!(spent(&mut conn, 0).await, before);
    assert_eq!(spent(&mut conn, MARCH + 31 * DAY).await, since_april);
    assert_eq!(pruned(&mut conn, 30, day).await.calls, 0);
    assert_eq!(spent(&mut conn, 0).await, before);
    assert_eq!(pruned(&mut conn, 3_650, day + 365).await.calls, 0, "the author keeps ten years");
}

#[tokio::test]
async fn old_answers_are_forgotten() {
    let mut conn = empty().await;
    for day in [0_u8, 5] {
        cache_answer(&mut conn, &[day; 32], ("答", "p", "m"), clock(day.into()).now()).await.unwrap();
    }
    assert_eq!(pruned(&mut conn, 30, 33).await.answers, 1);
    assert_eq!(cached_answer(&mut conn, &[0; 32]).await.unwrap(), None);
    assert_eq!(cached_answer(&mut conn, &[5; 32]).await.unwrap().as_deref(), Some("答"));
}
