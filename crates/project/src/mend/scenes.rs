//! `mend_scenes`: the scenes that sessions work on, which are also the claims that keep other sessions away.

use sqlx::{AssertSqlSafe, FromRow, SqliteConnection};
use wenfang_storage::Outcome;
use wenfang_story::mend::{Actor, AuditAction, SceneFate};
use wenfang_story::{MendSessionId, SceneId, Timestamp, VersionNo};

use super::audit::{self, AuditEntry};
use super::{damaged, narrow, sessions};
use crate::error::{Error, Result};
use crate::row_hash::{number, row_hash};

const PART: &str = "mended scene";

/// A scene of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MendScene {
    pub session: MendSessionId,
    pub scene: SceneId,
    /// The version whose text is mended.
    pub version: VersionNo,
    /// Who works on it, or did last.
    pub holder: String,
    pub held_since: Timestamp,
    /// The round with the best text; 0 for the text as it was, `None` before the judgement.
    pub best_round: Option<u32>,
    pub fate: SceneFate,
    /// The version that accepting led to, and the one that it replaced.
    pub accepted: Option<Accepted>,
}

/// The versions on both sides of an acceptance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accepted {
    pub version: VersionNo,
    /// The head before it.
    pub before: VersionNo,
}

impl MendScene {
    fn guard(&self) -> [u8; 8] {
        let accepted = |version: fn(Accepted) -> VersionNo| self.accepted.map(|both| version(both).get());
        let [session, scene, version, since, best, after, before] = [
            Some(self.session.get()),
            Some(self.scene.get()),
            Some(self.version.get()),
            Some(self.held_since.get()),
            self.best_round.map(i64::from),
            accepted(|both| both.version),
            accepted(|both| both.before),
        ]
        .map(number);
        let [holder, fate] = [&self.holder, self.fate.as_str()].map(str::as_bytes);
        row_hash(&[&session, &scene, &version, holder, &since, &best, fate, &after, &before])
    }

    /// Stores all that can change, and raises the state version of the session.
    async fn update(&self, conn: &mut SqliteConnection) -> Result<()> {
        sqlx::query(
            "update mend_scenes set holder = ?, held_since = ?, best_round = ?, fate = ?, accepted_version = ?,
                 before_version = ?, row_hash = ?
             where session_id = ? and scene_id = ?",
        )
        .bind(&self.holder)
        .bind(self.held_since.get())
        .bind(self.best_round)
        .bind(self.fate.as_str())
        .bind(self.accepted.map(|both| both.version.get()))
        .bind(self.accepted.map(|both| both.before.get()))
        .bind(self.guard().as_slice())
        .bind(self.session.get())
        .bind(self.scene.get())
        .execute(&mut *conn)
        .await?
        .stored(1)?;
        Ok(())
    }
}

#[derive(FromRow)]
struct Row {
    session_id: i64,
    scene_id: i64,
    version: i64,
    holder: String,
    held_since: i64,
    best_round: Option<i64>,
    fate: String,
    accepted_version: Option<i64>,
    before_version: Option<i64>,
    row_hash: Vec<u8>,
}

fn checked(row: Row) -> Result<MendScene> {
    let damaged = || damaged(PART, row.session_id);
    let accepted = row.accepted_version.zip(row.before_version);
    let scene = MendScene {
        session: row.session_id.into(),
        scene: row.scene_id.into(),
        version: row.version.into(),
        holder: row.holder,
        held_since: row.held_since.into(),
        best_round: row.best_round.map(|round| narrow(PART, row.session_id, round)).transpose()?,
        fate: row.fate.parse().map_err(|_| damaged())?,
        accepted: accepted
            .map(|(version, before)| Accepted { version: version.into(), before: before.into() }),
    };
    if row.row_hash == scene.guard() { Ok(scene) } else { Err(damaged()) }
}

/// A query for all columns of scenes.
fn select(rest: &'static str) -> AssertSqlSafe<String> {
    AssertSqlSafe(format!(
        "select session_id, scene_id, version, holder, held_since, best_round, fate, accepted_version, before_version,
             row_hash
         from mend_scenes {rest}"
    ))
}

/// Freezes versions of scenes for a session and claims the scenes for `holder`, a name that no two processes share.
///
/// # Errors
/// [`Error::SceneClaimed`] names the first scene that another session holds. The caller must roll the transaction back
/// then; [`Error::MendingEnded`].
pub async fn claim(
    conn: &mut SqliteConnection,
    (session, scenes): (MendSessionId, &[(SceneId, VersionNo)]),
    holder: &str,
    now: Timestamp,
) -> Result<()> {
    for (scene, version) in scenes {
        if let Some(claim) = claim_of(conn, *scene).await? {
            return Err(Error::SceneClaimed { scene: *scene, session: claim.session });
        }
        let claim = MendScene {
            session,
            scene: *scene,
            version: *version,
            holder: holder.to_owned(),
            held_since: now,
            best_round: None,
            fate: SceneFate::Open,
            accepted: None,
        };
        insert(conn, &claim).await?;
    }
    sessions::touch(conn, session).await
}

