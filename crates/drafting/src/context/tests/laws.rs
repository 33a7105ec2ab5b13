//! Properties that hold for every pack.

use proptest::prelude::*;
use wenfang_text::{TextIndex, sentences};

use super::*;

const WORDS: [&str; 8] =
    ["雨停了。", "他走了！", "“你来了？”她问。", "\n　　", "无人应答，", "Go on. ", "他想——", "等等……"];

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        1 => Just(String::new()),
        1 => Just(" \n".to_owned()),
        20 => proptest::collection::vec(0..WORDS.len(), 1..12)
            .prop_map(|words| words.into_iter().map(|word| WORDS[word]).collect()),
    ]
}

fn source() -> impl Strategy<Value = (Layer, Source)> {
    let name = || "名".to_owned();
    (0_i64..12, 0_usize..40, 0..10_usize).prop_map(move |(id, start, kind)| {
        let (scene, version, range) = (id.into(), 1.into(), CharRange::new(start, start + 20));
        match kind {
            0 => (Layer::System, Source::BibleField { id: id.into(), key: name() }),
            1 => (Layer::LongTerm, Source::Summary { chapter: id.into() }),
            2 => (Layer::LongTerm, Source::Thread { id: id.into(), title: name() }),
            3 => (Layer::Structured, Source::LoreEntry { id: id.into(), title: name() }),
            4 => (Layer::Structured, Source::Fact { id: id.into() }),
            5 => (Layer::Recent, Source::PreviousScene { scene, version }),
            6 => (Layer::Recent, Source::TextBefore { scene, version, range }),
            7 => (
                Layer::Notes,
                Source::Step { number: u32::try_from(id).unwrap_or_default(), offer: 0, title: name() },
            ),
            _ => (Layer::Vector, Source::Passage { scene, version, range }),
        }
    })
}

fn candidate() -> impl Strategy<Value = Candidate> {
    let standings =
        [Authority::LockedCanon, Authority::ApprovedFact, Authority::CurrentText, Authority::Unapproved];
    let precedences = [
        Precedence::Required,
        Precedence::Pinned,
        Precedence::Constant,
        Precedence::Usual,
        Precedence::Usual,
    ];
    let cuts = [Cut::Whole, Cut::KeepStart, Cut::KeepEnd];
    let choices = (
        proptest::sample::select(standings.to_vec()),
        proptest::sample::select(precedences.to_vec()),
        proptest::sample::select(cuts.to_vec()),
        proptest::option::of(0_usize..14),
        proptest::option::of(0_u8..3),
        proptest::collection::vec(0_usize..40, 0..2),
    );
    let weights = (-2_i32..3, 0_u32..3, prop::bool::weighted(0.1));
    (source(), text(), choices, weights).prop_map(|((layer, source), text, choices, weights)| {
        let (standing, precedence, cut, scene, subject, quotes) = choices;
        let (priority, rank, secret) = weights;
        let about =
            subject.map(|subject| Subject { subject: subject.to_string(), predicate: "兵器".to_owned() });
        let quotes = quotes.into_iter().map(|start| TextRange {
            scene: id(start % 12),
            version: 1.into(),
            range: CharRange::new(start, start + 5),
        });
        let candidate = Candidate::new(layer, source, standing, text);
        let at = scene.map(|scene| at(scene / 3, scene));
        let quotes = quotes.collect();
        Candidate { precedence, priority, rank, at, cut, about, quotes, secret, ..candidate }
    })
}

/// Candidates of one fact, equally wanted and with few differences.
fn candidates_of_one_source() -> impl Strategy<Value = Vec<Candidate>> {
    let alike = |candidate: Candidate| Candidate {
        layer: Layer::Structured,
        source: Source::Fact { id: 1.into() },
        text: ["雨停了。他走了。", "雨停了。", "他走了！"][characters(&candidate.text) % 3].to_owned(),
        precedence: Precedence::Usual,
        priority: 0,
        rank: 0,
        at: None,
        ..candidate
    };
    proptest::collection::vec(candidate().prop_map(alike), 2..6)
}

fn any_input() -> impl Strategy<Value = PackInput> {
    let candidates = proptest::collection::vec(candidate(), 0..30);
    let excluded = proptest::collection::vec(source().prop_map(|(_, source)| source), 0..4);
    (0_usize..700, candidates, excluded, any::<bool>()).prop_map(
        |(tokens, candidates, excluded, allow_secrets)| PackInput {
            excluded,
            allow_secrets,
            ..input(tokens, candidates)
        },
    )
}

/// Counters that do not add up: a text takes more or fewer tokens than its parts.
const COUNTERS: [fn(&str) -> usize; 3] = [
    characters,
    |text| text.len().div_ceil(4),
    |text| text.chars().count() + text.chars().filter(|&c| c == '。').count().pow(2),
];

