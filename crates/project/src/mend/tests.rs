mod audit_log;
mod damage;
mod salvage;

use sqlx::{Connection, SqliteConnection};
use wenfang_storage::schema::apply;
use wenfang_story::check::{FoundBy, Rule, Severity};
use wenfang_story::mend::{
    Actor, Applied, AuditAction, FetchSource, FixEdit, FixRecord, IllegalStep, IssueAnchor, IssueEvent,
    IssueRecord, IssueState, MendScope, MendStatus, QcCode, RoundRecord, SceneFate, SessionRecord, Tool,
    Verification,
};
use wenfang_story::{
    Author, BranchNo, ChapterRecord, FindingId, IssueId, MendSessionId, SaveKind, SceneId, SceneRecord,
    Timestamp, VersionNo, VolumeRecord,
};
use wenfang_text::{CharRange, ContentHash, Method};

use super::audit::{self, AuditEntry};
use super::fetches::{self, Excerpt, Fetch};
use super::fixes::{self, NewFix};
use super::issues::{self, IssueChange, NewIssue};
use super::rounds::{self, NewRound};
use super::scenes::{self, Accepted, Decision, Takeover};
use super::sessions::{self, End, NewSession};
use crate::error::{Error, Result};
use crate::manuscript::Totals;
use crate::scene_versions::{self, SceneVersion};
use crate::schema::MIGRATIONS;
use crate::{blobs, branches, parts};

const DAY: i64 = 24 * 60 * 60 * 1000;
const UID: &str = "6f1c2a0e-6a53-4f4e-9b0f-0d7f2a6c1b11";
const TEXT: &str = "他今年十七岁。\n";
const MENDED: &str = "他今年十六岁。\n";
const HOLDER: &str = "this process";

fn at(millis: i64) -> Timestamp {
    Timestamp::from(millis)
}

/// A chapter with two scenes of two versions each.
async fn novel() -> SqliteConnection {
    let mut conn = SqliteConnection::connect("sqlite::memory:").await.unwrap();
    apply(&mut conn, MIGRATIONS).await.unwrap();
    let mut tx = conn.begin().await.unwrap();
    fill(&mut tx).await;
    tx.commit().await.unwrap();
    conn
}

async fn fill(conn: &mut SqliteConnection) {
    let volume = parts::insert_volume(conn, &VolumeRecord::default(), at(1)).await.unwrap();
    let chapter = parts::insert_chapter(conn, volume, &ChapterRecord::default(), at(1)).await.unwrap();
    for _ in 0..2 {
        let scene = parts::insert_scene(conn, chapter, &SceneRecord::default(), at(1)).await.unwrap();
        branches::insert(conn, scene, ("", None), at(1)).await.unwrap();
        for (version, text) in [(1, TEXT), (2, MENDED)] {
            put_version(conn, (scene, version), text).await;
        }
        set_head(conn, scene).await;
    }
}

/// Makes the second version the head.
async fn set_head(conn: &mut SqliteConnection, scene: SceneId) {
    let sql = format!("update scenes set head_version = 2 where id = {scene}");
    run(conn, &sql).await;
}

async fn put_version(conn: &mut SqliteConnection, (scene, version): (SceneId, i64), text: &str) {
    let version = SceneVersion {
        scene,
        version: version.into(),
        branch: BranchNo::FIRST,
        parent: (version > 1).then(|| VersionNo::from(version - 1)),
        merged: None,
        blob: blobs::insert(conn, text.as_bytes(), None).await.unwrap(),
        hash: ContentHash::of(text.as_bytes()),
        totals: Totals::of(text),
        created_by: Author::User,
        kind: SaveKind::Explicit,
        label: None,
        created_at: at(1),
    };
    scene_versions::insert(conn, &version).await.unwrap();
}

fn scene(id: i64) -> SceneId {
    id.into()
}

