//! Choosing what of the project goes with a request, and rendering it: the same for prose and for values.

use std::cell::RefCell;

use wenfang_checks::gate::GateLimits;
use wenfang_drafting::context::{Budget, Layer, PackInput, Source, pack};
use wenfang_drafting::masking::{self, Mask};
use wenfang_drafting::prompts::{Language, Layers, Template, Variables};
use wenfang_drafting::receipt::flags;
use wenfang_llm::tokens::TokenCounter;
use wenfang_story::generation::{Act, PromptRef};
use wenfang_story::{SceneId, VersionNo};
use wenfang_text::CharRange;

use super::{Prepared, fixed_tokens, masked, render, tokens};
use crate::drafting::gather::Gathered;
use crate::error::Result;

/// A generation before it is known what of the project is sent with it.
pub(super) struct Unpacked {
    pub(super) scene: SceneId,
    pub(super) act: Act,
    pub(super) base: VersionNo,
    pub(super) range: CharRange,
    pub(super) instruction: String,
    pub(super) language: Language,
    pub(super) limits: Option<GateLimits>,
    pub(super) length: usize,
    pub(super) template: Template,
    pub(super) reference: PromptRef,
    /// All but the layers.
    pub(super) variables: Variables,
    pub(super) mask: Option<Mask>,
    /// Tokens kept free for the answer.
    pub(super) answer: usize,
}

/// What of the project may be sent.
pub(super) struct Offered {
    pub(super) gathered: Gathered,
    pub(super) excluded: Vec<Source>,
    pub(super) allow_secrets: bool,
}

/// Chooses what is sent, and renders it.
pub(super) fn packed(
    unpacked: Unpacked,
    offered: Offered,
    (counter, window): (&TokenCounter, usize),
) -> Result<Prepared> {
    let Unpacked { template, mut variables, mask, language, .. } = unpacked;
    let notice = mask.as_ref().map_or(0, |_| counter.count(masking::notice(language)));
    let fixed = fixed_tokens(&template, &variables, counter)? + notice;
    let budget = Budget::new(window, unpacked.answer.min(window / 2)).with_fixed(fixed);
    let input = PackInput {
        budget,
        scene: offered.gathered.at,
        candidates: offered.gathered.candidates,
        excluded: offered.excluded,
        allow_secrets: offered.allow_secrets,
    };
    // What is left out takes no numbers of stand-ins.
    let on_trial = RefCell::new(mask.clone());
    let pack = pack(&input, &|text| match on_trial.borrow_mut().as_mut() {
        Some(mask) => counter.count(&mask.mask(text)),
        None => counter.count(text),
    });
    variables.layers = Layers {
        system: pack.text(Layer::System).to_owned(),
        long_term: pack.text(Layer::LongTerm).to_owned(),
        structured: pack.text(Layer::Structured).to_owned(),
        vector: pack.text(Layer::Vector).to_owned(),
        recent: pack.text(Layer::Recent).to_owned(),
    };
    let mut mask = mask;
    let messages = masked(mask.as_mut(), render(&template, &variables)?);
    let flags = flags(&template.suspicions(&variables), &pack.parts);
    Ok(Prepared {
        scene: unpacked.scene,
        act: unpacked.act,
        base: unpacked.base,
        range: unpacked.range,
        instruction: unpacked.instruction,
        language,
        limits: unpacked.limits,
        length: unpacked.length,
        tokens: tokens(counter, &messages),
        template,
        reference: unpacked.reference,
        variables,
        messages,
        mask,
        budget,
        pack,
        flags,
    })
}
