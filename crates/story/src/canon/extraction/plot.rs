//! Extracts the plot of a text from fixed phrases: dated events, riddles, and references to known threads.
//!
//! Only narration counts, not speech. Sentences without a known person are ignored.

use wenfang_text::{CharRange, Lexicon, Mention, TextIndex, narration, sentences};

use super::{Extracted, times};
use crate::canon::{Proposed, ThreadChange};

/// The role of a name in an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A participant.
    Person,
    /// The place where it happens.
    Place,
    Other,
}

/// A known plot thread.
#[derive(Clone, Copy, Debug)]
pub struct KnownThread<'a> {
    pub title: &'a str,
    /// Whether the reader still waits for its resolution.
    pub waits: bool,
}

/// The time is stated literally; the importance of the event is a guess.
const EVENT_CONFIDENCE: f64 = 0.65;
/// A riddle may be a figure of speech.
const RIDDLE_CONFIDENCE: f64 = 0.6;
/// The title of a thread occurs literally.
const THREAD_CONFIDENCE: f64 = 0.7;

/// The most events and riddles per text, because the author must review them.
const MAX_EVENTS: usize = 8;
const MAX_RIDDLES: usize = 4;
/// The greatest length of a title, in characters.
const MAX_TITLE_LEN: usize = 30;

wenfang_text::letters! {
    const AFTER_TIMES = "plot/after_times";
    const NUMERALS = "plot/numerals";
}

wenfang_text::words! {
    const TIME_PREFIXES = "plot/time_prefixes";
    const TIMES = "plot/times";
}

/// The subset that is a time only after 这 or 那.
const TIMES_NEEDING_PREFIX: [&str; 5] = ["日", "天", "夜", "晚", "年"];

wenfang_text::words! {
    const RIDDLES = "plot/riddles";
    const REVELATIONS = "plot/revelations";
}

/// The events that a text dates and in which a known person takes part.
pub fn events(text: &str, lexicon: &Lexicon, part: impl Fn(&Mention<'_>) -> Part) -> Vec<Extracted> {
    let index = TextIndex::new(text);
    let mut found = Vec::new();
    for sentence in narrated_sentences(text, lexicon) {
        let words = index.slice(sentence.range);
        let Some((time, rest)) = time(words) else { continue };
        let names_of = |wanted: Part| {
            let mut names: Vec<String> = Vec::new();
            for mention in sentence.mentions.iter().filter(|mention| part(mention) == wanted) {
                if let Some(name) = lexicon.name(mention.name)
                    && !names.iter().any(|known| known == name)
                {
                    names.push(name.to_owned());
                }
            }
            names
        };
        let participants = names_of(Part::Person);
        let Some(title) = title(rest).filter(|_| !participants.is_empty()) else { continue };
        let place = names_of(Part::Place).into_iter().next().unwrap_or_default();
        let (description, time) = (String::new(), time.to_owned());
        found.push(Extracted {
            proposed: Proposed::Event { title, description, time, place, participants },
            range: sentence.range,
            confidence: EVENT_CONFIDENCE,
        });
    }
    found.truncate(MAX_EVENTS);
    found
}

/// The riddles that a text sets, and the known threads that it mentions.
pub fn threads(text: &str, lexicon: &Lexicon, known: &[KnownThread<'_>]) -> Vec<Extracted> {
    let index = TextIndex::new(text);
    let (mut riddles, mut found) = (Vec::new(), Vec::new());
    for sentence in narrated_sentences(text, lexicon) {
        let words = index.slice(sentence.range);
        let holds = |cues: &[&str]| cues.iter().any(|cue| words.contains(cue));
        let proposed = |title: &str, change| {
            let (title, description) = (title.to_owned(), String::new());
            Proposed::Thread { title, description, change }
        };
        // A single character is not searched for.
        let named = known.iter().filter(|thread| {
            thread.waits && thread.title.chars().nth(1).is_some() && words.contains(thread.title)
        });
        let mentioned = named.map(|thread| {
            let change = if holds(&REVELATIONS) { ThreadChange::Advance } else { ThreadChange::Remind };
            Extracted {
                proposed: proposed(thread.title, change),
                range: sentence.range,
                confidence: THREAD_CONFIDENCE,
            }
        });
        let before = found.len();
        found.extend(mentioned);
        let is_riddle = holds(&RIDDLES) && !sentence.mentions.is_empty() && found.len() == before;
        if let Some(title) = title(words).filter(|_| is_riddle) {
            let proposed = proposed(&title, ThreadChange::Plant);
            riddles.push(Extracted { proposed, range: sentence.range, confidence: RIDDLE_CONFIDENCE });
        }
    }
    riddles.truncate(MAX_RIDDLES);
    found.extend(riddles);
    found
}

/// A sentence of the narration.
struct NarratedSentence<'l> {
    /// Without surrounding blanks.
    range: CharRange,
    mentions: Vec<Mention<'l>>,
}

fn narrated_sentences<'l>(text: &str, lexicon: &'l Lexicon) -> Vec<NarratedSentence<'l>> {
    let index = TextIndex::new(text);
    let narrated = narration(text);
    let mentions = lexicon.mentions(text);
    let mut found = Vec::new();
    for sentence in sentences(text) {
        let words = index.slice(sentence);
        let start = sentence.start().get() + words.chars().take_while(|c| c.is_whitespace()).count();
        let range = CharRange::new(start, start + words.trim().chars().count());
        let behind = narrated.partition_point(|narration| narration.end() < range.end());
        let is_narrated = narrated.get(behind).is_some_and(|narration| narration.start() <= range.start());
        if range.is_empty() || !is_narrated {
            continue;
        }
        let from = mentions.partition_point(|mention| mention.range.start() < range.start());
        let here = mentions.iter().skip(from).take_while(|mention| mention.range.end() <= range.end());
        found.push(NarratedSentence { range, mentions: here.cloned().collect() });
    }
    found
}

