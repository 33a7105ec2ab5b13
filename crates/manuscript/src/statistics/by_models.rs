//! What models wrote in a text: the author neither wrote nor removed it.

use sqlx::SqliteConnection;
use wenfang_project::manuscript::Totals;
use wenfang_project::spans;
use wenfang_project::statistics::{SignedTotals, WrittenVersion};
use wenfang_story::generation::AiSpan;
use wenfang_story::{SceneId, VersionNo};
use wenfang_text::TextIndex;
use wenfang_usecase::Result;
use wenfang_versions as versions;

/// The change of a version without that of the text by models.
pub(super) async fn own_change(
    conn: &mut SqliteConnection,
    written: &WrittenVersion,
) -> Result<SignedTotals> {
    let Some(parent) = written.parent.filter(|_| written.changes_model_text) else {
        return Ok(written.change);
    };
    let before = stored(conn, (written.scene, parent)).await?;
    let after = stored(conn, (written.scene, written.version)).await?;
    Ok(without(written.change, before, after))
}

/// The change of a draft from its base without that of the text by models.
pub(super) async fn own_change_of_draft(
    conn: &mut SqliteConnection,
    (scene, base): (SceneId, VersionNo),
    change: SignedTotals,
) -> Result<SignedTotals> {
    let (working, spans) = versions::working_spans(conn, scene).await?;
    let before = stored(conn, (scene, base)).await?;
    Ok(without(change, before, totals(&working.text, &spans)))
}

fn without(mut change: SignedTotals, before: Totals, after: Totals) -> SignedTotals {
    change += SignedTotals::between(after, before);
    change
}

/// The counts of the text by models in a version.
async fn stored(conn: &mut SqliteConnection, of: (SceneId, VersionNo)) -> Result<Totals> {
    let spans = spans::list(conn, of).await?;
    if spans.is_empty() {
        return Ok(Totals::default());
    }
    let (_, text) = versions::text(conn, of.0, Some(of.1)).await?;
    Ok(totals(&text, &spans))
}

fn totals(text: &str, spans: &[AiSpan]) -> Totals {
    let index = TextIndex::new(text);
    let mut sum = Totals::default();
    for span in spans {
        sum += versions::totals(index.slice(span.range));
    }
    sum
}
