//! Packs a request: selects the candidates to send and renders the messages, for prose and for values.

use std::cell::RefCell;

use wenfang_checks::gate::GateLimits;
use wenfang_drafting::context::{Budget, Layer, PackInput, Source, pack};
use wenfang_drafting::masking::{self, Mask};
use wenfang_drafting::prompts::{Language, Layers, Template, Variables};
use wenfang_drafting::receipt::{AskedPassage, ReadArtifact, RewrittenInstruction, flags};
use wenfang_llm::tokens::TokenCounter;
use wenfang_story::generation::{Act, AskedBy, PromptRef, TurnRef};
use wenfang_story::{SceneId, VersionNo};
use wenfang_text::CharRange;
use wenfang_usecase::Result;

use super::{Prepared, fixed_tokens, masked, render, tokens};
use crate::drafting::gather::Gathered;

/// A request before candidates are selected.
#[derive(Clone, Debug)]
pub(in crate::drafting) struct Unpacked {
    pub(in crate::drafting) scene: SceneId,
    pub(in crate::drafting) act: Act,
    pub(in crate::drafting) base: VersionNo,
    pub(in crate::drafting) range: CharRange,
    /// The passages that the request is about.
    pub(in crate::drafting) passages: Vec<AskedPassage>,
    pub(in crate::drafting) instruction: String,
    /// The instruction in other words, if a step put it into such.
    pub(in crate::drafting) rewritten: Option<RewrittenInstruction>,
    pub(in crate::drafting) turn: Option<TurnRef>,
    pub(in crate::drafting) asked_by: Option<AskedBy>,
    pub(in crate::drafting) language: Language,
    /// The limits of the word-count gate; none for values.
    pub(in crate::drafting) limits: Option<GateLimits>,
    pub(in crate::drafting) length: usize,
    pub(in crate::drafting) template: Template,
    pub(in crate::drafting) reference: PromptRef,
    /// The layers are empty until the request is packed.
    pub(in crate::drafting) variables: Variables,
    /// What the template read.
    pub(in crate::drafting) artifacts: Vec<ReadArtifact>,
    pub(in crate::drafting) mask: Option<Mask>,
    /// Tokens reserved for the answer.
    pub(in crate::drafting) answer: usize,
}

/// The candidates that may be sent.
pub(super) struct Offered {
    pub(super) gathered: Gathered,
    pub(super) excluded: Vec<Source>,
    pub(super) allow_secrets: bool,
}

/// Selects the candidates to send and renders the messages.
pub(super) fn packed(
    mut request: Unpacked,
    offered: Offered,
    (counter, window): (&TokenCounter, usize),
) -> Result<Prepared> {
    let notice = request.mask.as_ref().map_or(0, |_| counter.count(masking::notice(request.language)));
    let fixed = fixed_tokens(&request.template, &request.variables, counter)? + notice;
    let budget = Budget::new(window, request.answer.min(window / 2)).with_fixed(fixed);
    let input = PackInput {
        budget,
        scene: offered.gathered.at,
        candidates: offered.gathered.candidates,
        excluded: offered.excluded,
        allow_secrets: offered.allow_secrets,
    };
    // Only parts that are sent may use up stand-in numbers.
    let trial_mask = RefCell::new(request.mask.clone());
    let pack = pack(&input, &|text| match trial_mask.borrow_mut().as_mut() {
        Some(mask) => counter.count(&mask.mask(text)),
        None => counter.count(text),
    });
    request.variables.layers = Layers {
        system: pack.text(Layer::System).to_owned(),
        long_term: pack.text(Layer::LongTerm).to_owned(),
        structured: pack.text(Layer::Structured).to_owned(),
        vector: pack.text(Layer::Vector).to_owned(),
        notes: pack.text(Layer::Notes).to_owned(),
        recent: pack.text(Layer::Recent).to_owned(),
    };
    let rendered = render(&request.template, &request.variables)?;
    let messages = masked(request.mask.as_mut(), rendered);
    let flags = flags(&request.template.suspicions(&request.variables), (&pack.parts, &request.artifacts));
    Ok(Prepared { tokens: tokens(counter, &messages), request, messages, budget, pack, flags })
}