/// The time at the start of a sentence, and the rest of the sentence.
fn time(words: &str) -> Option<(&str, &str)> {
    if let Some(length) = times::english(words).or_else(|| times::japanese(words)) {
        return Some(words.split_at(length));
    }
    let lead = TIME_PREFIXES.iter().find(|lead| words.starts_with(**lead)).copied().unwrap_or_default();
    let is_pointing = lead == "这" || lead == "那";
    for after in [&words[lead.len()..], words] {
        let is_prefixed = after.len() < words.len() && is_pointing;
        let fixed = TIMES
            .iter()
            .filter(|time| after.starts_with(**time) && (is_prefixed || !TIMES_NEEDING_PREFIX.contains(time)))
            .map(|time| time.len())
            .max();
        if let Some(length) = fixed.or_else(|| dated(after)) {
            let begin = if is_prefixed { 0 } else { words.len() - after.len() };
            let end = words.len() - after.len() + length;
            let rest = &words[end..];
            // 一天到晚 and 中秋节礼 are not times: a time must be followed by a mark or certain words.
            let ends =
                rest.starts_with(['，', '、', '：', ' ']) || rest.starts_with(|c| AFTER_TIMES.contains(c));
            return (ends || dated(after).is_some()).then(|| (&words[begin..end], rest));
        }
    }
    None
}

/// The length in bytes of a date or duration at the start of a text: 三月初五, 腊月, 十二日, 三天后, 过了五日.
fn dated(words: &str) -> Option<usize> {
    let (passed, rest) = match words.strip_prefix("过了") {
        Some(rest) => (true, rest),
        None => (false, words),
    };
    let digits: usize = rest.chars().take_while(|c| NUMERALS.contains(*c)).map(char::len_utf8).sum();
    if digits == 0 {
        return None;
    }
    let offset = words.len() - rest.len() + digits;
    let after = &words[offset..];
    let unit = |unit: &str| after.starts_with(unit).then_some(offset + unit.len());
    if let Some(month) = unit("月").filter(|_| !passed) {
        let rest = &words[month..];
        let first = if rest.starts_with('初') { '初'.len_utf8() } else { 0 };
        let day: usize =
            rest[first..].chars().take_while(|c| NUMERALS.contains(*c)).map(char::len_utf8).sum();
        let end = month + if day > 0 { first + day } else { 0 };
        let last = words[end..].starts_with('日').then(|| '日'.len_utf8());
        return Some(end + last.unwrap_or(0));
    }
    let span = ["天", "日", "年", "个月"].into_iter().find_map(unit)?;
    let later = ["之后", "以后", "后"].into_iter().find(|later| words[span..].starts_with(later));
    match later {
        Some(later) => Some(span + later.len()),
        None => passed.then_some(span),
    }
}

