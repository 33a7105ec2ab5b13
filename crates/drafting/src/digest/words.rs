//! Word lists that indicate events.

/// Marks that end a sentence, including closing marks.
pub(super) const SENTENCE_ENDS: [char; 14] =
    ['。', '！', '？', '…', '.', '!', '?', '”', '’', '」', '』', '"', '）', ')'];

/// Opening and closing quotation marks.
pub(super) const OPENING: [char; 4] = ['“', '‘', '「', '『'];
pub(super) const CLOSING: [char; 4] = ['”', '’', '」', '』'];

/// Characters of strong acts and feelings.
const STRONG_HAN: [char; 40] = [
    '摔', '杀', '死', '哭', '骂', '跪', '逃', '烧', '夺', '嫁', '娶', '惊', '怒', '泣', '亡', '葬', '撞',
    '跌', '搂', '泪', '狂', '吐', '血', '斩', '焚', '缢', '绑', '刺', '砍', '砸', '撕', '抢', '救', '毒',
    '逼', '吼', '颤', '昏', '坠', '痴',
];

/// Words of meeting and parting.
const MEETING: [&str; 32] = [
    "拜见",
    "相会",
    "见礼",
    "接见",
    "相见",
    "初见",
    "作揖",
    "厮见",
    "一见",
    "重逢",
    "辞别",
    "拜别",
    "作别",
    "拜辞",
    "洒泪",
    "迎上来",
    "迎出来",
    "遇见",
    "碰见",
    "告别",
    "赶到",
    "离开",
    "arrived",
    "met ",
    "returned",
    "parted",
    "farewell",
    "introduced",
    "visited",
    "departed",
    "married",
    "came in",
];

/// Words of coming and going, which occur on every page.
const MOVING: [&str; 10] =
    ["来了", "到了", "回来", "进来", "出来", "去了", "走了", "entered", "left ", "went "];

/// Words of turning points.
const TURNING: [&str; 55] = [
    "打死",
    "毒打",
    "打了",
    "登时",
    "忽见",
    "忽然",
    "猛然",
    "突然",
    "忽听",
    "大惊",
    "大哭",
    "大怒",
    "发作",
    "决定",
    "发现",
    "原来",
    "终于",
    "从此",
    "才知",
    "方知",
    "便知",
    "不想",
    "谁知",
    "名唤",
    "学名",
    "竟",
    "却见",
    "只见",
    "顿时",
    "忽地",
    "承认",
    "答应",
    "拒绝",
    "揭开",
    "背叛",
    "suddenly",
    "at last",
    "discovered",
    "killed",
    "died",
    "dead",
    "struck",
    "wept",
    "refused",
    "confessed",
    "proposed",
    "accepted",
    "decided",
    "promised",
    "screamed",
    "fled",
    "stole",
    "betrayed",
    "engaged",
    "realised",
];

/// How much happens in a text, for comparing sentences: 0 if nothing does, at most about 5.
pub(super) fn eventfulness(text: &str) -> f64 {
    let strong = text.chars().filter(|c| STRONG_HAN.contains(c)).take(3).count();
    let of = |words: &[&str]| words.iter().filter(|word| text.contains(**word)).take(2).count();
    let (meeting, moving, turning) = (of(&MEETING), of(&MOVING), of(&TURNING));
    0.8 * small(strong) + 0.6 * small(meeting) + 0.2 * small(moving) + 0.7 * small(turning)
}

fn small(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}
