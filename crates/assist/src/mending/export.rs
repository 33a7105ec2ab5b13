//! Lays a mending out in a folder: what it worked on, what was done, and every question and answer of a model, each file
//! with its hash.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::SqliteConnection;
use wenfang_project::mend::audit::{self, AuditEntry, Logged};
use wenfang_project::mend::fetches::{self, Fetch};
use wenfang_project::mend::fixes::{self, Fix};
use wenfang_project::mend::issues::{self, Issue};
use wenfang_project::mend::sessions::{self, Session as MendSession};
use wenfang_project::mend::{rounds, scenes};
use wenfang_project::watch::Watch;
use wenfang_project::{Project, blobs, generations, receipts};
use wenfang_story::mend::AuditAction;
use wenfang_story::{GenerationId, MendSessionId};
use wenfang_text::ContentHash;
use wenfang_usecase::files::write_together;
use wenfang_usecase::{Code, Error, Result};

use super::fetch::{self, Kept};

/// Maximum number of audit entries read at once.
const PAGE: u32 = 1_000;

/// An export of a mending.
#[derive(Clone, Debug, Deserialize, ts_rs::TS)]
pub struct ExportMending {
    pub session: MendSessionId,
    /// An empty folder, or one that does not exist.
    pub out: PathBuf,
}

/// An exported mending.
#[derive(Clone, Debug, Serialize, ts_rs::TS)]
pub struct MendingExported {
    /// The name of the folder.
    pub folder: String,
    /// The files, relative to the folder.
    pub files: Vec<String>,
}

/// The files of an export, relative to its folder.
type Files = Vec<(String, Vec<u8>)>;

/// Writes a mending into an empty folder, which is created if it does not exist: `manifest.json`, `rounds/`, `calls/` and `audit.jsonl`. The manifest names every
/// other file with its SHA-256.
///
/// # Errors
/// [`Code::FileExists`] for a folder with something in it, or a file; an unknown mending; damaged rows.
pub async fn export(project: &Project, request: ExportMending) -> Result<MendingExported> {
    let is_free = match std::fs::read_dir(&request.out) {
        Ok(mut entries) => entries.next().is_none(),
        Err(_) => !request.out.exists(),
    };
    if !is_free {
        return Err(Error::new(
            Code::FileExists,
            format!("{} is not an empty folder", request.out.display()),
            "Nothing was written. Name an empty folder, or one that does not exist.",
        ));
    }
    let mut tx = project.begin_read().await?;
    let session = sessions::require(&mut tx, request.session).await?;
    let log = whole_log(&mut tx, request.session).await?;
    let fixes = fixes::list_by_session(&mut tx, request.session).await?;
    let mut files = Files::new();
    let rounds = add_rounds(&mut tx, &Kept::of(project), &session, &mut files).await?;
    let calls = add_calls(&mut tx, (&log, &fixes), &mut files).await?;
    let lines: Vec<String> = log
        .iter()
        .map(|logged| json!({ "id": logged.id, "entry": logged.entry }).to_string() + "\n")
        .collect();
    files.push(("audit.jsonl".to_owned(), lines.concat().into_bytes()));
    let issues = issues::list(&mut tx, request.session).await?;
    let fetches = fetches::list(&mut tx, request.session).await?;
    drop(tx);
    let manifest = manifest(&session, (&rounds, &calls), (&issues, &fixes, &fetches), &files);
    files.push(("manifest.json".to_owned(), pretty(&manifest)));
    write(&request.out, &files)?;
    note(project, &session).await?;
    let folder = request.out.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok(MendingExported { folder, files: files.into_iter().map(|(name, _)| name).collect() })
}

async fn whole_log(conn: &mut SqliteConnection, session: MendSessionId) -> Result<Vec<Logged>> {
    let mut log: Vec<Logged> = Vec::new();
    loop {
        let after = log.last().map_or(0, |logged| logged.id);
        let page = audit::list(conn, session, (after, PAGE)).await?;
        if page.is_empty() {
            return Ok(log);
        }
        log.extend(page);
    }
}

/// Adds the text of every round; a damaged one has no file. Returns what the manifest says of them.
async fn add_rounds(
    conn: &mut SqliteConnection,
    kept: &Kept,
    session: &MendSession,
    files: &mut Files,
) -> Result<Vec<Value>> {
    let mut said = Vec::new();
    for scene in scenes::list(conn, session.id).await? {
        for round in rounds::list(conn, (session.id, scene.scene)).await? {
            let hash = blobs::hash(conn, round.blob).await?;
            let text = fetch::read(conn, kept, (hash, round.blob)).await?;
            let name = format!("rounds/scene-{}-round-{}.txt", scene.scene, round.round);
            said.push(json!({
                "scene": scene.scene, "version": scene.version, "fate": scene.fate, "best": scene.best_round,
                "round": round.round, "weight": round.weight, "record": round.record,
                "file": text.as_ref().map(|_| &name), "sha256": hash.to_string(),
            }));
            files.extend(text.map(|text| (name, text.as_bytes().to_vec())));
        }
    }
    Ok(said)
}

