//! Extracts statements about people from fixed phrases: the local alternative to a model.
//!
//! Only phrases that state a relation literally count: A是B的父亲, A的父亲B, A字B. Everything found is a proposal, never
//! accepted as true.

mod kin;
mod people;
mod plot;
mod ranks;
mod relations;
mod times;

use wenfang_text::{CharRange, Lexicon, Mention, TextIndex, begins_with_family_name, narration};

use super::Modality;
use super::proposal::Proposed;

pub use people::{LineNumber, Listed, NamesFound, names_found, people};
pub use plot::{KnownThread, Part, events, threads};

/// A statement found in a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Extracted {
    pub proposed: Proposed,
    /// The passage that states it, in char offsets.
    pub range: CharRange,
    /// 0 to 1.
    pub confidence: f64,
}

/// A phrase with two known names around it is nearly certain, but irony and negation may lie outside it.
const RELATION_CONFIDENCE: f64 = 0.8;
/// A rank directly before a name usually belongs to it.
const TITLE_CONFIDENCE: f64 = 0.7;
/// A word after 字 or 号 is usually a name.
const ALIAS_CONFIDENCE: f64 = 0.7;

/// Words that introduce another name of a person.
const NAMING: [&str; 8] = ["表字", "乳名", "小名", "绰号", "外号", "人称", "字", "号"];

/// Extracts the statements of a text about people with known names.
pub fn extract(text: &str, lexicon: &Lexicon) -> Vec<Extracted> {
    let index = TextIndex::new(text);
    let mentions = lexicon.mentions(text);
    let narration_ranges = narration(text);
    let modality = |range: CharRange| {
        let behind = narration_ranges.partition_point(|narration| narration.end() < range.end());
        let is_narrated =
            narration_ranges.get(behind).is_some_and(|narration| narration.start() <= range.start());
        if is_narrated { Modality::Narrated } else { Modality::Claimed }
    };
    let mut found = Vec::new();
    for (at, pair) in mentions.windows(2).enumerate() {
        let [first, second] = pair else { continue };
        let Some(stated) = relation(&index, lexicon, (first, second), &modality) else { continue };
        let listed = listed(&index, mentions.get(at + 1..).unwrap_or_default());
        found.extend(
            listed.iter().filter_map(|other| {
                also_for(&stated, (name(lexicon, second)?, name(lexicon, other)?), other)
            }),
        );
        found.push(stated);
    }
    for (at, mention) in mentions.iter().enumerate() {
        let until = mentions.get(at + 1).map_or(index.len(), |next| next.range.start().get());
        found.extend(alias(&index, lexicon, (mention, until)));
        found.extend(title(&index, lexicon, mention, &modality));
        found.extend(relative_named(&index, lexicon, (mention, until)));
        found.extend(owner_named(&index, lexicon, mention));
    }
    found
}

fn name<'l>(lexicon: &'l Lexicon, mention: &Mention<'_>) -> Option<&'l str> {
    lexicon.name(mention.name)
}

/// The relation between two people, if a phrase between their names states it.
fn relation(
    index: &TextIndex<'_>,
    lexicon: &Lexicon,
    (first, second): (&Mention<'_>, &Mention<'_>),
    modality: &impl Fn(CharRange) -> Modality,
) -> Option<Extracted> {
    if first.owners.iter().any(|owner| second.owners.contains(owner)) {
        return None;
    }
    let around = relations::around(index, first.range, second.range)?;
    let stated = relations::stated(around)?;
    let (a, b) = (name(lexicon, first)?.to_owned(), name(lexicon, second)?.to_owned());
    let (from, to) = if stated.of_second { (b, a) } else { (a, b) };
    let range = CharRange::new(first.range.start().get(), second.range.end().get() + stated.behind);
    if is_questioned(index, range) {
        return None;
    }
    let (relation, modality) = (stated.what.to_owned(), modality(range));
    let proposed = Proposed::Relation { from, to, relation, modality };
    Some(Extracted { proposed, range, confidence: RELATION_CONFIDENCE })
}

