//! What is stored: a write of a session beside a bare transaction, a text by its hash, and the audit log.

use std::time::Instant;

use anyhow::{Context, Result};
use serde_json::json;
use sqlx::Connection as _;
use wenfang_model_server::{Answer, Fault};
use wenfang_project::mend::audit::{self, AuditEntry};
use wenfang_project::mend::issues::{self, IssueChange};
use wenfang_project::mend::rounds::{self, NewRound};
use wenfang_project::mend::sessions;
use wenfang_project::verify::{Depth, verify};
use wenfang_project::watch::Watch;
use wenfang_project::{Project, blobs};
use wenfang_story::mend::{Actor, AuditAction, RoundRecord};
use wenfang_story::{MendSessionId, SceneId};
use wenfang_tests::kit::TestProject;
use wenfang_tests::measure::{Report, Times, millis, rounds as repeated};
use wenfang_tests::mending::{Book, Desk, RULES};
use wenfang_text::ContentHash;

use crate::manuscript::bare_database;

/// Entries of the audit log.
const ENTRIES: usize = 100_000;
const WRITES: usize = 1_000;

/// Writes of an open session: each stores a round with its text, changes every issue, and logs it.
pub(super) async fn writes(report: &mut Report, book: &Book) -> Result<()> {
    let writes = repeated(WRITES, 200);
    report.section(&format!("State of a session, {writes} writes to a disk"));
    let folder = tempfile::tempdir_in(".")?;
    let texts: Vec<&str> = book.chapters.iter().map(|chapter| chapter.wrong.as_str()).collect();
    let desk = Desk::open_in(tempfile::tempdir_in(".")?, book.language, &texts).await?;
    let desk =
        desk.with_model(|_| Some(Answer { fault: Some(Fault::NeverAnswer), ..Answer::default() })).await?;
    let begun = desk.ask("mend.begin", json!({ "target": { "chapter": 1 }, "rules": RULES })).await?;
    let session = MendSessionId::from(begun["session"].as_i64().context("there is something to mend")?);
    desk.ask("workflow.cancel", json!({ "run": begun["run"] })).await?;
    let project = &*desk.project;
    let mut bare = bare_database(&folder.path().join("bare.db")).await?;
    let mut tx = project.begin_read().await?;
    let known = issues::list(&mut tx, session).await?;
    let scene = known.first().context("a session has an issue")?.scene;
    let (_, text) = wenfang_versions::text(&mut tx, scene, None).await?;
    drop(tx);
    let (mut ours, mut theirs, mut read) = (Times::default(), Times::default(), Times::default());
    for number in 0..writes {
        let text = format!("{text}\n{number}");
        let began = Instant::now();
        let bytes = write(project, (session, scene), (number, &text)).await?;
        ours.push(began.elapsed());
        let began = Instant::now();
        sqlx::query("insert into texts (text) values (?)")
            .bind(&text[..bytes.min(text.len())])
            .execute(&mut bare)
            .await?;
        theirs.push(began.elapsed());
        let began = Instant::now();
        let mut tx = project.begin_read().await?;
        let blob = blobs::find(&mut tx, &ContentHash::of(text.as_bytes())).await?.context("it was stored")?;
        blobs::read_text(&mut tx, blob).await?;
        read.push(began.elapsed());
    }
    bare.close().await?;
    desk.close().await?;
    report.figure("issues of the session", &known.len().to_string());
    report.figure("a write, median ms", &format!("{:.2}", millis(ours.median())));
    report.figure("a bare transaction, p95 ms", &format!("{:.2}", millis(theirs.percentile(95))));
    report.at_most("a write, p95", (millis(ours.percentile(95)), 10.0), "ms");
    report.at_most("a text by its hash, p95", (millis(read.percentile(95)), 5.0), "ms");
    Ok(())
}

/// One write; returns the number of bytes of its text.
async fn write(
    project: &Project,
    (session, scene): (MendSessionId, SceneId),
    (number, text): (usize, &str),
) -> Result<usize> {
    let now = project.now();
    let mut tx = project.begin_write().await?;
    let record = RoundRecord::default();
    let round = u32::try_from(number)? + 100;
    rounds::insert(&mut tx, &NewRound { session, scene, round, text, weight: 1, record: &record }, now)
        .await?;
    for issue in issues::list(&mut tx, session).await? {
        let change =
            IssueChange { issue: issue.id, seen: issue.revision, event: None, record: Some(&issue.record) };
        issues::change(&mut tx, &change, now).await?;
    }
    sessions::change(&mut tx, session, |record| record.spent.worked_ms += 1).await?;
    let entry = AuditEntry {
        session: Some(session),
        ..AuditEntry::new(AuditAction::Rechecked, Actor::Workflow("mend".to_owned()), now)
    };
    audit::append(&mut tx, &entry).await?;
    tx.commit().await?;
    Ok(text.len())
}

/// Verifying an audit log, beside verifying the same project without it.
pub(super) async fn audit_log(report: &mut Report) -> Result<()> {
    report.section(&format!("Audit log, {ENTRIES} entries"));
    let test = TestProject::new().await?;
    let project = &test.project;
    let empty = verified(project).await?;
    let now = project.now();
    let began = Instant::now();
    let mut tx = project.begin_write().await?;
    for _ in 0..ENTRIES {
        let entry = AuditEntry {
            metadata: Some(json!({ "round": 2, "issues": [1, 2, 3], "generation": 7, "offers": 1 })),
            ..AuditEntry::new(AuditAction::Fixed, Actor::Model("scripted".to_owned()), now)
        };
        audit::append(&mut tx, &entry).await?;
    }
    tx.commit().await?;
    let each = millis(began.elapsed()) * 1000.0 / ENTRIES as f64;
    report.figure("an entry, µs", &format!("{each:.1}"));
    let whole = verified(project).await?;
    report.figure("verifying a project without it, median ms", &format!("{empty:.1}"));
    report.at_most("verifying the chain", (whole - empty, 200.0), "ms");
    Ok(())
}

/// The median time of verifying a project, in milliseconds.
async fn verified(project: &Project) -> Result<f64> {
    let mut times = Times::default();
    for _ in 0..5 {
        let began = Instant::now();
        let mut tx = project.begin_read().await?;
        let found = verify(&mut tx, Depth::Manuscript, &Watch::silent()).await?;
        times.push(began.elapsed());
        anyhow::ensure!(found.damage.is_empty(), "the project is damaged");
    }
    Ok(millis(times.median()))
}
