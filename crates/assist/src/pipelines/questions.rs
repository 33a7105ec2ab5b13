//! The question that a step asks before the text: about the scene, with the text before the place.

use sqlx::SqliteConnection;
use wenfang_canon::books::telling_order;
use wenfang_drafting::prompts::Language;
use wenfang_manuscript::find::readable;
use wenfang_project::{meta, parts};
use wenfang_story::SceneId;
use wenfang_story::generation::Act;
use wenfang_usecase::Result;
use wenfang_versions as versions;

use crate::Session;
use crate::drafting::ValueQuestion;
use crate::drafting::request::Generate;

/// Characters of the text before that are shown; the scene before fills them up.
const TEXT_CHARS: usize = 1_500;

/// The question of an act before a generation, in the language of the novel.
///
/// # Errors
/// An unknown scene; those of the project file.
pub(crate) async fn question_before(
    session: &Session,
    act: Act,
    request: &Generate,
) -> Result<(ValueQuestion, Language)> {
    let mut tx = session.project.begin_read().await?;
    let language = Language::for_novel(meta::require(&mut tx).await?.novel_language());
    let scene = parts::require(&mut tx, request.scene).await?;
    let working = versions::working_text(&mut tx, request.scene).await?;
    let end = request.range.map_or(working.text.chars().count(), |range| range.start().get());
    let mut text: String = working.text.chars().take(end).skip(end.saturating_sub(TEXT_CHARS)).collect();
    if end < TEXT_CHARS
        && let Some(previous) = text_of_previous(&mut tx, request.scene).await?
    {
        let length = previous.chars().count();
        let tail: String = previous.chars().skip(length.saturating_sub(TEXT_CHARS - end)).collect();
        text = format!("{tail}\n\n{text}");
    }
    drop(tx);
    let question = ValueQuestion {
        text,
        instruction: request.instruction.clone(),
        ..ValueQuestion::new(act, request.scene, scene.parent)
    };
    Ok((question, language))
}

/// The text of the nearest scene before a scene that has one.
async fn text_of_previous(conn: &mut SqliteConnection, scene: SceneId) -> Result<Option<String>> {
    let order = telling_order(conn).await?;
    for rank in (0..order.rank(scene).unwrap_or(0)).rev() {
        let Some(before) = order.scene_at(rank) else { continue };
        let text = readable(conn, before).await?.map(|working| working.text.trim_end().to_owned());
        if text.as_ref().is_some_and(|text| !text.is_empty()) {
            return Ok(text);
        }
    }
    Ok(None)
}