/// 沈砚的丫鬟名唤小荷， and 沈砚之妻李氏，: a relative of a known person who is not known yet. The new name ends at a punctuation
/// mark.
fn relative_named(
    index: &TextIndex<'_>,
    lexicon: &Lexicon,
    (mention, until): (&Mention<'_>, usize),
) -> Option<Extracted> {
    /// The greatest length of such a phrase with its name, in characters.
    const MAX_LEN: usize = 20;
    let start = mention.range.end().get();
    let window = index.slice(CharRange::new(start, (start + MAX_LEN).min(index.len())));
    let relations::Naming { kin, bytes, is_called } = relations::naming(window)?;
    let (new, is_name) = new_name(&window[bytes..], is_called);
    let length = new.chars().count();
    let end = start + window[..bytes].chars().count() + length;
    if !is_name || end > until {
        return None;
    }
    let (to, range) = (name(lexicon, mention)?.to_owned(), CharRange::new(mention.range.start().get(), end));
    let (relation, modality) = (kin.to_owned(), Modality::Narrated);
    Some(Extracted {
        proposed: Proposed::Relation { from: new, to, relation, modality },
        range,
        confidence: RELATION_CONFIDENCE,
    })
}

/// The new name at the start of a text, and whether it is one. It ends at a mark; if nothing announces it, it must
/// look like a name, with a family name or like 娄氏 and 素云儿.
fn new_name(text: &str, is_called: bool) -> (String, bool) {
    wenfang_text::letters! {
        const FOLLOWERS = "extraction/followers";
    }
    let run: String = text.chars().take_while(|c| is_han(*c) && *c != '者').collect();
    let length = run.chars().count();
    let ended = text[run.len()..].starts_with(['，', '。', '；', '、', '者', '”', '：']);
    if let Some(at) = run.find('氏').filter(|at| run[..*at].chars().count() == 1) {
        return (run[..at + '氏'.len_utf8()].to_owned(), true);
    }
    let looks_like_one = begins_with_family_name(&run) || (length == 2 && run.ends_with('儿'));
    if ended && (2..=3).contains(&length) && (is_called || looks_like_one) {
        return (run, true);
    }
    let three: String = run.chars().take(3).collect();
    let continues = run.chars().nth(3).is_some_and(|c| FOLLOWERS.contains(c));
    let is_name = continues && begins_with_family_name(&three) && is_called;
    (three, is_name)
}

/// ，林如海之女黛玉: a known person as the relative of one who is not known yet, who has a family name and begins a clause.
fn owner_named(index: &TextIndex<'_>, lexicon: &Lexicon, mention: &Mention<'_>) -> Option<Extracted> {
    /// The greatest length of such a phrase with its name, in characters.
    const MAX_LEN: usize = 12;
    let at = mention.range.start().get();
    let begin = at.saturating_sub(MAX_LEN);
    let window = index.slice(CharRange::new(begin, at));
    let clause = window
        .rfind(|c: char| !is_han(c))
        .map_or(0, |byte| byte + window[byte..].chars().next().map_or(0, char::len_utf8));
    let clause = &window[clause..];
    let (owner, owned) = clause.split_once(['之', '的'])?;
    let kin = kin::chinese_owned(owned).filter(|kin| *kin == owned)?;
    let (from, to) = (name(lexicon, mention)?, owner);
    if !begins_with_family_name(owner) || clause.len() == window.len() || from == to {
        return None;
    }
    let range = CharRange::new(at - clause.chars().count(), mention.range.end().get());
    let (from, to, relation) = (from.to_owned(), to.to_owned(), kin.to_owned());
    let proposed = Proposed::Relation { from, to, relation, modality: Modality::Narrated };
    Some(Extracted { proposed, range, confidence: RELATION_CONFIDENCE })
}

/// The people listed after the first of `mentions`: 鸳鸯、琥珀、珍珠, each followed by a mark.
fn listed<'m, 'l>(index: &TextIndex<'_>, mentions: &'m [Mention<'l>]) -> Vec<&'m Mention<'l>> {
    let mut listed = Vec::new();
    for pair in mentions.windows(2) {
        let [one, next] = pair else { break };
        let (start, end) = (one.range.end().get(), next.range.start().get());
        let is_next = end >= start
            && end - start <= 2
            && ["、", "，", "， "].contains(&index.slice(CharRange::new(start, end)));
        let behind = next.range.end().get();
        let after = index.slice(CharRange::new(behind, (behind + 1).min(index.len())));
        if !is_next || !["、", "，", "。", "；"].contains(&after) {
            break;
        }
        listed.push(next);
    }
    listed
}

/// The same relation for another person of the list: 贾母的丫鬟鸳鸯、琥珀. Only if it is stated of the first person of the
/// list.
fn also_for(stated: &Extracted, (of, other): (&str, &str), mention: &Mention<'_>) -> Option<Extracted> {
    let Proposed::Relation { from, to, relation, modality } = &stated.proposed else { return None };
    if from != of || to == other {
        return None;
    }
    Some(Extracted {
        proposed: Proposed::Relation {
            from: other.to_owned(),
            to: to.clone(),
            relation: relation.clone(),
            modality: *modality,
        },
        range: CharRange::new(stated.range.start().get(), mention.range.end().get()),
        confidence: RELATION_CONFIDENCE,
    })
}

/// Whether a passage is part of a question, or directly preceded by a negation or condition.
fn is_questioned(index: &TextIndex<'_>, range: CharRange) -> bool {
    /// How far after a passage its question may end, in characters.
    const MAX_DISTANCE: usize = 8;
    let (start, end) = (range.start().get(), range.end().get());
    let after = index.slice(CharRange::new(end, (end + MAX_DISTANCE).min(index.len())));
    let before = index.slice(CharRange::new(start.saturating_sub(1), start));
    let ending = after.find(['。', '！', '？', '?', '.', '\n']);
    let is_question = ending.is_some_and(|at| after[at..].starts_with(['？', '?']));
    is_question || ["若", "倘", "非", "像", "如", "似"].contains(&before)
}

/// The rank that a text gives a person.
fn title(
    index: &TextIndex<'_>,
    lexicon: &Lexicon,
    mention: &Mention<'_>,
    modality: &impl Fn(CharRange) -> Modality,
) -> Option<Extracted> {
    let ranks::Ranked { rank, predicate, range } = ranks::ranked(index, mention)?;
    if name(lexicon, mention) == Some(rank) {
        return None;
    }
    let proposed = Proposed::Fact {
        subject: name(lexicon, mention)?.to_owned(),
        predicate: predicate.to_owned(),
        object: rank.to_owned(),
        modality: modality(range),
        replaces: false,
        corrects: None,
    };
    Some(Extracted { proposed, range, confidence: TITLE_CONFIDENCE })
}

/// A字B，: B is another name of A. The other name must end at a mark, which shows where it ends.
fn alias(
    index: &TextIndex<'_>,
    lexicon: &Lexicon,
    (mention, until): (&Mention<'_>, usize),
) -> Option<Extracted> {
    /// The greatest length of courtesy names and nicknames, in characters.
    const MAX_LEN: usize = 4;
    let start = mention.range.end().get();
    let window = index.slice(CharRange::new(start, (start + 12).min(index.len())));
    let comma = usize::from(window.starts_with('，'));
    let rest = window.strip_prefix('，').unwrap_or(window);
    let naming = NAMING.iter().find(|naming| rest.starts_with(**naming))?;
    let mut rest = &rest[naming.len()..];
    let mut skipped = comma + naming.chars().count();
    for opening in ["唤作", "叫作", "叫做", "作", "叫", "为"] {
        if let Some(after) = rest.strip_prefix(opening) {
            rest = after;
            skipped += opening.chars().count();
            break;
        }
    }
    let quoted = rest.strip_prefix(['“', '「']);
    let rest = quoted.unwrap_or(rest);
    skipped += usize::from(quoted.is_some());
    // 字迹 and 号啕 are words of their own: a single character is not a name.
    if naming.chars().count() == 1 && skipped == 1 {
        return None;
    }
    let alias: String = rest.chars().take_while(|c| is_han(*c)).collect();
    let length = alias.chars().count();
    let ended = rest.chars().nth(length).is_some_and(|c| "，。；、”」".contains(c));
    let end = start + skipped + length;
    if !(2..=MAX_LEN).contains(&length) || !ended || end > until {
        return None;
    }
    Some(Extracted {
        proposed: Proposed::Alias { name: name(lexicon, mention)?.to_owned(), alias },
        range: CharRange::new(mention.range.start().get(), end),
        confidence: ALIAS_CONFIDENCE,
    })
}

fn is_han(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{3400}'..='\u{4dbf}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stated(text: &str) -> String {
        let lexicon = Lexicon::new([(0, "沈砚"), (1, "沈怀山"), (2, "阿芷")]);
        let index = TextIndex::new(text);
        let lines = extract(text, &lexicon).into_iter().map(|found| {
            let what = match &found.proposed {
                Proposed::Relation { from, to, relation, .. } => format!("{from} {relation} {to}"),
                Proposed::Alias { name, alias } => format!("{name} = {alias}"),
                Proposed::Fact { subject, predicate, object, .. } => {
                    format!("{subject} {predicate} {object}")
                }
                other => format!("{other:?}"),
            };
            format!("{what} [{}]", index.slice(found.range))
        });
        lines.collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn fixed_phrases_state_relations() {
        assert_eq!(stated("沈怀山是沈砚的父亲。"), "沈怀山 父亲 沈砚 [沈怀山是沈砚的父亲]");
        assert_eq!(stated("沈砚的妹妹阿芷来了。"), "阿芷 妹妹 沈砚 [沈砚的妹妹阿芷]");
        assert_eq!(stated("沈怀山乃沈砚之父，"), "沈怀山 父 沈砚 [沈怀山乃沈砚之父]");
        assert_eq!(stated("沈砚的贴身丫鬟名唤小荷，"), "小荷 丫鬟 沈砚 [沈砚的贴身丫鬟名唤小荷]");
        assert_eq!(stated("沈怀山、沈砚父子"), "沈怀山 父子 沈砚 [沈怀山、沈砚父子]");
        assert_eq!(stated("沈砚便回头看他妹妹阿芷。"), "阿芷 妹妹 沈砚 [沈砚便回头看他妹妹阿芷]");
        assert_eq!(stated("太守沈怀山来了。"), "沈怀山 官职 太守 [太守沈怀山]");
        assert_eq!(stated("沈砚，字子墨，是个抄书人。"), "沈砚 = 子墨 [沈砚，字子墨]");
        assert_eq!(stated("阿芷，人称“小船娘”，住在渡口。"), "阿芷 = 小船娘 [阿芷，人称“小船娘]");
    }

    #[test]
    fn indirect_statements_are_ignored() {
        assert_eq!(stated("沈怀山不是沈砚的父亲。"), "");
        assert_eq!(stated("沈砚的字写得好，阿芷看了。"), "");
        assert_eq!(stated("沈砚字迹潦草。阿芷号啕大哭，"), "");
        assert_eq!(stated("沈砚是沈砚的父亲。"), "");
        assert_eq!(stated("沈怀山是沈砚的父亲么？"), "");
        assert_eq!(stated("沈砚的妹妹，阿芷，都来了。"), "");
        assert_eq!(stated("沈砚和阿芷姊妹等都来了。"), "");
    }

    #[test]
    fn english_and_japanese_phrases_are_recognised() {
        let lexicon = Lexicon::new([(0, "Orla"), (1, "Tam"), (2, "水沢"), (3, "ミレイ")]);
        let stated = |text: &str| -> Vec<String> {
            extract(text, &lexicon)
                .into_iter()
                .map(|found| match found.proposed {
                    Proposed::Relation { from, to, relation, .. } => format!("{from} {relation} {to}"),
                    Proposed::Fact { subject, object, .. } => format!("{subject} is {object}"),
                    other => format!("{other:?}"),
                })
                .collect()
        };
        assert_eq!(stated("Orla’s younger brother Tam came."), ["Tam brother Orla"]);
        assert_eq!(stated("Tam was Orla's cousin."), ["Tam cousin Orla"]);
        assert_eq!(stated("Orla wrote to her brother, Tam."), ["Tam brother Orla"]);
        assert_eq!(stated("Tam, the son of Colonel Orla, came."), ["Tam son Orla", "Orla is Colonel"]);
        assert_eq!(stated("Orla’s regard for her. Tam came."), Vec::<String>::new());
        assert_eq!(stated("ミレイは水沢の妹だ。"), ["ミレイ 妹 水沢"]);
        assert_eq!(stated("水沢の娘のミレイ"), ["ミレイ 娘 水沢"]);
        assert_eq!(stated("水沢大将が来た。"), ["水沢 is 大将"]);
    }
}
