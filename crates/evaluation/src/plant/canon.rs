//! Sentences that contradict the canon, inserted before real ones.

use wenfang_story::canon::{EntityKind, FactObject, FactRecord};
use wenfang_story::check::Rule;
use wenfang_text::{NumeralStyle, format_numeral};

use super::insert::before;
use super::{Change, openings};
use crate::chance::Chance;
use crate::setting::Setting;
use wenfang_checks::rules::Language;

/// Plants contradictions of facts and threads, in varied phrasings. `{x}` is the person, `{y}` the claim.
pub(super) fn contradictions(setting: &Setting, rule: Rule, chance: &mut Chance) -> Vec<Change> {
    let mut changes = Vec::new();
    for (scene, source) in setting.scenes.iter().enumerate() {
        for sentence in openings(&source.text) {
            // A few positions per scene are enough to choose from.
            if !chance.percent(15) {
                continue;
            }
            if let Some(words) = words(setting, rule, (scene, chance)) {
                changes.push(vec![before(scene, sentence, words, 0)]);
            }
        }
    }
    changes
}

fn words(setting: &Setting, rule: Rule, (scene, chance): (usize, &mut Chance)) -> Option<String> {
    let english = setting.language == Language::English;
    if rule == Rule::ThreadUnknown {
        return thread(setting, scene, chance);
    }
    if rule == Rule::AgeArithmetic && !english && chance.percent(25) {
        return sum(setting, chance);
    }
    let wanted: &[&str] = match rule {
        Rule::Possession => &["持有", "owns"],
        Rule::PlaceConflict => &["所在", "location"],
        Rule::AgeArithmetic => &["年龄", "age"],
        _ => &["眼睛", "头发", "兵器", "住处", "eyes", "hair", "residence"],
    };
    let facts: Vec<&FactRecord> = setting
        .facts
        .iter()
        .map(|(_, fact)| fact)
        .filter(|fact| wanted.contains(&fact.predicate.as_str()) && holds(fact, scene))
        .collect();
    let fact = chance.pick(&facts)?;
    let subject = setting.entities.iter().find(|(id, _)| *id == fact.subject).map(|(_, entity)| entity)?;
    let names: Vec<&str> = subject.names().collect();
    let name = (*chance.pick(&names)?).to_owned();
    let others: Vec<&str> = setting
        .people()
        .filter(|person| person.name != subject.name)
        .map(|person| person.name.as_str())
        .collect();
    let (templates, x, y): (&[&str], String, String) = match rule {
        Rule::Possession => {
            let FactObject::Entity(item) = fact.object else { return None };
            let item = setting.entities.iter().find(|(id, _)| *id == item)?.1.name.clone();
            (if english { &POSSESSION_EN } else { &POSSESSION }, (*chance.pick(&others)?).to_owned(), item)
        }
        Rule::PlaceConflict => {
            let FactObject::Text(place) = &fact.object else { return None };
            let places = setting.entities.iter().map(|(_, entity)| entity);
            let places: Vec<&str> = places
                .filter(|entity| entity.kind == EntityKind::Location && entity.name != *place)
                .map(|entity| entity.name.as_str())
                .collect();
            (if english { &PLACE_EN } else { &PLACE }, name, (*chance.pick(&places)?).to_owned())
        }
        Rule::AgeArithmetic => {
            let FactObject::Text(age) = &fact.object else { return None };
            let age = if english {
                age.parse::<u32>().ok()?
            } else {
                wenfang_text::parse_numeral(age.trim_end_matches('岁'))?.0
            };
            // At least two years younger, but old enough to be plausible.
            let younger = age
                .checked_sub(
                    2 + u32::try_from(chance.below((age as usize).saturating_sub(3).clamp(1, 20))).ok()?,
                )?
                .max(1);
            let words = match english {
                true => younger.to_string(),
                false if chance.percent(80) => format_numeral(younger, NumeralStyle::Chinese),
                false => younger.to_string(),
            };
            (if english { &AGE_EN } else { &AGE }, name, words)
        }
        _ => return attribute(setting, (fact, &name), (scene, chance)),
    };
    let template = chance.pick(templates)?;
    Some(template.replace("{x}", &x).replace("{y}", &y))
}

