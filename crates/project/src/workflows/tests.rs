use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use sqlx::{Connection, SqliteConnection};
use wenfang_story::{ProjectRecord, RunId, Timestamp};
use wenfang_text::ContentHash;

use super::*;
use crate::clock::Clock;
use crate::error::Error;
use crate::open::Project;
use crate::schema::MIGRATIONS;
use wenfang_storage::schema::apply;

async fn empty() -> SqliteConnection {
    let mut conn = SqliteConnection::connect("sqlite::memory:").await.unwrap();
    apply(&mut conn, MIGRATIONS).await.unwrap();
    conn
}

fn now() -> Timestamp {
    Timestamp::from(5)
}

const NEW: NewRun<'static> = NewRun {
    workflow: "w",
    definition: "{}",
    input: "{}",
    changed_params: None,
    trigger: "menu",
    key: Some("chapter:1"),
    status: "running",
    parent: None,
    again_of: None,
};

fn step(attempt: u32, status: &str, output: Option<&str>) -> Step {
    Step {
        node: "a".to_owned(),
        attempt,
        status: status.to_owned(),
        input_hash: Some(ContentHash::of(b"in")),
        output: output.map(str::to_owned),
        ..Step::default()
    }
}

async fn put(conn: &mut SqliteConnection, run: RunId, epoch: i64, step: Step) -> crate::Result<()> {
    let event = NewEvent { kind: "began", node: Some(step.node.clone()), item: None, data: None };
    let (steps, events) = ([step], [event]);
    let new = RunChanges { run, epoch, status: "running", trouble: None, steps: &steps, events: &events };
    let mut tx = conn.begin().await?;
    keep(&mut tx, &new, now()).await?;
    Ok(tx.commit().await?)
}

#[tokio::test]
async fn stored_changes_are_read_back() {
    let mut conn = empty().await;
    let run = insert(&mut conn, &NEW, now()).await.unwrap();
    let epoch = lease(&mut conn, run).await.unwrap();
    put(&mut conn, run, epoch, step(1, "running", None)).await.unwrap();
    put(&mut conn, run, epoch, step(1, "completed", Some("[1]"))).await.unwrap();
    assert_eq!(require(&mut conn, run).await.unwrap().last_event, 2);
    assert_eq!(steps(&mut conn, run).await.unwrap(), [step(1, "completed", Some("[1]"))]);
    assert_eq!(reusable(&mut conn, &ContentHash::of(b"in")).await.unwrap(), Some((run, "[1]".to_owned())));
    let seen = events(&mut conn, run, 1, 10).await.unwrap();
    assert_eq!(seen.iter().map(|event| (event.seq, event.kind.as_str())).collect::<Vec<_>>(), [(2, "began")]);
}

#[tokio::test]
async fn a_completed_step_is_not_started_again() {
    let mut conn = empty().await;
    let run = insert(&mut conn, &NEW, now()).await.unwrap();
    put(&mut conn, run, 0, step(1, "completed", None)).await.unwrap();
    for (attempt, status) in [(1, "failed"), (2, "running"), (1, "completed")] {
        let again = put(&mut conn, run, 0, step(attempt, status, None)).await;
        assert!(matches!(again, Err(Error::StepIsDone(_))), "{attempt} {status}: {again:?}");
    }
}

#[tokio::test]
async fn a_stale_lease_cannot_write() {
    let mut conn = empty().await;
    let run = insert(&mut conn, &NEW, now()).await.unwrap();
    let first = lease(&mut conn, run).await.unwrap();
    let second = lease(&mut conn, run).await.unwrap();
    let stale = put(&mut conn, run, first, step(1, "running", None)).await;
    assert!(matches!(stale, Err(Error::LeaseLost(lost)) if lost == run));
    put(&mut conn, run, second, step(1, "running", None)).await.unwrap();
    assert_eq!(interrupt_all(&mut conn).await.unwrap(), 1);
    assert!(put(&mut conn, run, second, step(1, "completed", None)).await.is_err(), "the lease was lost");
}