fn is_kept(part: &Part) -> bool {
    matches!(part.fate, Fate::Kept | Fate::Cut { .. })
}

fn is_over_budget(part: &Part) -> bool {
    part.fate == Fate::Dropped { reason: DropReason::OverBudget }
}

/// The candidates that a part may belong to: same layer, source and text.
fn candidates_of<'i, 'p>(
    input: &'i PackInput,
    part: &'p Part,
) -> impl Iterator<Item = &'i Candidate> + use<'i, 'p> {
    input.candidates.iter().filter(move |candidate| {
        let hash = || ContentHash::of(candidate.text.as_bytes()).to_string();
        candidate.layer == part.layer && candidate.source == part.source && hash() == part.text_hash
    })
}

proptest! {
    #[test]
    fn a_pack_never_exceeds_its_budget(input in any_input(), counter in 0..COUNTERS.len()) {
        let count = COUNTERS[counter];
        let pack = pack(&input, &count);
        prop_assert!(pack.total_tokens <= input.budget.tokens());
        prop_assert_eq!(pack.total_tokens, used(&pack).into_iter().sum::<usize>());
        for layer in &pack.layers {
            let parts: Vec<&Part> = pack.parts.iter().filter(|part| part.layer == layer.layer).collect();
            let kept: Vec<usize> = parts.iter().filter_map(|part| match part.fate {
                Fate::Kept => Some(part.tokens),
                Fate::Cut { kept_tokens, .. } => Some(kept_tokens),
                Fate::Dropped { .. } => None,
            }).collect();
            let separators = kept.len().saturating_sub(1) * count("\n\n");
            prop_assert_eq!(layer.used, kept.iter().sum::<usize>() + separators);
            prop_assert!(layer.used <= layer.budget);
            let required = parts.iter().filter(|part| part.precedence == Precedence::Required);
            let required: usize = required.map(|part| part.tokens + count("\n\n")).sum();
            if layer.layer != Layer::Recent {
                prop_assert!(layer.used <= input.budget.most(layer.layer).max(required));
            }
        }
    }

    #[test]
    fn recent_gets_the_rest_and_at_least_half(input in any_input()) {
        let pack = pack(&input, &characters);
        let others: usize = used(&pack)[..5].iter().sum();
        prop_assert_eq!(pack.layers[5].budget, input.budget.tokens() - others);
        // What the recent layer would take if it were alone.
        let mut alone = input.clone();
        alone.candidates.retain(|candidate| candidate.layer == Layer::Recent && candidate.about.is_none());
        let wanted = super::pack(&alone, &characters).total_tokens;
        prop_assert!(pack.layers[5].budget >= wanted.min(input.budget.kept_for_recent()));
    }

    #[test]
    fn layers_get_their_minimum_share_if_nothing_is_required(mut input in any_input()) {
        for candidate in &mut input.candidates {
            candidate.precedence = candidate.precedence.max(Precedence::Pinned);
        }
        let pack = pack(&input, &characters);
        for layer in &pack.layers[..4] {
            let wanted = pack.parts.iter().filter(|part| {
                let duplicate = matches!(part.fate, Fate::Dropped { reason: DropReason::Duplicate { .. } });
                part.layer == layer.layer && (is_kept(part) || is_over_budget(part) || duplicate)
            });
            let wanted: usize = wanted.map(|part| part.tokens + characters("\n\n")).sum();
            let least = input.budget.tokens() * input.budget.shares.of(layer.layer).least / 100;
            prop_assert!(layer.budget >= least.min(wanted), "{layer:?}");
        }
    }

    #[test]
    fn over_budget_is_reported_only_without_room(input in any_input()) {
        let pack = pack(&input, &characters);
        // A retrieved passage may yield to recent text, and the recent text must have no gap.
        for layer in &pack.layers[..3] {
            let parts: Vec<&Part> = pack.parts.iter().filter(|part| part.layer == layer.layer).collect();
            // Everything after a cut is dropped for its position.
            if parts.iter().any(|part| matches!(part.fate, Fate::Cut { .. })) {
                continue;
            }
            let taken = if layer.used == 0 { 0 } else { layer.used + characters("\n\n") };
            let mut dropped = parts.iter().filter(|part| is_over_budget(part));
            prop_assert!(dropped.all(|part| taken + part.tokens > layer.budget), "{layer:?}");
        }
    }

    #[test]
    fn every_candidate_has_exactly_one_fate(input in any_input()) {
        let pack = pack(&input, &characters);
        let hash = |text: &str| ContentHash::of(text.as_bytes()).to_string();
        let mut candidates: Vec<_> =
            input.candidates.iter().map(|c| (c.layer, &c.source, hash(&c.text), characters(&c.text))).collect();
        let mut parts: Vec<_> =
            pack.parts.iter().map(|p| (p.layer, &p.source, p.text_hash.clone(), p.characters)).collect();
        candidates.sort();
        parts.sort();
        prop_assert_eq!(candidates, parts);
        prop_assert!(pack.parts.iter().all(|part| is_kept(part) == part.shown.is_some()));
    }

    #[test]
    fn the_order_of_candidates_does_not_matter(
        (input, shuffled) in any_input().prop_flat_map(|input| {
            let shuffled = Just(input.candidates.clone()).prop_shuffle();
            (Just(input), shuffled)
        })
    ) {
        let other = PackInput { candidates: shuffled, ..input.clone() };
        prop_assert_eq!(pack(&input, &characters), pack(&other, &characters));
    }

    #[test]
    fn order_within_one_source_does_not_matter(
        (tokens, candidates, shuffled) in (0_usize..60, candidates_of_one_source()).prop_flat_map(|(tokens, candidates)| {
            let shuffled = Just(candidates.clone()).prop_shuffle();
            (Just(tokens), Just(candidates), shuffled)
        })
    ) {
        prop_assert_eq!(packed(tokens, candidates), packed(tokens, shuffled));
    }

    #[test]
    fn nothing_later_secret_unapproved_or_excluded_is_kept(input in any_input()) {
        for part in pack(&input, &characters).parts.iter().filter(|part| is_kept(part)) {
            prop_assert!(!input.excluded.iter().any(|source| source.is_same(&part.source)));
            prop_assert!(part.standing != Authority::Unapproved);
            let may_be_sent = candidates_of(&input, part).any(|candidate| {
                candidate.at.is_none_or(|at| at <= input.scene)
                    && (input.allow_secrets || !candidate.secret)
                    && !candidate.text.trim().is_empty()
            });
            prop_assert!(may_be_sent, "{part:?}");
        }
    }

    #[test]
    fn shown_text_is_whole_or_cut_at_sentence_ends(input in any_input()) {
        let pack = pack(&input, &characters);
        for part in &pack.parts {
            let shown = pack.text_of(part);
            let Some(candidate) = candidates_of(&input, part).next() else { panic!("{part:?}") };
            match &part.fate {
                Fate::Kept => prop_assert_eq!(shown, Some(candidate.text.as_str())),
                Fate::Dropped { .. } => prop_assert_eq!(shown, None),
                Fate::Cut { kept, kept_tokens } => {
                    prop_assert_eq!(shown, Some(TextIndex::new(&candidate.text).slice(*kept)));
                    prop_assert!(*kept_tokens < part.tokens);
                    let sentences = sentences(&candidate.text);
                    let (first, last) = (sentences[0], sentences[sentences.len() - 1]);
                    prop_assert!(kept.start() == first.start() || kept.end() == last.end());
                    prop_assert!(sentences.iter().any(|sentence| sentence.start() == kept.start()));
                    prop_assert!(sentences.iter().any(|sentence| sentence.end() == kept.end()));
                }
            }
        }
    }

    #[test]
    fn nothing_is_sent_twice_and_duplicates_name_their_original(input in any_input()) {
        let pack = pack(&input, &characters);
        let kept: Vec<&Part> = pack.parts.iter().filter(|part| is_kept(part)).collect();
        let text = |part: &Part| candidates_of(&input, part).next().map(|candidate| candidate.text.trim());
        for (at, part) in kept.iter().enumerate() {
            prop_assert!(kept[..at].iter().all(|other| text(other) != text(part)));
            let Source::Passage { scene, version, range } = part.source else { continue };
            for other in &kept[..at] {
                let Source::Passage { scene: its_scene, version: its_version, range: its } = other.source else { continue };
                let both = (scene, version) == (its_scene, its_version);
                let whole = part.fate == Fate::Kept && other.fate == Fate::Kept;
                prop_assert!(!(both && whole && range.overlaps(its)));
            }
        }
        for part in &pack.parts {
            if let Fate::Dropped { reason: DropReason::Duplicate { of } } = &part.fate {
                prop_assert!(kept.iter().any(|other| other.source == *of));
            }
        }
    }

    #[test]
    fn overruling_sources_are_more_authoritative_on_the_same_subject(input in any_input()) {
        for part in &pack(&input, &characters).parts {
            let Fate::Dropped { reason: DropReason::OverruledBy { source } } = &part.fate else { continue };
            let is_overruled = candidates_of(&input, part).any(|lower| {
                input.candidates.iter().any(|truer| {
                    truer.source == *source
                        && truer.about.is_some()
                        && truer.about == lower.about
                        && truer.standing < lower.standing
                        && truer.text.trim() != lower.text.trim()
                })
            });
            prop_assert!(is_overruled);
        }
    }
}