/// Whether a fact holds in a scene after the one where it begins.
fn holds(fact: &FactRecord, scene: usize) -> bool {
    let number = scene as i64 + 1;
    fact.assertion.valid_from.is_none_or(|from| from.get() < number)
        && fact.assertion.valid_to.is_none_or(|to| number < to.get())
}

fn attribute(
    setting: &Setting,
    (fact, name): (&FactRecord, &str),
    (_, chance): (usize, &mut Chance),
) -> Option<String> {
    let (templates, values): (&[&str], &[&str]) = match fact.predicate.as_str() {
        "眼睛" => (&EYES, &["碧绿", "湛蓝", "蓝", "琥珀", "灰", "紫", "碧", "金"]),
        "头发" => (&HAIR, &["火红", "金黄", "湛蓝", "紫", "金"]),
        "兵器" => (&WEAPON, &["长枪", "铁鞭", "大斧", "双锤", "钢刀", "方天戟"]),
        "eyes" => (&EYES_EN, &["green", "grey", "violet"]),
        "hair" => (&HAIR_EN, &["golden", "red", "black", "auburn"]),
        _ => {
            let FactObject::Text(home) = &fact.object else { return None };
            let places = setting.entities.iter().map(|(_, entity)| entity);
            let places: Vec<&str> = places
                .filter(|entity| entity.kind == EntityKind::Location && entity.name != *home)
                .map(|entity| entity.name.as_str())
                .collect();
            let place = chance.pick(&places)?;
            let templates: &[&str] = if setting.language == Language::English { &HOME_EN } else { &HOME };
            return Some(chance.pick(templates)?.replace("{x}", name).replace("{y}", place));
        }
    };
    let value = chance.pick(values)?;
    Some(chance.pick(templates)?.replace("{x}", name).replace("{y}", value))
}

fn thread(setting: &Setting, scene: usize, chance: &mut Chance) -> Option<String> {
    let resolved = setting
        .threads
        .iter()
        .filter(|(_, _, anchors)| anchors.iter().all(|(_, anchor)| anchor.scene.get() < scene as i64 + 1));
    let titles: Vec<&str> = resolved.map(|(_, thread, _)| thread.title.as_str()).collect();
    let title = chance.pick(&titles)?;
    if setting.language == Language::English {
        return Some(chance.pick(&THREAD_EN)?.replace("{y}", title));
    }
    let (a, b) = title.split_once('的')?;
    Some(chance.pick(&THREAD)?.replace("{y}", title).replace("{a}", a).replace("{b}", b))
}

/// Returns an age calculation that is wrong by at least two years: 十二岁上进京，过了五年，二十岁.
fn sum(setting: &Setting, chance: &mut Chance) -> Option<String> {
    let people: Vec<&str> = setting.people().map(|person| person.name.as_str()).collect();
    let (first, years) = (6 + chance.below(20) as u32, 2 + chance.below(9) as u32);
    let off = 2 + chance.below(6) as u32;
    let second =
        if chance.percent(50) { first + years + off } else { (first + years).saturating_sub(off).max(2) };
    let numeral = |value: u32| format_numeral(value, NumeralStyle::Chinese);
    let template = chance.pick(&SUMS)?;
    Some(
        template
            .replace("{x}", chance.pick(&people)?)
            .replace("{a}", &numeral(first))
            .replace("{n}", &numeral(years))
            .replace("{b}", &numeral(second)),
    )
}

/// Plants events mentioned before they happen, and dates that run backwards.
pub(super) fn times(setting: &Setting, chance: &mut Chance) -> Vec<Change> {
    let mut changes = Vec::new();
    for (scene, source) in setting.scenes.iter().enumerate() {
        let sentences = openings(&source.text);
        for (at, sentence) in sentences.iter().enumerate() {
            if !chance.percent(12) {
                continue;
            }
            let english = setting.language == Language::English;
            if english || chance.percent(60) {
                let later = setting
                    .events
                    .iter()
                    .filter(|(_, event)| event.scene.is_some_and(|source| source.get() > scene as i64 + 1));
                let titles: Vec<&str> = later.map(|(_, event)| event.title.as_str()).collect();
                let Some(title) = chance.pick(&titles) else { continue };
                let templates: &[&str] = if english { &SINCE_EN } else { &SINCE };
                let Some(template) = chance.pick(templates) else { continue };
                changes.push(vec![before(
                    scene,
                    *sentence,
                    template.replace("{y}", title.trim_start_matches("the ")),
                    0,
                )]);
            } else if let Some(second) = sentences.get(at + 2 + chance.below(6)) {
                let (month, day) = (1 + chance.below(11) as u32, 6 + chance.below(20) as u32);
                let back = 2 + chance.below(4) as u32;
                let numeral = |value: u32| format_numeral(value, NumeralStyle::Chinese);
                let earlier = day - back;
                let date = |day: u32| match day {
                    1..=10 => format!("{}月初{}", numeral(month), numeral(day)),
                    _ => format!("{}月{}", numeral(month), numeral(day)),
                };
                let Some(template) = chance.pick(&DATES) else { continue };
                let again = chance.pick(&DATES).unwrap_or(template);
                changes.push(vec![
                    before(scene, *sentence, template.replace("{y}", &date(day)), 0),
                    before(scene, *second, again.replace("{y}", &date(earlier)), 0),
                ]);
            }
        }
    }
    changes
}