async fn insert(conn: &mut SqliteConnection, claim: &MendScene) -> Result<()> {
    sqlx::query(
        "insert into mend_scenes (session_id, scene_id, version, holder, held_since, fate, row_hash)
         values (?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(claim.session.get())
    .bind(claim.scene.get())
    .bind(claim.version.get())
    .bind(&claim.holder)
    .bind(claim.held_since.get())
    .bind(claim.fate.as_str())
    .bind(claim.guard().as_slice())
    .execute(conn)
    .await?
    .stored(1)?;
    Ok(())
}

/// The claim on a scene, if a session holds it.
pub async fn claim_of(conn: &mut SqliteConnection, scene: SceneId) -> Result<Option<MendScene>> {
    let row: Option<Row> = sqlx::query_as(select("where scene_id = ? and fate = 'open'"))
        .bind(scene.get())
        .fetch_optional(conn)
        .await?;
    row.map(checked).transpose()
}

/// Every scene that a session holds, by scene.
pub async fn claims(conn: &mut SqliteConnection) -> Result<Vec<MendScene>> {
    let rows: Vec<Row> =
        sqlx::query_as(select("where fate = 'open' order by scene_id")).fetch_all(conn).await?;
    rows.into_iter().map(checked).collect()
}

/// The scenes of a session, decided or not, by scene.
pub async fn list(conn: &mut SqliteConnection, session: MendSessionId) -> Result<Vec<MendScene>> {
    let rows: Vec<Row> = sqlx::query_as(select("where session_id = ? order by scene_id"))
        .bind(session.get())
        .fetch_all(conn)
        .await?;
    rows.into_iter().map(checked).collect()
}

async fn list_held(conn: &mut SqliteConnection, session: MendSessionId) -> Result<Vec<MendScene>> {
    let mut scenes = list(conn, session).await?;
    scenes.retain(|scene| scene.fate == SceneFate::Open);
    Ok(scenes)
}

/// A scene of a session.
///
/// # Errors
/// [`Error::NoPart`]; [`Error::Damaged`].
pub async fn require(
    conn: &mut SqliteConnection,
    (session, scene): (MendSessionId, SceneId),
) -> Result<MendScene> {
    let row: Option<Row> = sqlx::query_as(select("where session_id = ? and scene_id = ?"))
        .bind(session.get())
        .bind(scene.get())
        .fetch_optional(conn)
        .await?;
    checked(row.ok_or(Error::NoPart { kind: PART, id: scene.get() })?)
}

/// Checks that `holder` still holds every open scene of a session, and at least one.
///
/// # Errors
/// [`Error::ClaimLost`] when another one took them over, or all are decided; the caller must store nothing.
pub async fn require_held(conn: &mut SqliteConnection, session: MendSessionId, holder: &str) -> Result<()> {
    let held = list_held(conn, session).await?;
    let is_held = !held.is_empty() && held.iter().all(|scene| scene.holder == holder);
    if is_held { Ok(()) } else { Err(Error::ClaimLost(session)) }
}

/// A change of the holder of a session's open scenes.
#[derive(Clone, Copy, Debug)]
pub struct Takeover<'a> {
    pub session: MendSessionId,
    /// The holder that is gone, as the caller knows: a project has one writer, so every earlier process is gone.
    pub from: &'a str,
    pub to: &'a str,
}

/// Gives the open scenes that a dead holder left to another one, and logs it. Returns their number.
///
/// # Errors
/// [`Error::ClaimLost`] when somebody else holds one of them, who took them over before; [`Error::MendingEnded`].
pub async fn take_over(
    conn: &mut SqliteConnection,
    takeover: Takeover<'_>,
    actor: &Actor,
    now: Timestamp,
) -> Result<usize> {
    let Takeover { session, from, to } = takeover;
    require_held(conn, session, from).await?;
    let held = list_held(conn, session).await?;
    let since = held.iter().map(|scene| scene.held_since.get()).min();
    for scene in &held {
        let taken = MendScene { holder: to.to_owned(), held_since: now, ..scene.clone() };
        taken.update(conn).await?;
    }
    let scenes: Vec<i64> = held.iter().map(|scene| scene.scene.get()).collect();
    let metadata = serde_json::json!({ "from": from, "to": to, "held_since": since, "scenes": scenes });
    let entry = AuditEntry {
        session: Some(session),
        metadata: Some(metadata),
        ..AuditEntry::new(AuditAction::TakenOver, actor.clone(), now)
    };
    audit::append(conn, &entry).await?;
    sessions::touch(conn, session).await?;
    Ok(held.len())
}

/// Sets the round with the best text of a scene that a session holds.
///
/// # Errors
/// Those of [`require`]; [`Error::ClaimLost`] when the session does not hold the scene any more.
pub async fn set_best_round(
    conn: &mut SqliteConnection,
    place: (MendSessionId, SceneId),
    round: u32,
) -> Result<()> {
    let mut scene = require_claimed(conn, place).await?;
    scene.best_round = Some(round);
    scene.update(conn).await?;
    sessions::touch(conn, place.0).await
}

/// A scene that a session holds.
///
/// # Errors
/// Those of [`require`]; [`Error::ClaimLost`] when it was decided or given up.
pub(super) async fn require_claimed(
    conn: &mut SqliteConnection,
    place: (MendSessionId, SceneId),
) -> Result<MendScene> {
    let scene = require(conn, place).await?;
    if scene.fate == SceneFate::Open { Ok(scene) } else { Err(Error::ClaimLost(place.0)) }
}

/// The author's decision about a scene, which gives up the claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Every change is in the manuscript.
    Accepted(Accepted),
    /// Some changes are in the manuscript.
    Partly(Accepted),
    /// No change is.
    Refused,
    /// The session gives the scene up without a decision.
    Released,
}