async fn open(conn: &mut SqliteConnection, uid_end: u8) -> MendSessionId {
    let uid = format!("{}{uid_end:02x}", &UID[..34]);
    let record = SessionRecord::default();
    let new =
        NewSession { uid: &uid, scope: MendScope::Chapter, target: Some(1), run: None, record: &record };
    sessions::open(conn, &new, at(5)).await.unwrap()
}

async fn claim(conn: &mut SqliteConnection, session: MendSessionId, scenes: &[i64]) -> Result<()> {
    let scenes: Vec<_> = scenes.iter().map(|id| (scene(*id), VersionNo::FIRST)).collect();
    scenes::claim(conn, (session, &scenes), HOLDER, at(6)).await
}

fn issue_record() -> IssueRecord {
    IssueRecord {
        rule: Rule::Attribute,
        severity: Severity::High,
        anchor: IssueAnchor {
            text_hash: ContentHash::of(TEXT.as_bytes()).to_string(),
            range: CharRange::new(3, 5),
            checksum: ContentHash::of("十七".as_bytes()).to_string(),
            quote: "十七".into(),
            method: Method::ExactMatch,
            confidence: 1.0,
            attempts: Vec::new(),
        },
        evidence: Vec::new(),
        against: None,
        expected: "十六".into(),
        found: "十七".into(),
        replacement: Some("十六".into()),
        confidence: 0.9,
        found_by: FoundBy::Rule,
        round: 0,
        run: None,
        is_elsewhere: false,
        by_author: false,
        canon_hash: None,
        related: Vec::new(),
        reason: None,
        proposal: None,
        qc: None,
    }
}

async fn add_round(conn: &mut SqliteConnection, session: MendSessionId, round: u32, text: &str) {
    let record = RoundRecord { open: 1 - round, ..RoundRecord::default() };
    let new =
        NewRound { session, scene: scene(1), round, text, weight: 4_000 * (1 - round), record: &record };
    rounds::insert(conn, &new, at(7)).await.unwrap();
}

async fn add_fix(conn: &mut SqliteConnection, issue: IssueId) -> u32 {
    let before = ContentHash::of(TEXT.as_bytes()).to_string();
    let edit = FixEdit { range: CharRange::new(3, 5), before, words: "十六".into() };
    let record = FixRecord { edit: Some(edit), ..FixRecord::default() };
    let new = NewFix {
        issue,
        round: 1,
        tool: Tool::Replace,
        generation: None,
        applied: Applied::Applied,
        record: &record,
    };
    fixes::insert(conn, &new, at(8)).await.unwrap()
}

fn fetch(session: MendSessionId) -> Fetch {
    Fetch {
        session,
        text: ContentHash::of(TEXT.as_bytes()),
        source: FetchSource::Backup,
        attempt: 1,
        succeeded: true,
        qc: Some(QcCode::StorageFailure),
        latency_ms: 12,
        excerpt: Some(Excerpt { hash: ContentHash::of("十七".as_bytes()), chars: 2 }),
        source_key: Some("novel.2026-03-01.wenfang".into()),
        at: at(8),
    }
}

/// A session with a claimed scene, two rounds, an issue, a fix, a fetch and an audit entry.
async fn session_in(conn: &mut SqliteConnection) -> (MendSessionId, IssueId) {
    let session = open(conn, 1).await;
    claim(conn, session, &[1]).await.unwrap();
    add_round(conn, session, 0, TEXT).await;
    let new = NewIssue { scene: scene(1), finding: None, record: &issue_record() };
    let issue = issues::file(conn, session, &[new], at(7)).await.unwrap()[0];
    add_fix(conn, issue).await;
    add_round(conn, session, 1, MENDED).await;
    fetches::insert(conn, &fetch(session)).await.unwrap();
    log(conn, Some(session), 9).await;
    (session, issue)
}

