//! Chinese prose out of building blocks: sentences, dialogue, paragraphs of one to four sentences.
//!
//! It reads like prose and means nothing. It is deterministic, to the character.

use crate::Prose;

const WHO: &[&str] = &["沈砚", "林知秋", "老周", "阿禾", "他", "她", "那名船工", "掌柜"];
const WHEN: &[&str] = &[
    "天快亮时",
    "雨停之后",
    "到了傍晚",
    "更鼓敲过三遍",
    "第二天一早",
    "灯熄了半晌",
    "过了许久",
    "风小下来的时候",
];
const WHERE: &[&str] =
    &["在渡口边", "站在廊下", "靠着门框", "走到窗前", "坐在火盆旁", "沿着河堤", "穿过空院子", "在城门外"];
const ACT: &[&str] = &[
    "把灯芯拨亮了些",
    "收起那封没有写完的信",
    "数了数剩下的铜钱",
    "将湿透的外衣搭上竹竿",
    "慢慢解开缆绳",
    "回头望了一眼山道",
    "替自己倒了半碗冷茶",
    "伸手按住腰间的旧刀",
    "把地图重新折好",
    "蹲下来看那串脚印",
];
const SCENE: &[&str] = &[
    "水面上浮着一层薄雾",
    "远处传来几声犬吠",
    "屋檐还在往下滴水",
    "炉子里的炭只剩一点红",
    "对岸的灯火灭了又亮",
    "石阶上长满青苔",
    "芦苇丛里惊起两只白鸟",
    "巷口的酒旗被吹得翻卷",
];
const FEEL: &[&str] = &[
    "心里却没有半分轻松",
    "谁也没有再说话",
    "忽然想起多年前的那个冬天",
    "觉得这件事远没有完",
    "只当什么都没听见",
    "手心里全是汗",
];
const LINE: &[&str] = &[
    "船还等得到吗？",
    "先别出声！",
    "你昨夜去了哪里？",
    "这封信不能留。",
    "我答应过他，就一定会回来。",
    "再往前走，可就没有退路了。",
    "把门关上！",
    "那个人不是你要找的人。",
];
const SAID: &[&str] = &["低声问", "说", "摇了摇头", "答得很慢", "喊道", "叹了口气"];

/// Number of sentences tried for the right length before one is cut to fit.
const TRIES: usize = 400;
/// A remainder of at most this many characters becomes one sentence.
const ONE_SENTENCE: usize = 22;
/// Minimum number of characters that a sentence leaves for the next one.
const LEFT_OVER: usize = 8;

/// Steele and Vigna's splitmix64: small, and the same on every system.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let below = (z ^ (z >> 31)) % sides.max(1) as u64;
        usize::try_from(below).unwrap_or_default()
    }

    fn pick(&mut self, blocks: &[&'static str]) -> &'static str {
        blocks.get(self.roll(blocks.len())).copied().unwrap_or_default()
    }
}

/// Generates the prose.
pub(crate) fn write(prose: &Prose) -> String {
    let mut dice = Dice(prose.seed);
    let mut text = String::new();
    let mut left = prose.characters;
    let mut until_break = 1 + dice.roll(4);
    while left > 0 {
        let sentence = fitting(prose, left, &mut dice);
        left = left.saturating_sub(sentence.chars().count());
        text += &sentence;
        until_break -= 1;
        if until_break == 0 {
            until_break = 1 + dice.roll(4);
            if left > 0 && prose.punctuation {
                text += "\n\n";
            }
        }
    }
    text
}

/// A sentence that leaves enough for another, or one of exactly the remaining length.
fn fitting(prose: &Prose, left: usize, dice: &mut Dice) -> String {
    let mut sentences = (0..TRIES).map(|_| sentence(prose, dice));
    let fits = |sentence: &String| {
        let length = sentence.chars().count();
        length == left || (left > ONE_SENTENCE && length + LEFT_OVER <= left)
    };
    sentences.find(fits).unwrap_or_else(|| {
        let end = if prose.punctuation { "。" } else { "" };
        let scene: String = SCENE.concat().chars().take(left - end.chars().count()).collect();
        scene + end
    })
}

fn sentence(prose: &Prose, dice: &mut Dice) -> String {
    let mut sentence = match dice.roll(if prose.dialogue { 9 } else { 6 }) {
        0 => format!("{}，{}{}{}。", dice.pick(WHEN), dice.pick(WHO), dice.pick(WHERE), dice.pick(ACT)),
        1 => format!("{}，{}。", dice.pick(SCENE), dice.pick(FEEL)),
        2 => format!("{}{}，{}。", dice.pick(WHO), dice.pick(ACT), dice.pick(FEEL)),
        3 => format!("{}，{}。", dice.pick(WHEN), dice.pick(SCENE)),
        4 => format!("难道{}{}，只是为了等一个不会来的人？", dice.pick(WHO), dice.pick(WHERE)),
        5 => format!("{}{}。", dice.pick(WHO), dice.pick(ACT)),
        6 => format!("“{}”", dice.pick(LINE)),
        7 => format!("“{}”{}{}。", dice.pick(LINE), dice.pick(WHO), dice.pick(SAID)),
        _ => format!("{}{}：“{}”", dice.pick(WHO), dice.pick(SAID), dice.pick(LINE)),
    };
    if !prose.punctuation {
        sentence.retain(char::is_alphanumeric);
    }
    sentence
}
