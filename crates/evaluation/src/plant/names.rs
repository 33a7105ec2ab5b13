//! Misspelt names, and names with a wrong title.

use wenfang_text::{CharRange, Lexicon};

use super::{Change, Edit};
use crate::chance::Chance;
use crate::setting::Setting;
use wenfang_checks::rules::Language;

pub(super) fn drifts(setting: &Setting, chance: &mut Chance) -> Vec<Change> {
    let names = (0_u32..)
        .zip(&setting.entities)
        .flat_map(|(owner, (_, entity))| entity.names().map(move |name| (owner, name)));
    let lexicon = Lexicon::new(names);
    let mut letters: Vec<char> =
        setting.scenes.iter().flat_map(|scene| scene.text.chars().step_by(97)).collect();
    letters.retain(|c| ('\u{4e00}'..='\u{9fff}').contains(c));
    let mut changes = Vec::new();
    for (scene, source) in setting.scenes.iter().enumerate() {
        for mention in lexicon.mentions(&source.text) {
            if !chance.percent(8) {
                continue;
            }
            let name: Vec<char> = lexicon.name(mention.name).unwrap_or_default().chars().collect();
            // Prefer names long enough to be distinguished from other words.
            if name.len() < 3 && !chance.percent(8) {
                continue;
            }
            let words = match setting.language {
                Language::English => latin(&name, chance),
                _ => han(&name, (&letters, chance)),
            };
            if let Some(words) = words.filter(|words| words.chars().ne(name.iter().copied())) {
                changes.push(vec![Edit { scene, range: mention.range, words, margin: (0, 0) }]);
            }
        }
        titles(setting, (scene, &lexicon), &mut changes, chance);
    }
    changes
}

/// Replaces a character, or swaps two.
fn han(name: &[char], (letters, chance): (&[char], &mut Chance)) -> Option<String> {
    let mut slip = name.to_vec();
    let at = chance.below(slip.len());
    if chance.percent(25) && at + 1 < slip.len() {
        slip.swap(at, at + 1);
    } else {
        *slip.get_mut(at)? = *chance.pick(letters)?;
    }
    Some(slip.into_iter().collect())
}

/// Changes, drops, doubles or swaps a letter.
fn latin(name: &[char], chance: &mut Chance) -> Option<String> {
    let mut slip = name.to_vec();
    let inner: Vec<usize> = (1..slip.len()).filter(|at| slip[*at].is_ascii_lowercase()).collect();
    let at = *chance.pick(&inner)?;
    match chance.below(4) {
        0 => slip[at] = *chance.pick(&['a', 'e', 'i', 'o', 'n', 'r', 's', 't'])?,
        1 => {
            slip.remove(at);
        }
        2 => slip.insert(at, slip[at]),
        _ if at + 1 < slip.len() => slip.swap(at, at + 1),
        _ => return None,
    }
    Some(slip.into_iter().collect())
}

/// Gives names a wrong title: Mr. Darcy becomes Colonel Darcy, 贾兰 becomes 贾兰将军.
fn titles(
    setting: &Setting,
    (scene, lexicon): (usize, &Lexicon),
    changes: &mut Vec<Change>,
    chance: &mut Chance,
) {
    let text = &setting.scenes[scene].text;
    let english = setting.language == Language::English;
    let titled: Vec<String> = setting
        .facts
        .iter()
        .filter(|(_, fact)| matches!(fact.predicate.as_str(), "称谓" | "title"))
        .filter_map(|(_, fact)| setting.entities.iter().find(|(id, _)| *id == fact.subject))
        .map(|(_, entity)| entity.name.clone())
        .collect();
    let chars: Vec<char> = text.chars().collect();
    for mention in lexicon.mentions(text) {
        let name = lexicon.name(mention.name).unwrap_or_default();
        if !titled.iter().any(|other| other == name) || !chance.percent(6) {
            continue;
        }
        let (start, end) = (mention.range.start().get(), mention.range.end().get());
        if !english {
            let Some(title) = chance.pick(&["将军", "大夫", "王爷", "师父", "掌门", "教授"])
            else {
                continue;
            };
            changes.push(vec![Edit {
                scene,
                range: mention.range,
                words: format!("{name}{title}"),
                margin: (0, 0),
            }]);
            continue;
        }
        let before: String = chars[start.saturating_sub(5)..start].iter().collect();
        let Some(title) = chance.pick(&["Captain", "Colonel", "Sir", "Dr.", "Lord", "Major", "Squire"])
        else {
            continue;
        };
        let back = if before.ends_with("Mr. ") {
            4
        } else if before.ends_with("Miss ") {
            5
        } else {
            continue;
        };
        let range = CharRange::new(start - back, end);
        changes.push(vec![Edit { scene, range, words: format!("{title} {name}"), margin: (0, 0) }]);
    }
}
