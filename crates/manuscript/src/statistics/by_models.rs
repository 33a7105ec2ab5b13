//! What models wrote in a text: the author neither wrote nor removed it.

use sqlx::SqliteConnection;
use wenfang_project::manuscript::Totals;
use wenfang_project::statistics::{SignedTotals, WrittenVersion};
use wenfang_project::{scene_versions, spans};
use wenfang_story::{Author, SceneId, VersionNo};
use wenfang_text::TextIndex;
use wenfang_usecase::Result;
use wenfang_versions as versions;

use super::accepted::{Written, returned, typed_beside};

/// The change of a version without that of the text by models.
pub(super) async fn own_change(
    conn: &mut SqliteConnection,
    written: &WrittenVersion,
) -> Result<SignedTotals> {
    let is_mixed = written.changes_model_text || written.is_accepted;
    let Some(parent) = written.parent.filter(|_| is_mixed) else {
        return Ok(written.change);
    };
    let before = stored(conn, (written.scene, parent)).await?;
    let after = stored(conn, (written.scene, written.version)).await?;
    if written.is_accepted {
        return Ok(typed_beside(&before, &after));
    }
    let change = without(written.change, &before, &after);
    without_returned(conn, (written.scene, parent), (&before, &after), change).await
}

/// The change of a draft from its base without that of the text by models.
pub(super) async fn own_change_of_draft(
    conn: &mut SqliteConnection,
    (scene, base): (SceneId, VersionNo),
    change: SignedTotals,
) -> Result<SignedTotals> {
    let (working, spans) = versions::working_spans(conn, scene).await?;
    let before = stored(conn, (scene, base)).await?;
    let after = Written { text: working.text, spans };
    let change = without(change, &before, &after);
    without_returned(conn, (scene, base), (&before, &after), change).await
}

fn without(mut change: SignedTotals, before: &Written, after: &Written) -> SignedTotals {
    change += SignedTotals::between(totals(after), totals(before));
    change
}

/// A change of a version without the author's text that comes back when the acceptance that made the version is
/// undone.
async fn without_returned(
    conn: &mut SqliteConnection,
    (scene, version): (SceneId, VersionNo),
    (accepting, after): (&Written, &Written),
    mut change: SignedTotals,
) -> Result<SignedTotals> {
    let made = scene_versions::require(conn, scene, version).await?;
    if let Some(parent) = made.parent.filter(|_| made.created_by == Author::Ai) {
        let before = stored(conn, (scene, parent)).await?;
        change += SignedTotals::between(returned(&before, accepting, after), Totals::default());
    }
    Ok(change)
}

/// A version with its text by models.
async fn stored(conn: &mut SqliteConnection, of: (SceneId, VersionNo)) -> Result<Written> {
    let spans = spans::list(conn, of).await?;
    let (_, text) = versions::text(conn, of.0, Some(of.1)).await?;
    Ok(Written { text, spans })
}

/// The counts of the text by models.
fn totals(written: &Written) -> Totals {
    let index = TextIndex::new(&written.text);
    let mut sum = Totals::default();
    for span in &written.spans {
        sum += versions::totals(index.slice(span.range));
    }
    sum
}