/// Adds every call of a model. Returns what the manifest says of them.
async fn add_calls(
    conn: &mut SqliteConnection,
    (log, fixes): (&[Logged], &[Fix]),
    files: &mut Files,
) -> Result<Vec<Value>> {
    let mut ids: BTreeSet<GenerationId> = fixes.iter().filter_map(|fix| fix.generation).collect();
    for metadata in log.iter().filter_map(|logged| logged.entry.metadata.as_ref()) {
        let one = metadata.get("generation").into_iter();
        let all = metadata.get("generations").and_then(Value::as_array).into_iter().flatten();
        ids.extend(one.chain(all).filter_map(Value::as_i64).map(GenerationId::from));
    }
    let mut said = Vec::new();
    for id in ids {
        let generation = generations::require(conn, id).await?;
        let receipt = receipts::get(conn, id).await?;
        let receipt: Option<Value> = receipt.and_then(|json| serde_json::from_str(&json).ok());
        let name = format!("calls/{id}.json");
        let call = json!({
            "generation": id, "record": generation.record, "receipt": receipt, "answer": generation.text,
            "overflow": generation.overflow,
        });
        let bytes = pretty(&call);
        said.push(json!({
            "generation": id, "prompt_hash": generation.record.prompt_hash,
            "file": name, "sha256": ContentHash::of(&bytes).to_string(),
        }));
        files.push((name, bytes));
    }
    Ok(said)
}

fn manifest(
    session: &MendSession,
    (rounds, calls): (&[Value], &[Value]),
    (issues, fixes, fetches): (&[Issue], &[Fix], &[Fetch]),
    files: &Files,
) -> Value {
    // Issues of different mendings have different names outside the file.
    let short = session.uid.get(..8).unwrap_or_default();
    let issues: Vec<Value> = issues
        .iter()
        .map(|issue| {
            let own = fixes.iter().filter(|fix| fix.issue == issue.id).map(fix_value);
            json!({
                "id": format!("ISSUE-{short}-{}", issue.id), "scene": issue.scene, "finding": issue.finding,
                "state": issue.state, "revision": issue.revision, "record": issue.record,
                "fixes": own.collect::<Vec<_>>(),
            })
        })
        .collect();
    let hashes: serde_json::Map<String, Value> =
        files.iter().map(|(name, bytes)| (name.clone(), ContentHash::of(bytes).to_string().into())).collect();
    json!({
        "session": {
            "id": session.id, "uid": session.uid, "scope": session.scope, "target": session.target,
            "status": session.status, "run": session.run, "state_version": session.state_version,
            "record": session.record, "created_at": session.created_at, "ended_at": session.ended_at,
        },
        "rounds": rounds, "issues": issues, "calls": calls, "files": hashes,
        "fetches": fetches.iter().map(fetch_value).collect::<Vec<_>>(),
    })
}

fn fetch_value(fetch: &Fetch) -> Value {
    json!({
        "text": fetch.text.to_string(), "source": fetch.source, "attempt": fetch.attempt,
        "succeeded": fetch.succeeded, "qc": fetch.qc, "latency_ms": fetch.latency_ms,
        "source_key": fetch.source_key, "at": fetch.at,
    })
}

fn fix_value(fix: &Fix) -> Value {
    json!({
        "attempt": fix.attempt, "round": fix.round, "tool": fix.tool, "generation": fix.generation,
        "applied": fix.applied, "verification": fix.verification, "record": fix.record,
    })
}

fn pretty(value: &Value) -> Vec<u8> {
    // A JSON value always has a text.
    serde_json::to_vec_pretty(value).unwrap_or_default()
}

fn write(out: &Path, files: &Files) -> Result<()> {
    for folder in [out.to_path_buf(), out.join("rounds"), out.join("calls")] {
        std::fs::create_dir_all(&folder).map_err(|error| Error::io(&folder, &error))?;
    }
    let paths: Vec<PathBuf> = files.iter().map(|(name, _)| out.join(name)).collect();
    let together: Vec<(&Path, &[u8])> =
        paths.iter().zip(files).map(|(path, (_, bytes))| (path.as_path(), bytes.as_slice())).collect();
    write_together(&together, &Watch::silent())
}

/// Notes the export in the audit log of a project that can be written.
async fn note(project: &Project, session: &MendSession) -> Result<()> {
    if !project.is_writable() {
        return Ok(());
    }
    let now = project.now();
    let mut tx = project.begin_write().await?;
    let entry = AuditEntry {
        session: Some(session.id),
        ..AuditEntry::new(AuditAction::Exported, session.record.initiator.clone(), now)
    };
    audit::append(&mut tx, &entry).await?;
    Ok(tx.commit().await?)
}
