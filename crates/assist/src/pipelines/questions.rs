//! The question that a step asks before the text: about the scene, with the text before the place.

use wenfang_drafting::prompts::Language;
use wenfang_project::{meta, parts};
use wenfang_story::generation::Act;
use wenfang_usecase::Result;
use wenfang_versions as versions;

use crate::Session;
use crate::drafting::ValueQuestion;
use crate::drafting::request::Generate;

/// Characters of the text before that are shown.
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
    drop(tx);
    let end = request.range.map_or(working.text.chars().count(), |range| range.start().get());
    let text: String = working.text.chars().take(end).skip(end.saturating_sub(TEXT_CHARS)).collect();
    let question = ValueQuestion {
        text,
        instruction: request.instruction.clone(),
        ..ValueQuestion::new(act, request.scene, scene.parent)
    };
    Ok((question, language))
}