async fn log(conn: &mut SqliteConnection, session: Option<MendSessionId>, millis: i64) {
    let entry = AuditEntry { session, ..AuditEntry::new(AuditAction::Planned, Actor::Author, at(millis)) };
    audit::append(conn, &entry).await.unwrap();
}

async fn damage(conn: &mut SqliteConnection) -> Vec<String> {
    let rows = super::check_all(conn).await.unwrap();
    rows.into_iter().filter_map(Result::err).map(|error| error.to_string()).collect()
}

async fn state_version(conn: &mut SqliteConnection, session: MendSessionId) -> i64 {
    sessions::require(conn, session).await.unwrap().state_version
}

async fn run(conn: &mut SqliteConnection, sql: &str) {
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql.to_owned())).execute(conn).await.unwrap();
}

#[tokio::test]
async fn what_is_stored_is_read_back() {
    let mut conn = novel().await;
    let (session, issue) = session_in(&mut conn).await;
    let stored = sessions::require(&mut conn, session).await.unwrap();
    assert_eq!(
        (stored.status, stored.scope, stored.target),
        (MendStatus::Active, MendScope::Chapter, Some(1))
    );
    let found = sessions::newest_open(&mut conn, (MendScope::Chapter, Some(1))).await.unwrap();
    assert_eq!(found.as_ref(), Some(&stored));
    assert_eq!(sessions::newest_open(&mut conn, (MendScope::Book, None)).await.unwrap(), None);

    let rounds = rounds::list(&mut conn, (session, scene(1))).await.unwrap();
    let weights: Vec<_> = rounds.iter().map(|round| (round.round, round.weight)).collect();
    assert_eq!(weights, [(0, 4_000), (1, 0)]);
    assert_eq!(blobs::read_text(&mut conn, rounds[1].blob).await.unwrap(), MENDED);

    let fix = fixes::list(&mut conn, issue).await.unwrap().remove(0);
    assert_eq!((fix.attempt, fix.tool, fix.verification), (1, Tool::Replace, Verification::Unverified));
    let record = FixRecord { score: Some(0.1), ..fix.record.clone() };
    fixes::verify(&mut conn, (issue, 1), (Verification::Passed, &record)).await.unwrap();
    let verified = fixes::list_by_session(&mut conn, session).await.unwrap().remove(0);
    assert_eq!(verified, fixes::Fix { verification: Verification::Passed, record, ..fix });
    assert_eq!(add_fix(&mut conn, issue).await, 2);

    assert_eq!(fetches::list(&mut conn, session).await.unwrap(), [fetch(session)]);
    assert_eq!(issues::list_by_scene(&mut conn, (session, scene(1))).await.unwrap().len(), 1);
    assert_eq!(damage(&mut conn).await, Vec::<String>::new());
}

#[tokio::test]
async fn every_write_raises_the_state_version() {
    let mut conn = novel().await;
    let session = open(&mut conn, 1).await;
    let mut seen = vec![state_version(&mut conn, session).await];
    claim(&mut conn, session, &[1]).await.unwrap();
    seen.push(state_version(&mut conn, session).await);
    add_round(&mut conn, session, 0, TEXT).await;
    seen.push(state_version(&mut conn, session).await);
    let new = NewIssue { scene: scene(1), finding: None, record: &issue_record() };
    let issue = issues::file(&mut conn, session, &[new], at(7)).await.unwrap()[0];
    seen.push(state_version(&mut conn, session).await);
    add_fix(&mut conn, issue).await;
    seen.push(state_version(&mut conn, session).await);
    sessions::set_waiting(&mut conn, session, true).await.unwrap();
    seen.push(state_version(&mut conn, session).await);
    assert_eq!(seen, [1, 2, 3, 4, 5, 6]);
}

