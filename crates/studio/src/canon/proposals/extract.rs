//! Proposals out of the text without a model: unknown names, and what fixed turns of phrase say.

use serde::Deserialize;
use wenfang_project::Project;
use wenfang_story::canon::extraction::{Extracted, extract as read};
use wenfang_story::canon::{EntityKind, ProposalStatus, Proposed};
use wenfang_story::{ChapterId, SceneId};
use wenfang_text::{CharRange, NameHint, NameHintKind, TextIndex, sentences};

use super::{ListProposals, NewProposal, Proposals, Propose, list, propose};
use crate::canon::books::telling_order;
use crate::canon::hints::{Guessed, guess};
use crate::error::Result;

/// Where to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ts_rs::TS)]
#[serde(rename_all = "snake_case")]
pub enum ExtractFrom {
    /// In a scene.
    Scene(SceneId),
    /// In a chapter.
    Chapter(ChapterId),
}

/// Unknown names are never so sure that they are applied unasked.
const SUREST_NAME: f64 = 0.85;
const LEAST_SURE_NAME: f64 = 0.6;

/// Looks through a scene or chapter for what could be in the graph, without a model, and proposes it. What was proposed
/// before is not proposed again.
pub async fn extract(project: &Project, request: ExtractFrom) -> Result<Proposals> {
    let guessed = guess(project).await?;
    let mut tx = project.begin_read().await?;
    let order = telling_order(&mut tx).await?;
    drop(tx);
    let wanted = |scene: SceneId| match request {
        ExtractFrom::Scene(only) => scene == only,
        ExtractFrom::Chapter(chapter) => order.chapter_of(scene) == Some(chapter),
    };
    let mut proposals: Vec<NewProposal> =
        guessed.hints.iter().filter_map(|hint| name(&guessed, hint, &wanted)).collect();
    for (scene, working) in guessed.texts.iter().filter(|(scene, _)| wanted(*scene)) {
        let index = TextIndex::new(&working.text);
        proposals.extend(read(&working.text, &guessed.names.lexicon).into_iter().map(|found| {
            let Extracted { proposed, range, confidence } = found;
            let quote = Some(index.slice(range).to_owned());
            NewProposal { proposed, confidence, scene: Some(*scene), quote }
        }));
    }
    let known = list(project, ListProposals::default()).await?.proposals;
    let is_known = |new: &NewProposal| {
        known.iter().any(|known| known.proposed == new.proposed && known.status != ProposalStatus::Undone)
    };
    let mut fresh: Vec<NewProposal> = Vec::new();
    for new in proposals {
        if !is_known(&new) && !fresh.iter().any(|other| other.proposed == new.proposed) {
            fresh.push(new);
        }
    }
    propose(project, Propose { source: "text".to_owned(), proposals: fresh }).await
}

/// A new name that stands in what was asked about, with the sentence it stands in.
fn name(guessed: &Guessed, hint: &NameHint, wanted: &impl Fn(SceneId) -> bool) -> Option<NewProposal> {
    if hint.kind != NameHintKind::New {
        return None;
    }
    let (scene, working, range) = hint.occurrences.iter().find_map(|(at, range)| {
        let (scene, working) = guessed.texts.get(*at)?;
        wanted(*scene).then_some((*scene, working, *range))
    })?;
    let proposed = Proposed::Entity {
        name: hint.name.clone(),
        entity_kind: EntityKind::Character,
        aliases: Vec::new(),
        description: String::new(),
    };
    let confidence = LEAST_SURE_NAME + (SUREST_NAME - LEAST_SURE_NAME) * hint.score.clamp(0.0, 1.0);
    Some(NewProposal {
        proposed,
        confidence,
        scene: Some(scene),
        quote: Some(sentence(&working.text, range)),
    })
}

/// The sentence around a range.
fn sentence(text: &str, range: CharRange) -> String {
    let index = TextIndex::new(text);
    let around = sentences(text).into_iter().find(|sentence| sentence.overlaps(range));
    index.slice(around.unwrap_or(range)).trim().to_owned()
}
