//! Plants errors into chapters, each with the words that it has and the words that it should have.

use super::chapters::{Chapter, Language};

/// The rules whose errors are planted.
pub const RULES: [&str; 12] = [
    "attribute",
    "name_drift",
    "repetition",
    "punctuation",
    "forbidden_words",
    "absent_acts",
    "openings",
    "doubled",
    "de_particles",
    "wrong_character",
    "model_setting",
    "model_pov",
];

/// A planted error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planted {
    /// The rule that finds it.
    pub rule: &'static str,
    /// The number of its paragraph.
    pub paragraph: usize,
    /// The words in the text; they occur in no other place of the chapter.
    pub wrong: String,
    /// The words that belong there.
    pub right: String,
    /// Other wrong words, between which a fixer may waver.
    pub other: Option<String>,
}

/// A chapter with planted errors.
#[derive(Clone, Debug)]
pub struct PlantedChapter {
    /// The chapter without errors.
    pub chapter: Chapter,
    /// The text with its errors.
    pub wrong: String,
    /// The text without them.
    pub right: String,
    /// In the order of the text.
    pub errors: Vec<Planted>,
}

/// Sentences of a rule: the right one, the wrong one, and another wrong one.
type Sentences = (&'static str, &'static str, &'static str, Option<&'static str>);

const CHINESE: [Sentences; 7] = [
    ("attribute", "沈砚有一双碧绿的眼睛。", "沈砚有一双漆黑的眼睛。", Some("沈砚有一双湛蓝的眼睛。")),
    ("name_drift", "柳含章点了点头。", "柳含彰点了点头。", Some("柳函章点了点头。")),
    (
        "forbidden_words",
        "柳含章又往窗外看了一眼。",
        "柳含章掏出手机看了一眼。",
        Some("柳含章掏出电脑看了一眼。"),
    ),
    ("absent_acts", "柳含章笑道：“都坐下罢。”", "顾长庚笑道：“都坐下罢。”", None),
    (
        "openings",
        "推开那扇旧门，楼下像是有人。他把灯举得高些，看不清那人的脸，便退了回来。",
        "他推开那扇旧门。他听见楼下有人。他把灯举得高些。他看不清那人的脸。他又退回来了。",
        None,
    ),
    ("model_setting", "柳含章家住在城南。", "柳含章家住在城北。", Some("柳含章家住在城西。")),
    (
        "model_pov",
        "沈砚没有说话，脸色很不好看。",
        "沈砚暗想，这人是断不可信的。",
        Some("沈砚心想，这人是断不可靠的。"),
    ),
];

const ENGLISH: [Sentences; 7] = [
    (
        "attribute",
        "Edmund Vane had green eyes.",
        "Edmund Vane had black eyes.",
        Some("Edmund Vane had blue eyes."),
    ),
    (
        "name_drift",
        "Harriet Blythe said nothing at all.",
        "Harriet Blyhte said nothing at all.",
        Some("Harriet Blthye said nothing at all."),
    ),
    (
        "forbidden_words",
        "Harriet Blythe glanced at the window.",
        "Harriet Blythe glanced at the smartphone.",
        Some("Harriet Blythe glanced at the computer."),
    ),
    ("absent_acts", "Harriet Blythe laughed and sat down.", "Tobias Crake laughed and sat down.", None),
    (
        "openings",
        "The old door gave way, and there was someone below. He lifted the lamp, saw no face, and turned back.",
        "He pushed the old door open. He heard someone below. He lifted the lamp a little. He saw no face at \
         all. He turned back at once.",
        None,
    ),
    (
        "model_setting",
        "Harriet Blythe lodged in the south of the town.",
        "Harriet Blythe lodged in the north of the town.",
        Some("Harriet Blythe lodged in the west of the town."),
    ),
    (
        "model_pov",
        "Edmund Vane was silent and looked displeased.",
        "Edmund Vane thought that the man was a liar.",
        Some("Edmund Vane felt that the man was a rogue."),
    ),
];