#[tokio::test]
async fn a_scene_has_one_open_session() {
    let mut conn = novel().await;
    let (first, second) = (open(&mut conn, 1).await, open(&mut conn, 2).await);
    claim(&mut conn, first, &[1]).await.unwrap();
    let mut tx = conn.begin().await.unwrap();
    let refused = claim(&mut tx, second, &[2, 1]).await;
    assert!(
        matches!(refused, Err(Error::SceneClaimed { scene: of, session }) if of == scene(1) && session == first)
    );
    tx.rollback().await.unwrap();
    assert_eq!(scenes::claim_of(&mut conn, scene(2)).await.unwrap(), None, "a refused claim takes nothing");
    // Also if the question before it were wrong.
    let forced = "insert into mend_scenes (session_id, scene_id, version, holder, held_since, fate, row_hash)
         values (2, 1, 1, 'x', 0, 'open', zeroblob(8))";
    assert!(sqlx::query(forced).execute(&mut conn).await.is_err());

    let both = Accepted { version: 2.into(), before: 1.into() };
    scenes::decide(&mut conn, (first, scene(1)), Decision::Accepted(both)).await.unwrap();
    assert!(matches!(scenes::require_held(&mut conn, first, HOLDER).await, Err(Error::ClaimLost(_))));
    let record = RoundRecord::default();
    let late =
        NewRound { session: first, scene: scene(1), round: 1, text: MENDED, weight: 0, record: &record };
    let refused = rounds::insert(&mut conn, &late, at(9)).await;
    assert!(matches!(refused, Err(Error::ClaimLost(_))), "a worker that comes too late");
    claim(&mut conn, second, &[1]).await.unwrap();
    let claims = scenes::claims(&mut conn).await.unwrap();
    assert_eq!(claims.iter().map(|claim| claim.session).collect::<Vec<_>>(), [second]);
    let decided = scenes::require(&mut conn, (first, scene(1))).await.unwrap();
    assert_eq!((decided.fate, decided.accepted), (SceneFate::Accepted, Some(both)));
    let again = scenes::decide(&mut conn, (first, scene(1)), Decision::Refused).await;
    assert!(matches!(again, Err(Error::ClaimLost(_))));
    assert_eq!(damage(&mut conn).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_dead_holder_is_followed_by_one_other() {
    let mut conn = novel().await;
    let session = open(&mut conn, 1).await;
    claim(&mut conn, session, &[1, 2]).await.unwrap();
    scenes::require_held(&mut conn, session, HOLDER).await.unwrap();
    let takeover = Takeover { session, from: HOLDER, to: "the next" };
    let late = Takeover { session, from: HOLDER, to: "another" };
    assert_eq!(scenes::take_over(&mut conn, takeover, &Actor::Author, at(50)).await.unwrap(), 2);
    let refused = scenes::take_over(&mut conn, late, &Actor::Author, at(51)).await;
    assert!(matches!(refused, Err(Error::ClaimLost(_))), "two cannot take over from the same one");
    assert!(matches!(scenes::require_held(&mut conn, session, HOLDER).await, Err(Error::ClaimLost(_))));
    scenes::require_held(&mut conn, session, "the next").await.unwrap();

    let logged = audit::list(&mut conn, session, (0, 10)).await.unwrap();
    assert_eq!(logged.len(), 1);
    assert_eq!(logged[0].entry.action, AuditAction::TakenOver);
    let metadata = serde_json::json!({ "from": HOLDER, "to": "the next", "held_since": 6, "scenes": [1, 2] });
    assert_eq!(logged[0].entry.metadata, Some(metadata));
    assert_eq!(damage(&mut conn).await, Vec::<String>::new());
}

#[tokio::test]
async fn an_ended_session_holds_nothing_and_cannot_change() {
    let mut conn = novel().await;
    let (session, issue) = session_in(&mut conn).await;
    let early = sessions::end(&mut conn, session, End::Completed, at(20)).await;
    assert!(matches!(early, Err(Error::SceneClaimed { .. })), "an undecided scene");
    sessions::end(&mut conn, session, End::Abandoned, at(20)).await.unwrap();
    let ended = sessions::require(&mut conn, session).await.unwrap();
    assert_eq!((ended.status, ended.ended_at), (MendStatus::Abandoned, Some(at(20))));
    assert_eq!(scenes::list(&mut conn, session).await.unwrap()[0].fate, SceneFate::Released);
    assert_eq!(scenes::claim_of(&mut conn, scene(1)).await.unwrap(), None);
    assert_eq!(sessions::list_open(&mut conn).await.unwrap(), []);

    let change = IssueChange { issue, seen: 1, event: Some(IssueEvent::FixBegun), record: None };
    let refused = [
        sessions::end(&mut conn, session, End::Completed, at(21)).await,
        sessions::change(&mut conn, session, |record| record.note.push('!')).await,
        issues::change(&mut conn, &change, at(21)).await.map(|_| ()),
    ];
    assert!(refused.iter().all(|refused| matches!(refused, Err(Error::MendingEnded(_)))), "{refused:?}");
    assert_eq!(damage(&mut conn).await, Vec::<String>::new());
}

#[tokio::test]
async fn a_decision_is_stale_only_when_its_issue_changed() {
    let mut conn = novel().await;
    let session = open(&mut conn, 1).await;
    claim(&mut conn, session, &[1]).await.unwrap();
    let record = issue_record();
    let new = NewIssue { scene: scene(1), finding: None, record: &record };
    let ids = issues::file(&mut conn, session, &[new, new], at(7)).await.unwrap();
    let change = |issue, seen, event| IssueChange { issue, seen, event: Some(event), record: None };

    // A background step changes the other issue, and with it the session.
    issues::change(&mut conn, &change(ids[1], 1, IssueEvent::FixBegun), at(8)).await.unwrap();
    let changed = issues::change(&mut conn, &change(ids[0], 1, IssueEvent::Deferred), at(9)).await.unwrap();
    assert_eq!((changed.state, changed.revision), (IssueState::Deferred, 2));

    let stale = issues::change(&mut conn, &change(ids[1], 1, IssueEvent::Deferred), at(9)).await;
    assert!(
        matches!(stale, Err(Error::StaleIssue { issue, seen: 1, revision: 2 }) if issue == ids[1]),
        "{stale:?}"
    );
    let illegal = issues::change(&mut conn, &change(ids[0], 2, IssueEvent::FixBegun), at(9)).await;
    let step = IllegalStep { state: IssueState::Deferred, event: IssueEvent::FixBegun };
    assert!(matches!(illegal, Err(Error::IllegalStep { step: found, .. }) if found == step));
    let other = issues::require(&mut conn, ids[1]).await.unwrap();
    assert_eq!((other.state, other.revision, other.changed_at), (IssueState::InProgress, 2, at(8)));
}

#[tokio::test]
async fn an_issue_left_in_flight_is_new_again() {
    let mut conn = novel().await;
    let (session, issue) = session_in(&mut conn).await;
    let begun = IssueChange { issue, seen: 1, event: Some(IssueEvent::FixBegun), record: None };
    issues::change(&mut conn, &begun, at(8)).await.unwrap();
    assert_eq!(issues::leave_in_flight(&mut conn, session, at(9)).await.unwrap(), [issue]);
    let left = issues::require(&mut conn, issue).await.unwrap();
    assert_eq!((left.state, left.revision), (IssueState::New, 3));
    assert_eq!(issues::leave_in_flight(&mut conn, session, at(9)).await.unwrap(), []);
}

#[tokio::test]
async fn a_finding_has_one_issue_in_a_session() {
    let mut conn = novel().await;
    let finding = crate::findings::tests::finding(Rule::Attribute, "十七");
    let finding = wenfang_story::check::FindingRecord {
        evidence: vec![wenfang_story::canon::Evidence { scene: scene(1), ..finding.evidence[0].clone() }],
        ..finding
    };
    let finding: FindingId = crate::findings::insert(&mut conn, &finding, at(3)).await.unwrap();
    let record = issue_record();
    let new = NewIssue { scene: scene(1), finding: Some(finding), record: &record };
    for uid_end in [1, 2] {
        let session = open(&mut conn, uid_end).await;
        claim(&mut conn, session, &[1]).await.unwrap();
        issues::file(&mut conn, session, &[new], at(7)).await.unwrap();
        assert!(issues::file(&mut conn, session, &[new], at(7)).await.is_err());
        sessions::end(&mut conn, session, End::Failed, at(8)).await.unwrap();
    }
    let history = issues::list_by_finding(&mut conn, finding).await.unwrap();
    assert_eq!(history.len(), 2, "its history spans the sessions");
}

#[tokio::test]
async fn a_dropped_transaction_leaves_nothing() {
    let mut conn = novel().await;
    let (session, issue) = session_in(&mut conn).await;
    let before = state_version(&mut conn, session).await;
    let mut tx = conn.begin().await.unwrap();
    let begun = IssueChange { issue, seen: 1, event: Some(IssueEvent::FixBegun), record: None };
    issues::change(&mut tx, &begun, at(8)).await.unwrap();
    add_fix(&mut tx, issue).await;
    log(&mut tx, Some(session), 9).await;
    tx.rollback().await.unwrap();
    assert_eq!(state_version(&mut conn, session).await, before);
    assert_eq!(issues::require(&mut conn, issue).await.unwrap().revision, 1);
    assert_eq!(fixes::list(&mut conn, issue).await.unwrap().len(), 1);
    assert_eq!(audit::list(&mut conn, session, (0, 10)).await.unwrap().len(), 1);
    assert_eq!(damage(&mut conn).await, Vec::<String>::new());
}

#[tokio::test]
async fn any_changed_row_is_reported_as_damage() {
    let other = ContentHash::of(b"other");
    let edit = format!("record = json_set(record, '$.edit.before', '{other}')");
    for (table, change) in [
        ("mend_sessions", "status = 'waiting'"),
        ("mend_sessions", "state_version = 99"),
        ("mend_sessions", "target_id = 2"),
        ("mend_sessions", "record = json_set(record, '$.note', '改')"),
        ("mend_scenes", "holder = 'x'"),
        ("mend_scenes", "version = 2"),
        ("mend_scenes", "best_round = 1"),
        ("mend_scenes", "fate = 'released'"),
        ("mend_rounds", "weight = weight + 1"),
        ("mend_rounds", "blob_id = 3 - blob_id"),
        ("mend_rounds", "record = json_set(record, '$.open', 7)"),
        ("issues", "state = 'resolved'"),
        ("issues", "revision = 2"),
        ("issues", "record = json_set(record, '$.found', '改')"),
        ("issue_fixes", "applied = 'refused'"),
        ("issue_fixes", "verification = 'passed'"),
        ("issue_fixes", "round = 2"),
        ("issue_fixes", edit.as_str()),
        ("text_fetches", "source = 'file'"),
        ("text_fetches", "source_key = null"),
        ("text_fetches", "excerpt_length = 3"),
    ] {
        let mut conn = novel().await;
        session_in(&mut conn).await;
        run(&mut conn, &format!("update {table} set {change}")).await;
        assert!(!damage(&mut conn).await.is_empty(), "{table}: {change}");
    }
}

#[tokio::test]
async fn an_edit_of_an_unknown_text_is_reported() {
    let mut conn = novel().await;
    let (_, issue) = session_in(&mut conn).await;
    let before = ContentHash::of(b"other").to_string();
    let edit = FixEdit { range: CharRange::new(0, 1), before, words: "她".into() };
    let record = FixRecord { edit: Some(edit), ..FixRecord::default() };
    fixes::verify(&mut conn, (issue, 1), (Verification::Passed, &record)).await.unwrap();
    assert_eq!(damage(&mut conn).await, ["the project file is damaged: the record of fix 1"]);
}
