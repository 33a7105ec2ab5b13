//! The state of a session as its steps read it: its scenes with their texts, and its issues.

use std::collections::HashSet;
use std::sync::Arc;

use sqlx::SqliteConnection;
use tokio::sync::OnceCell;
use wenfang_checks::mending::{self, Trace};
use wenfang_manuscript::find::{FindScope, places};
use wenfang_project::mend::issues::Issue;
use wenfang_project::mend::rounds::Round;
use wenfang_project::mend::scenes::{MendScene, Takeover};
use wenfang_project::mend::sessions::Session as MendSession;
use wenfang_project::mend::{issues, rounds, scenes, sessions};
use wenfang_project::{Project, blobs};
use wenfang_story::check::Severity;
use wenfang_story::mend::{Actor, IssueState, SceneFate, StopReason};
use wenfang_story::{MendSessionId, SceneId, Timestamp};
use wenfang_text::ContentHash;
use wenfang_usecase::{Error, Result};

use super::fetch::{self, Kept, Unread};

/// A session with everything it works on.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) session: MendSession,
    /// Its scenes that are not decided and whose texts were read, by scene.
    pub(crate) scenes: Vec<SceneState>,
    /// A text of each of the other scenes that are not decided.
    pub(super) unread: Vec<Unread>,
}

/// A scene of a session, as it was read.
pub(super) enum ReadScene {
    Open(Box<SceneState>),
    /// Its fate is decided.
    Decided,
    /// One of its texts is missing.
    Unread(Unread),
}

/// A scene of a session.
#[derive(Clone, Debug)]
pub(crate) struct SceneState {
    pub(crate) scene: MendScene,
    /// From round 0, the input.
    pub(crate) rounds: Vec<Round>,
    /// The text of each round.
    pub(crate) texts: Vec<Arc<str>>,
    pub(crate) issues: Vec<Issue>,
    /// The last round before the author went on with the session.
    resumed_after: u32,
}

impl State {
    /// Reads a session with all its scenes. Texts that the file cannot give are looked for elsewhere.
    ///
    /// # Errors
    /// An unknown session; damaged rows.
    pub(crate) async fn read(project: &Project, id: MendSessionId) -> Result<Self> {
        Self::fetched(project, id, None).await
    }

    /// The state between two rounds: the policy that waits for the next round is in force.
    pub(crate) fn between_rounds(mut self, now: Timestamp) -> Self {
        self.session.record.apply_next_policy(now);
        self
    }

    /// Reads a session with one of its scenes; without it if it was decided.
    ///
    /// # Errors
    /// Those of [`read`](Self::read); a scene of no session.
    pub(crate) async fn of_scene(project: &Project, id: MendSessionId, scene: SceneId) -> Result<Self> {
        Self::fetched(project, id, Some(scene)).await
    }

    async fn fetched(project: &Project, id: MendSessionId, only: Option<SceneId>) -> Result<Self> {
        loop {
            let state = Self::stored(project, id, only).await?;
            if !fetch::restore(project, (&state.session, &state.unread), only).await? {
                return Ok(state);
            }
        }
    }

    async fn stored(project: &Project, id: MendSessionId, only: Option<SceneId>) -> Result<Self> {
        let kept = Kept::of(project);
        let mut tx = project.begin_read().await?;
        let session = sessions::require(&mut tx, id).await?;
        let wanted = match only {
            Some(scene) => vec![scenes::require(&mut tx, (id, scene)).await?],
            None => scenes::list(&mut tx, id).await?,
        };
        let mut state = Self { session, scenes: Vec::new(), unread: Vec::new() };
        for scene in wanted {
            match SceneState::read(&mut tx, &kept, (&state.session, scene)).await? {
                ReadScene::Open(scene) => state.scenes.push(*scene),
                ReadScene::Unread(unread) => state.unread.push(unread),
                ReadScene::Decided => {}
            }
        }
        Ok(state)
    }

    /// A scene that is not decided.
    ///
    /// # Errors
    /// A scene that is decided, or whose text is missing.
    pub(super) fn require(&self, scene: SceneId) -> Result<&SceneState> {
        match self.unread.iter().find(|unread| unread.scene == scene) {
            Some(unread) => Err(unread.error()),
            None => self.scene(scene).ok_or_else(|| decided(scene)),
        }
    }

    /// The number of the next round: one more than the last of any scene that goes on.
    pub(crate) fn next_round(&self) -> u32 {
        let last = self.scenes.iter().filter(|scene| scene.stop().is_none()).map(SceneState::round).max();
        last.unwrap_or_default() + 1
    }

    pub(crate) fn scene(&self, scene: SceneId) -> Option<&SceneState> {
        self.scenes.iter().find(|state| state.scene.scene == scene)
    }
}

impl SceneState {
    /// Reads a scene from memory and the file.
    pub(super) async fn read(
        conn: &mut SqliteConnection,
        kept: &Kept,
        (session, scene): (&MendSession, MendScene),
    ) -> Result<ReadScene> {
        if scene.fate != SceneFate::Open {
            return Ok(ReadScene::Decided);
        }
        let place = (scene.session, scene.scene);
        let rounds = rounds::list(conn, place).await?;
        let mut texts: Vec<Arc<str>> = Vec::with_capacity(rounds.len());
        for round in &rounds {
            let hash = blobs::hash(conn, round.blob).await?;
            match fetch::read(conn, kept, (hash, round.blob)).await? {
                Some(text) => texts.push(text),
                None => {
                    let (scene, round, blob) = (scene.scene, round.round, round.blob);
                    return Ok(ReadScene::Unread(Unread { scene, round, blob, hash }));
                }
            }
        }
        let issues = issues::list_by_scene(conn, place).await?;
        let resumed_after = session.record.resumed_after;
        Ok(ReadScene::Open(Box::new(Self { scene, rounds, texts, issues, resumed_after })))
    }