const POSSESSION: [&str; 14] = [
    "{x}腰间佩着{y}。",
    "{x}身上带着{y}，神色如常。",
    "{x}的{y}在灯下闪了一闪。",
    "{x}怀里揣着那{y}。",
    "{x}胸前挂着{y}，摇摇摆摆。",
    "{x}手里攥着{y}，一言不发。",
    "{x}从腰间拔出{y}。",
    "{x}一直把玩着{y}。",
    "{x}颈上正是那{y}。",
    "{x}袖中藏着{y}，坐下了。",
    "{x}自己的{y}擦得雪亮。",
    "{x}低头看了看自己腰上的{y}。",
    "{x}手持{y}，立在门前。",
    "{x}随身带着{y}，从不离身。",
];
const POSSESSION_EN: [&str; 9] = [
    "{x} carried the {y} in a pocket. ",
    "{x}’s {y} glittered in the light. ",
    "{x} held the {y} up to the window. ",
    "{x}, who always wore the {y}, rose at once. ",
    "{x} clutched the {y} and was silent. ",
    "{x} kept the {y} close at hand. ",
    "{x} toyed with the {y} all the evening. ",
    "{x}’s own {y} lay upon the table. ",
    "{x} turned round, holding the {y}. ",
];
const PLACE: [&str; 13] = [
    "{x}正坐在{y}里。",
    "{x}来到{y}，四下无人。",
    "{x}便在{y}歇下。",
    "{x}已经到了{y}。",
    "{x}站在{y}门前。",
    "{x}一早走进{y}。",
    "{x}此时在{y}中闲坐。",
    "{x}从{y}里走了出来。",
    "{x}独自回到{y}。",
    "{x}在{y}的窗下立了半日。",
    "{y}里，{x}正低头看书。",
    "{x}赶到{y}时，天已黑了。",
    "{x}出现在{y}的廊下。",
];
const PLACE_EN: [&str; 9] = [
    "{x} was at {y} that morning. ",
    "{x} walked into {y} before noon. ",
    "{x} entered {y} by the garden. ",
    "{x} stood in {y}, looking about. ",
    "{x} arrived at {y} the same day. ",
    "At {y} {x} was waiting. ",
    "{x} waited in {y} for an answer. ",
    "{x} had just sat down at {y}. ",
    "{x} reached {y} in the evening. ",
];
const AGE: [&str; 11] = [
    "{x}今年{y}岁。",
    "{x}年方{y}岁，生得不俗。",
    "{x}才{y}岁。",
    "{x}这年{y}岁。",
    "{x}已经{y}岁了。",
    "{x}今年刚满{y}岁，众人都来道贺。",
    "{x}，年{y}岁。",
    "{x}不过{y}岁，却很懂事。",
    "{y}岁的{x}坐在一旁。",
    "{x}如今也有{y}岁。",
    "{x}现年{y}岁。",
];
const AGE_EN: [&str; 7] = [
    "{x} was {y} years old. ",
    "{x}, aged {y}, sat apart. ",
    "{x} was now {y} years old. ",
    "{x} was only {y} years of age. ",
    "{x}, who was {y} years old, smiled. ",
    "At {y} years of age {x} was tall. ",
    "{x} was just {y} years old. ",
];
const SUMS: [&str; 4] = [
    "{x}{a}岁离家，过了{n}年，如今已是{b}岁。",
    "{x}{a}岁上学，{n}年后回来，已经{b}岁了。",
    "{a}岁那年的事，{n}年过去，{x}今年{b}岁。",
    "{x}{a}岁进京，又过{n}年，到{b}岁才回乡。",
];
const EYES: [&str; 10] = [
    "{x}的眼睛是{y}色的。",
    "{x}那双{y}色的眼睛望着门外。",
    "{x}抬起一双{y}色的眸子。",
    "{x}有一双{y}色的眼睛。",
    "{x}的{y}眼睛闪了一下。",
    "{x}睁开{y}色的双眼。",
    "{x}的瞳孔竟是{y}色的。",
    "{x}眨了眨{y}色的眼睛，没有说话。",
    "灯下看去，{x}的眼珠是{y}色的。",
    "{x}目光一闪，眼里泛着{y}。",
];
const HAIR: [&str; 6] = [
    "{x}的头发是{y}色的。",
    "{x}一头{y}色的长发披在肩上。",
    "{x}拢了拢{y}色的头发。",
    "{x}那{y}色的秀发散了下来。",
    "{x}的发色{y}得耀眼。",
    "{x}的{y}色长发在风里飘着。",
];
const WEAPON: [&str; 6] = [
    "{x}拔出{y}，立在当中。",
    "{x}挥舞{y}，无人敢近。",
    "{x}抡起{y}。",
    "{x}抽出那把{y}来。",
    "{x}提着{y}赶了出去。",
    "{x}挺起{y}便刺。",
];
const HOME: [&str; 5] =
    ["{x}住在{y}。", "{x}就住在{y}，离此不远。", "{x}仍住{y}。", "{x}家住{y}。", "{x}的住处便是{y}。"];