/// Decides about a scene that a session holds.
///
/// # Errors
/// Those of [`set_best_round`].
pub async fn decide(
    conn: &mut SqliteConnection,
    place: (MendSessionId, SceneId),
    decision: Decision,
) -> Result<()> {
    let mut scene = require_claimed(conn, place).await?;
    (scene.fate, scene.accepted) = match decision {
        Decision::Accepted(both) => (SceneFate::Accepted, Some(both)),
        Decision::Partly(both) => (SceneFate::Partly, Some(both)),
        Decision::Refused => (SceneFate::Refused, None),
        Decision::Released => (SceneFate::Released, None),
    };
    scene.update(conn).await?;
    sessions::touch(conn, place.0).await
}

/// Gives up every scene that a session holds.
pub(super) async fn release_all(conn: &mut SqliteConnection, session: MendSessionId) -> Result<()> {
    for mut scene in list_held(conn, session).await? {
        scene.fate = SceneFate::Released;
        scene.update(conn).await?;
    }
    Ok(())
}

/// Gives up every scene of a session that it holds or whose row is damaged.
pub(super) async fn release_damaged(conn: &mut SqliteConnection, session: MendSessionId) -> Result<()> {
    let rows: Vec<Row> = sqlx::query_as(select("where session_id = ? order by scene_id"))
        .bind(session.get())
        .fetch_all(&mut *conn)
        .await?;
    for row in rows {
        let unsure = MendScene {
            session,
            scene: row.scene_id.into(),
            version: row.version.into(),
            holder: row.holder.clone(),
            held_since: row.held_since.into(),
            best_round: None,
            fate: SceneFate::Open,
            accepted: None,
        };
        let mut scene = checked(row).unwrap_or(unsure);
        if scene.fate == SceneFate::Open {
            scene.fate = SceneFate::Released;
            scene.update(conn).await?;
        }
    }
    Ok(())
}

/// Checks that a session holds no scene.
///
/// # Errors
/// [`Error::SceneClaimed`].
pub(super) async fn require_none_open(conn: &mut SqliteConnection, session: MendSessionId) -> Result<()> {
    match list_held(conn, session).await?.first() {
        None => Ok(()),
        Some(held) => Err(Error::SceneClaimed { scene: held.scene, session }),
    }
}

/// Every scene that passes its hash check.
pub(super) async fn list_sound(conn: &mut SqliteConnection) -> Result<Vec<MendScene>> {
    let rows: Vec<Row> = sqlx::query_as(select("order by session_id, scene_id")).fetch_all(conn).await?;
    Ok(rows.into_iter().filter_map(|row| checked(row).ok()).collect())
}

/// Takes back the judgement of scenes whose best round is lost. For a salvaged copy.
pub(crate) async fn forget_lost_rounds(conn: &mut SqliteConnection) -> Result<()> {
    let rows: Vec<Row> = sqlx::query_as(select(
        "where best_round is not null and not exists (
             select 1 from mend_rounds r
             where (r.session_id, r.scene_id, r.round) =
                 (mend_scenes.session_id, mend_scenes.scene_id, mend_scenes.best_round))",
    ))
    .fetch_all(&mut *conn)
    .await?;
    for mut scene in rows.into_iter().filter_map(|row| checked(row).ok()) {
        scene.best_round = None;
        scene.update(conn).await?;
    }
    Ok(())
}

/// Reads every scene and returns the result for each.
pub(super) async fn check_all(conn: &mut SqliteConnection) -> Result<Vec<Result<()>>> {
    let rows: Vec<Row> = sqlx::query_as(select("order by session_id, scene_id")).fetch_all(conn).await?;
    Ok(rows.into_iter().map(|row| checked(row).map(|_| ())).collect())
}