/// Drops `work` when it has waited this many times. Returns its result if it is done by then.
async fn dropped_after<T>(waits: usize, work: impl Future<Output = T>) -> Option<T> {
    let (mut work, mut left) = (pin!(work), waits);
    poll_fn(|context| match work.as_mut().poll(context) {
        Poll::Ready(done) => Poll::Ready(Some(done)),
        Poll::Pending if left == 0 => Poll::Ready(None),
        Poll::Pending => {
            left -= 1;
            Poll::Pending
        }
    })
    .await
}

#[tokio::test]
async fn a_dropped_turn_is_stored_whole_or_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("novel.wenfang");
    let project = Project::create(&path, &ProjectRecord::default(), Clock::system()).await.unwrap();
    let mut tx = project.begin_write().await.unwrap();
    let run = insert(&mut tx, &NEW, now()).await.unwrap();
    tx.commit().await.unwrap();
    for waits in 0.. {
        let turn = async {
            let mut tx = project.begin_write().await?;
            let (item, event) =
                (i64::try_from(waits).ok(), NewEvent { kind: "began", node: None, item: None, data: None });
            let (steps, events) = ([Step { item, ..step(1, "completed", Some("[1]")) }], [event]);
            let new = RunChanges {
                run,
                epoch: 0,
                status: "running",
                trouble: None,
                steps: &steps,
                events: &events,
            };
            keep(&mut tx, &new, now()).await?;
            tx.commit().await.map_err(Error::from)
        };
        let done = dropped_after(waits, turn).await;
        // No transaction is left open: the next one begins and sees a whole turn or none.
        let mut tx = project.begin_write().await.unwrap();
        let numbered = require(&mut tx, run).await.unwrap().last_event;
        let stored = events(&mut tx, run, 0, 1_000).await.unwrap().len();
        assert_eq!(usize::try_from(numbered).unwrap(), stored, "dropped after {waits} waits");
        assert_eq!(steps(&mut tx, run).await.unwrap().len(), stored, "dropped after {waits} waits");
        tx.rollback().await.unwrap();
        if let Some(done) = done {
            done.unwrap();
            assert!(waits > 0, "no turn was dropped");
            return;
        }
    }
}