/// Plants errors into a chapter, one in every second paragraph; every third chapter has them side by side. `number` is
/// that of the chapter and selects with which rule it begins.
pub fn plant(chapter: &Chapter, number: usize) -> PlantedChapter {
    let mut paragraphs: Vec<(String, String)> =
        chapter.paragraphs.iter().map(|text| (text.clone(), text.clone())).collect();
    let step = if number.is_multiple_of(3) { 1 } else { 2 };
    let mut errors: Vec<Planted> = Vec::new();
    let mut rules = RULES.iter().cycle().skip(number % RULES.len()).take(RULES.len()).peekable();
    let mut at = number % 2;
    while at < paragraphs.len() {
        let Some((rule, right, wrong, other)) =
            std::iter::from_fn(|| rules.next()).find_map(|rule| error(chapter, rule, at))
        else {
            break;
        };
        let is_new = errors.iter().all(|known| known.rule != rule);
        if is_new {
            let clean = &chapter.paragraphs[at];
            // A sentence is put at the end; other errors replace the words of the paragraph.
            paragraphs[at] = match clean.contains(&right) {
                true => (clean.replacen(&right, &wrong, 1), clean.clone()),
                false => (format!("{clean}{wrong}"), format!("{clean}{right}")),
            };
            errors.push(Planted { rule, paragraph: at, wrong, right, other });
        }
        at += step;
    }
    let join = |of: fn(&(String, String)) -> &str| paragraphs.iter().map(of).collect::<Vec<_>>().join("\n");
    let (wrong, right) = (join(|both| &both.0), join(|both| &both.1));
    errors.retain(|error| wrong.matches(&error.wrong).count() == 1 && !right.contains(&error.wrong));
    PlantedChapter { chapter: chapter.clone(), wrong, right, errors }
}

/// An error of a rule for a paragraph: the right words, the wrong words, and other wrong words; `None` if there is no
/// place for it.
fn error(
    chapter: &Chapter,
    rule: &'static str,
    paragraph: usize,
) -> Option<(&'static str, String, String, Option<String>)> {
    let (sentences, space) = match chapter.language {
        Language::Chinese => (&CHINESE, ""),
        Language::English => (&ENGLISH, " "),
    };
    // A run of like sentences must not go on in the next paragraph.
    let goes_on = chapter
        .paragraphs
        .get(paragraph + 1)
        .is_some_and(|next| next.starts_with('他') || next.starts_with("He "));
    if rule == "openings" && goes_on {
        return None;
    }
    if let Some((_, right, wrong, other)) = sentences.iter().find(|(of, ..)| *of == rule) {
        let spaced = |sentence: &str| format!("{space}{sentence}");
        return Some((rule, spaced(right), spaced(wrong), other.map(spaced)));
    }
    let text = chapter.paragraphs.get(paragraph)?;
    let (right, wrong) = slip(text, rule, chapter.language)?;
    Some((rule, right, wrong, None))
}

/// A slip in the words of a paragraph.
fn slip(text: &str, rule: &str, language: Language) -> Option<(String, String)> {
    let is_chinese = language == Language::Chinese;
    match (rule, is_chinese) {
        ("repetition", _) => repeated(text, language),
        ("punctuation", true) => around(text, "，", "，，"),
        ("punctuation", false) => around(text, ", ", ",, "),
        ("doubled", true) => ["的", "了", "是"].iter().find_map(|word| around(text, word, &word.repeat(2))),
        ("de_particles", true) => around(text, "地", "的"),
        ("wrong_character", true) => {
            [("已经", "己经"), ("一直", "一值"), ("知道", "知到"), ("自己", "自已"), ("如今", "如令")]
                .iter()
                .find_map(|(right, wrong)| around(text, right, wrong))
        }
        _ => None,
    }
}

/// The first place of some words with four characters on both sides, before and after they are replaced.
fn around(text: &str, right: &str, wrong: &str) -> Option<(String, String)> {
    const AROUND: usize = 4;
    text.match_indices(right).find_map(|(at, _)| {
        let before: Vec<char> = text[..at].chars().rev().take(AROUND).collect();
        let head: String = before.into_iter().rev().collect();
        let tail: String = text[at + right.len()..].chars().take(AROUND).collect();
        let is_inside = head.chars().count() == AROUND && tail.chars().count() == AROUND;
        let is_plain = |part: &str| part.chars().all(char::is_alphanumeric);
        (is_inside && (is_plain(&head) && is_plain(&tail) || right.contains(' ')))
            .then(|| (format!("{head}{right}{tail}"), format!("{head}{wrong}{tail}")))
    })
}

/// A sentence of a paragraph that is written twice.
fn repeated(text: &str, language: Language) -> Option<(String, String)> {
    let (end, least) = match language {
        Language::Chinese => ('。', 16),
        Language::English => ('.', 60),
    };
    let has_speech = |part: &str| part.contains(['“', '”', '"', '‘', '’']);
    let sentence = text.split_inclusive(end).find(|part| {
        let length = part.chars().count();
        part.ends_with(end) && (least..=3 * least).contains(&length) && !has_speech(part)
    })?;
    let space = if language == Language::English && !sentence.starts_with(' ') { " " } else { "" };
    Some((sentence.to_owned(), format!("{sentence}{space}{sentence}")))
}
