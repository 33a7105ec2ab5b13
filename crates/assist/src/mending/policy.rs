//! Changes the policy of a session that has not ended.

use sqlx::SqliteConnection;
use wenfang_project::Project;
use wenfang_project::mend::audit::{self, AuditEntry};
use wenfang_project::mend::sessions;
use wenfang_story::mend::{Actor, AuditAction, MendStatus};
use wenfang_story::{MendSessionId, Timestamp};
use wenfang_usecase::{Error, Result};

use super::request::{MendPolicyChange, MendingRequest, SetMendPolicy};
use super::views::MendingDetail;

/// Changes the policy of a session. One that works gets it when its round ends, another one at once.
///
/// # Errors
/// [`Code::BadRequest`](wenfang_usecase::Code::BadRequest) for a policy that cannot be followed, for a session that has
/// ended, and if the policy was changed since it was seen. Nothing is changed then.
pub async fn set_policy(project: &Project, request: SetMendPolicy) -> Result<MendingDetail> {
    let SetMendPolicy { session: id, policy: change, seen, command_line } = request;
    let now = project.now();
    let mut tx = project.begin_write().await?;
    let session = sessions::require(&mut tx, id).await?;
    if session.status.has_ended() {
        return Err(Error::bad_request(
            format!("mending {id} has ended ({}), so no policy can change it", session.status),
            "Nothing was changed. Begin another mending with the policy that you want.",
        ));
    }
    if seen.is_some_and(|seen| seen != session.record.policy_changes) {
        return Err(Error::bad_request(
            format!("the policy of mending {id} was changed since it was seen"),
            "Nothing was changed. Look at the policy again.",
        ));
    }
    if change == MendPolicyChange::default() {
        return Err(Error::bad_request("no value of the policy is named", "Nothing was changed. Name one."));
    }
    let policy = change.onto(session.record.wanted_policy());
    policy
        .validate()
        .map_err(|error| Error::bad_request(error.to_string(), "Nothing was changed. Correct the policy."))?;
    let at_once = session.status == MendStatus::Waiting;
    let entry = AuditEntry {
        session: Some(id),
        metadata: Some(serde_json::json!({ "policy": policy, "at_once": at_once })),
        ..AuditEntry::new(
            AuditAction::PolicyChanged,
            if command_line { Actor::CommandLine } else { Actor::Author },
            now,
        )
    };
    sessions::change(&mut tx, id, |record| {
        record.policy_changes = record.policy_changes.saturating_add(1);
        record.next_policy = Some(policy);
        if at_once {
            record.apply_next_policy(now);
        }
    })
    .await?;
    audit::append(&mut tx, &entry).await?;
    tx.commit().await?;
    super::show::show(project, MendingRequest { session: id }).await
}

/// Puts the policy in force that waits for the next round.
pub(super) async fn apply_next(
    conn: &mut SqliteConnection,
    session: MendSessionId,
    now: Timestamp,
) -> Result<()> {
    if sessions::require(conn, session).await?.record.next_policy.is_some() {
        sessions::change(conn, session, |record| record.apply_next_policy(now)).await?;
    }
    Ok(())
}