#[tokio::test]
async fn a_key_allows_one_running_and_one_queued_run() {
    let mut conn = empty().await;
    let first = insert(&mut conn, &NEW, now()).await.unwrap();
    assert!(insert(&mut conn, &NEW, now()).await.is_err());
    let queued = NewRun { status: "queued", ..NEW };
    let second = insert(&mut conn, &queued, now()).await.unwrap();
    assert!(insert(&mut conn, &queued, now()).await.is_err());
    assert_eq!(busy(&mut conn, "chapter:1").await.unwrap().map(|run| run.id), Some(first));
    set_status(&mut conn, first, "cancelled", now()).await.unwrap();
    assert_eq!(next_queued(&mut conn, "chapter:1").await.unwrap().map(|run| run.id), Some(second));
    assert_eq!(open(&mut conn).await.unwrap().len(), 1);
    let listed = list(&mut conn, None, (1, false)).await.unwrap();
    assert_eq!(listed.iter().map(|run| run.id).collect::<Vec<_>>(), [second]);
    assert_eq!(list(&mut conn, Some(second), (5, false)).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_child_run_is_found_by_its_parent_step() {
    let mut conn = empty().await;
    let first = insert(&mut conn, &NEW, now()).await.unwrap();
    let parent = Parent { run: first, node: "b".to_owned(), item: Some(2) };
    let child_run = NewRun { key: None, trigger: "workflow", parent: Some(&parent), ..NEW };
    let second = insert(&mut conn, &child_run, now()).await.unwrap();
    assert_eq!(child(&mut conn, &parent).await.unwrap().map(|run| run.id), Some(second));
    let other = Parent { item: None, ..parent };
    assert!(child(&mut conn, &other).await.unwrap().is_none());
    assert_eq!(list(&mut conn, None, (9, false)).await.unwrap().len(), 1, "child runs are not listed");
}

#[tokio::test]
async fn changed_outputs_are_reported_as_damage() {
    let mut conn = empty().await;
    let run = insert(&mut conn, &NEW, now()).await.unwrap();
    put(&mut conn, run, 0, step(1, "completed", Some("[1]"))).await.unwrap();
    sqlx::query("update workflow_values set value = '[2]' where value = '[1]'")
        .execute(&mut conn)
        .await
        .unwrap();
    assert!(matches!(steps(&mut conn, run).await, Err(Error::Damaged(_))));
    assert!(reusable(&mut conn, &ContentHash::of(b"in")).await.is_err());
}

#[tokio::test]
async fn a_glance_counts_without_reading_outputs() {
    let mut conn = empty().await;
    let definition = r#"{"title":{"zh":"长","en":"Long"},"nodes":[{},{},{}]}"#;
    let input = r#"{"chapter_id":7}"#;
    let new = NewRun { definition, input, key: None, ..NEW };
    let run = insert(&mut conn, &new, now()).await.unwrap();
    let none = insert(&mut conn, &NewRun { workflow: "other", ..NEW }, now()).await.unwrap();
    let usage = |currency: &str, micros: u32| {
        Some(format!(r#"{{"model":"m","cost":{{"currency":"{currency}","micros":{micros}}}}}"#))
    };
    let skipped = |node: &str, why: &str| Step {
        node: node.to_owned(),
        detail: Some(format!(r#"{{"skipped":"{why}"}}"#)),
        ..step(0, "skipped", None)
    };
    let item = |at: i64, attempt, status, usage| Step {
        node: "b".to_owned(),
        item: Some(at),
        usage,
        ..step(attempt, status, Some("[2]"))
    };
    for step in [
        step(1, "completed", Some("[1]")),
        item(0, 1, "failed", usage("CNY", 5)),
        item(0, 2, "completed", usage("CNY", 6)),
        item(1, 1, "completed", usage("USD", 2)),
        item(2, 1, "running", None),
        Step { node: "b".to_owned(), ..step(1, "running", None) },
    ] {
        put(&mut conn, run, 0, step).await.unwrap();
    }
    sqlx::query("update workflow_values set value = '[9]' where value like '[%'")
        .execute(&mut conn)
        .await
        .unwrap();
    let rows = [require(&mut conn, none).await.unwrap(), require(&mut conn, run).await.unwrap()];
    let seen = glances(&mut conn, &rows).await.unwrap();
    assert_eq!(seen.first(), Some(&Glance::default()));
    let expected = Glance {
        title: Some(r#"{"zh":"长","en":"Long"}"#.to_owned()),
        chapter: Some(7.into()),
        done: 3,
        total: 5,
        costs: vec![("CNY".to_owned(), 11), ("USD".to_owned(), 2)],
    };
    assert_eq!(seen.get(1), Some(&expected));
    // A step skipped on purpose is done; a step skipped because of a dependency is not.
    put(&mut conn, run, 0, skipped("c", "dependency")).await.unwrap();
    assert_eq!(glances(&mut conn, &rows).await.unwrap().get(1), Some(&expected));
    put(&mut conn, run, 0, skipped("c", "declined")).await.unwrap();
    assert_eq!(glances(&mut conn, &rows).await.unwrap().get(1).map(|seen| seen.done), Some(4));
    assert_eq!(newest_of_chapter(&mut conn, "w", 7.into()).await.unwrap(), Some(run));
    assert_eq!(newest_of_chapter(&mut conn, "w", 8.into()).await.unwrap(), None);
    assert_eq!(newest_of_chapter(&mut conn, "other", 7.into()).await.unwrap(), None);
}