/// Derives a title from a sentence: as many of its first clauses as are informative, without surrounding marks.
fn title(words: &str) -> Option<String> {
    /// The least informative length of a clause: in Han characters, and in letters.
    const MIN_LEN: [usize; 2] = [6, 24];
    /// The greatest length of a title, likewise.
    const MAX_LEN: [usize; 2] = [MAX_TITLE_LEN, 90];
    let is_mark = |c: char| !c.is_alphanumeric();
    let words = words.trim_start_matches(is_mark).trim_start_matches(['は', 'も', 'に']);
    let in_letters = usize::from(words.chars().next().is_some_and(|c| c.is_ascii()));
    let mut title = String::new();
    for clause in
        words.split_inclusive(['，', '、', '；', '：', '。', '！', '？', ',', ';', ':', '.', '!', '?', '\n'])
    {
        let length = title.chars().count();
        let is_abbreviated = ["Mr.", "Mrs.", "Dr.", "St.", "Ms."].iter().any(|short| title.ends_with(short));
        let is_enough = length >= MIN_LEN[in_letters] && !is_abbreviated && !title.ends_with('、');
        if is_enough || (length > 0 && length + clause.chars().count() > MAX_LEN[in_letters]) {
            break;
        }
        title.push_str(clause);
    }
    let title: String = title.trim_end_matches(is_mark).chars().take(MAX_LEN[in_letters]).collect();
    (title.chars().count() >= 2).then_some(title)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lexicon() -> Lexicon {
        Lexicon::new([(0, "沈砚"), (1, "阿芷"), (2, "渡口")])
    }

    fn part(mention: &Mention<'_>) -> Part {
        if mention.name == 2 { Part::Place } else { Part::Person }
    }

    fn extracted(text: &str) -> Vec<String> {
        let index = TextIndex::new(text);
        let shown = |found: Extracted| match found.proposed {
            Proposed::Event { title, time, place, participants, .. } => {
                format!("{time}|{title}|{place}|{}|{}", participants.join("、"), index.slice(found.range))
            }
            Proposed::Thread { title, change, .. } => {
                format!("{change}|{title}|{}", index.slice(found.range))
            }
            other => format!("{other:?}"),
        };
        let known = [KnownThread { title: "断剑", waits: true }, KnownThread { title: "旧信", waits: false }];
        let lexicon = lexicon();
        events(text, &lexicon, part).into_iter().chain(threads(text, &lexicon, &known)).map(shown).collect()
    }

    #[test]
    fn dated_sentences_are_events_of_the_people_named() {
        assert_eq!(
            extracted("　　次日，沈砚同阿芷到渡口去，船还没有来。风大。"),
            ["次日|沈砚同阿芷到渡口去|渡口|沈砚、阿芷|次日，沈砚同阿芷到渡口去，船还没有来。"]
        );
        assert_eq!(
            extracted("三月初五沈砚到了京城。"),
            ["三月初五|沈砚到了京城||沈砚|三月初五沈砚到了京城。"]
        );
        assert_eq!(extracted("过了五日，阿芷回来了。"), ["过了五日|阿芷回来了||阿芷|过了五日，阿芷回来了。"]);
        assert_eq!(extracted("这一日，阿芷病了，不肯吃药。")[0].split('|').next(), Some("这一日"));
    }

    #[test]
    fn speech_and_sentences_without_known_people_are_ignored() {
        assert_eq!(extracted("次日，雨停了。"), Vec::<String>::new());
        assert_eq!(extracted("阿芷道：“次日，沈砚就走了。”"), Vec::<String>::new());
        assert_eq!(extracted("沈砚坐了一日，没有说话。"), Vec::<String>::new());
        assert_eq!(extracted("一天到晚沈砚只是抄书。"), Vec::<String>::new());
    }

    #[test]
    fn riddles_are_planted_and_known_threads_are_recognised() {
        assert_eq!(
            extracted("阿芷不知何故忽然哭了，谁劝也不听。"),
            ["plant|阿芷不知何故忽然哭了|阿芷不知何故忽然哭了，谁劝也不听。"]
        );
        assert_eq!(extracted("沈砚又看见了那柄断剑。"), ["remind|断剑|沈砚又看见了那柄断剑。"]);
        assert_eq!(extracted("断剑的真相，沈砚到此才明白。"), ["advance|断剑|断剑的真相，沈砚到此才明白。"]);
        assert_eq!(extracted("沈砚把旧信烧了。"), Vec::<String>::new());
    }
}