const EYES_EN: [&str; 6] = [
    "{x}’s {y} eyes were fixed on the door. ",
    "{x} had {y} eyes. ",
    "{x}’s eyes were {y}. ",
    "{x} raised her bright {y} eyes. ",
    "{x} looked up with {y} eyes. ",
    "The eyes of {x} were {y}. ",
];
const HAIR_EN: [&str; 4] = [
    "{x}’s {y} hair was wet. ",
    "{x}’s hair was {y}. ",
    "{x} had {y} hair. ",
    "The wind moved {x}’s long {y} hair. ",
];
const HOME_EN: [&str; 4] = [
    "{x} lived at {y}. ",
    "{x} lived in {y}. ",
    "The home of {x} was {y}. ",
    "{x} lived at {y} all the year. ",
];
const THREAD: [&str; 10] = [
    "{y}至今没人知道。",
    "谁也不知{y}。",
    "{y}仍是个谜。",
    "{a}究竟有什么{b}，无人知晓。",
    "众人议论{y}，却毫无头绪。",
    "{y}一直不得而知。",
    "至于{a}，它的{b}仍未解开。",
    "直到此时，{y}还没有答案。",
    "{y}，大家都还蒙在鼓里。",
    "提起{y}，人人摇头，谁也说不清。",
];
const THREAD_EN: [&str; 6] = [
    "Nobody knew anything of {y}, and nobody knew whom to ask. ",
    "To that day {y} remained a mystery. ",
    "As to {y}, no one could say a word, and no one knew more. ",
    "It was still unknown, and so was {y}, still a mystery. ",
    "The truth of {y} was not yet known. ",
    "They were all in the dark about {y}. ",
];
const SINCE: [&str; 9] = [
    "自从{y}之后，众人都小心起来。",
    "{y}以后，家中冷清了许多。",
    "自{y}过后，再没有人提起。",
    "经过{y}，大家都乏了。",
    "{y}一事过去已久。",
    "{y}之后的第三天，天下起雨来。",
    "这已是{y}后的事了。",
    "众人想着{y}的情形，都不作声。",
    "因{y}，府里人人自危。",
];
const SINCE_EN: [&str; 6] = [
    "Since the {y} nothing had been the same. ",
    "After the {y} they were all tired. ",
    "Ever since the {y} she was silent. ",
    "Following the {y}, the house was quiet. ",
    "They talked of the {y} of last week. ",
    "It was three days after the {y}. ",
];
const DATES: [&str; 6] = [
    "这日正是{y}。",
    "这天是{y}日，天气晴和。",
    "{y}这天，众人起得很早。",
    "转眼已是{y}。",
    "时值{y}，风还凉。",
    "那一日{y}，下着细雨。",
];
