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

/// What is asked, before it is known what of the project is sent with it.
#[derive(Clone, Debug)]
pub(in crate::drafting) struct Unpacked {
    pub(in crate::drafting) scene: SceneId,
    pub(in crate::drafting) act: Act,
    pub(in crate::drafting) base: VersionNo,
    pub(in crate::drafting) range: CharRange,
    pub(in crate::drafting) instruction: String,
    pub(in crate::drafting) language: Language,
    /// Of the wanted length in 字; the gate keeps to them. None for what is no prose.
    pub(in crate::drafting) limits: Option<GateLimits>,
    pub(in crate::drafting) length: usize,
    pub(in crate::drafting) template: Template,
    pub(in crate::drafting) reference: PromptRef,
    /// The layers are empty until it is packed.
    pub(in crate::drafting) variables: Variables,
    /// What stands for which name.
    pub(in crate::drafting) mask: Option<Mask>,
    /// Tokens kept free for the answer.
    pub(in crate::drafting) answer: usize,
}

/// What of the project may be sent.
pub(super) struct Offered {
    pub(super) gathered: Gathered,
    pub(super) excluded: Vec<Source>,
    pub(super) allow_secrets: bool,
}

/// Chooses what is sent, and renders it.
pub(super) fn packed(
    mut of: Unpacked,
    offered: Offered,
    (counter, window): (&TokenCounter, usize),
) -> Result<Prepared> {
    let notice = of.mask.as_ref().map_or(0, |_| counter.count(masking::notice(of.language)));
    let fixed = fixed_tokens(&of.template, &of.variables, counter)? + notice;
    let budget = Budget::new(window, of.answer.min(window / 2)).with_fixed(fixed);
    let input = PackInput {
        budget,
        scene: offered.gathered.at,
        candidates: offered.gathered.candidates,
        excluded: offered.excluded,
        allow_secrets: offered.allow_secrets,
    };
    // What is left out takes no numbers of stand-ins.
    let on_trial = RefCell::new(of.mask.clone());
    let pack = pack(&input, &|text| match on_trial.borrow_mut().as_mut() {
        Some(mask) => counter.count(&mask.mask(text)),
        None => counter.count(text),
    });
    of.variables.layers = Layers {
        system: pack.text(Layer::System).to_owned(),
        long_term: pack.text(Layer::LongTerm).to_owned(),
        structured: pack.text(Layer::Structured).to_owned(),
        vector: pack.text(Layer::Vector).to_owned(),
        recent: pack.text(Layer::Recent).to_owned(),
    };
    let rendered = render(&of.template, &of.variables)?;
    let messages = masked(of.mask.as_mut(), rendered);
    let flags = flags(&of.template.suspicions(&of.variables), &pack.parts);
    Ok(Prepared { tokens: tokens(counter, &messages), of, messages, budget, pack, flags })
}