    /// The number of the last round.
    pub(crate) fn round(&self) -> u32 {
        self.rounds.last().map_or(0, |round| round.round)
    }

    /// Why no further round follows. An issue that the author reopened goes on.
    pub(crate) fn stop(&self) -> Option<StopReason> {
        // Within its round an issue is in progress.
        let is_open = |issue: &Issue| matches!(issue.state, IssueState::New | IssueState::InProgress);
        let is_reopened = self.round() <= self.resumed_after && self.issues.iter().any(is_open);
        self.rounds.last().and_then(|round| round.record.stop).filter(|_| !is_reopened)
    }

    /// The text that is mended.
    pub(crate) fn input(&self) -> &str {
        self.texts.first().map_or("", |text| text)
    }

    /// The text after the last round.
    pub(crate) fn text(&self) -> &str {
        self.texts.last().map_or("", |text| text)
    }

    /// The text of the best round.
    pub(crate) fn best(&self) -> &str {
        let best = self.scene.best_round.unwrap_or_default();
        let at = self.rounds.iter().position(|round| round.round == best).unwrap_or_default();
        self.texts.get(at).map_or("", |text| text)
    }

    /// The issues at their places in the last text, for planning and the fence.
    pub(crate) fn placed(&self, approves_all: bool) -> Vec<mending::Issue<'_>> {
        let hash = hex(self.text());
        let open = self.issues.iter().filter(|issue| super::is_worked_on(issue));
        open.map(|issue| {
            let anchor = &issue.record.anchor;
            // A place in another text than the last one is unknown.
            let is_here = anchor.text_hash == hash;
            mending::Issue {
                id: issue.id,
                record: &issue.record,
                range: anchor.range,
                sureness: if is_here { anchor.confidence } else { 0.0 },
                is_approved: approves_all || super::is_approved(issue),
            }
        })
        .collect()
    }

    /// The rounds as the policy sees them. What only matters for the last one is left out.
    pub(crate) fn policy_rounds(&self) -> Vec<mending::Round> {
        let rounds = self.rounds.iter().zip(&self.texts);
        rounds.map(|(round, text)| policy_round(round, text)).collect()
    }

    /// The characters that earlier rounds changed.
    pub(crate) fn changed_chars(&self) -> usize {
        Trace::of_texts(self.input(), self.text()).changed_chars()
    }
}

fn policy_round(round: &Round, text: &str) -> mending::Round {
    let record = &round.record;
    mending::Round {
        text: ContentHash::of(text.as_bytes()),
        weight: round.weight,
        changed_chars: record.changed_chars as usize,
        open: record.open,
        reseeded: record.reseeded,
        worst_new: record.worst_new,
        stalled: 0,
        verdicts: record.verdicts,
        contradicted: record.contradictions,
        passed_fence: true,
        has_tools: true,
    }
}

/// The weight of open issues, in thousandths.
pub(crate) fn weight<'a>(issues: impl Iterator<Item = &'a Issue>) -> u32 {
    let open = issues.filter(|issue| issue.state.is_open());
    mending::weight(open.map(|issue| (issue.record.severity, issue.record.confidence)))
}

/// The number of open issues of at least a severity.
pub(crate) fn open_count<'a>(issues: impl Iterator<Item = &'a Issue>, least: Severity) -> u32 {
    let open = issues.filter(|issue| issue.state.is_open() && issue.record.severity >= least);
    u32::try_from(open.count()).unwrap_or(u32::MAX)
}

/// SHA-256 of a text, in hex.
pub(crate) fn hex(text: &str) -> String {
    ContentHash::of(text.as_bytes()).to_string()
}

/// The error for a scene that waits for no decision.
pub(super) fn decided(scene: SceneId) -> Error {
    Error::bad_request(
        format!("scene {scene} waits for no decision in this mending"),
        "Nothing was changed. It was decided or given up, or does not belong to the mending.",
    )
}

/// The name under which this process holds scenes.
#[derive(Debug, Default)]
struct Holder(OnceCell<String>);

/// The name under which this process holds scenes: no two processes share it.
pub(crate) async fn holder(project: &Project) -> Result<String> {
    let holder = project.attached::<Holder>();
    let made = holder
        .0
        .get_or_try_init(async || {
            let mut tx = project.begin_read().await?;
            Ok::<_, Error>(sessions::new_uid(&mut tx).await?)
        })
        .await?;
    Ok(made.clone())
}

/// Makes this process the holder of a session's scenes. One whose process is gone gives them up: a project has one
/// writer. The fixes that it left in flight are as if never begun.
pub(crate) async fn hold(
    conn: &mut SqliteConnection,
    (session, holder): (MendSessionId, &str),
    now: Timestamp,
) -> Result<()> {
    let scenes = scenes::list(conn, session).await?;
    let other = scenes.iter().find(|scene| scene.fate == SceneFate::Open && scene.holder != holder);
    let Some(other) = other else { return Ok(()) };
    let takeover = Takeover { session, from: &other.holder, to: holder };
    scenes::take_over(conn, takeover, &Actor::Workflow("mend".to_owned()), now).await?;
    issues::leave_in_flight(conn, session, now).await?;
    Ok(())
}

/// The scenes of the book, without those in the bin.
pub(super) async fn scenes_in_book(conn: &mut SqliteConnection) -> Result<HashSet<SceneId>> {
    Ok(places(conn, FindScope::Book).await?.into_iter().map(|place| place.scene).collect())
}
