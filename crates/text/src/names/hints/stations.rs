//! Chinese words for a person's station, by which prose calls people without a name.
//!
//! The list was written from general knowledge of offices, trades and orders. A station counts as a name only if the
//! text uses it like one: as a subject that speaks and acts, and hardly ever behind a measure word or in the plural.

use std::collections::HashSet;

use super::cjk::Evidence;
use super::tally::Tally;

/// Stations of two or three characters.
const STATIONS: &str = "\
皇帝 太后 皇后 国王 女王 王后 太子 世子 王爷 驸马 丞相 宰相 太尉 太师 国师 军师 元帅 将军 都督 先锋 校尉 太守 刺史 御史 钦差 巡抚 总督 知府 知州 知县 \
县令 县官 县丞 主簿 县太爷 典史 把总 千总 游击 师爷 捕头 班头 都头 地保 里正 保正 保长 甲长 乡约 团总 族长 村长 乡长 镇长 区长 县长 市长 省长 \
秀才 举人 进士 状元 探花 榜眼 翰林 贡生 监生 童生 塾师 员外 财主 东家 房东 掌柜 掌柜的 老板 老板娘 店主 店小二 小二 账房 管家 总管 门房 听差 奶妈 车夫 轿夫 \
船家 艄公 船长 船主 媒婆 稳婆 巫婆 道婆 和尚 尼姑 道士 道姑 住持 方丈 法师 喇嘛 神父 牧师 主教 修女 校长 学监 教务长 教员 教授 医生 郎中 律师 法官 记者 \
经理 总经理 主任 科长 处长 局长 部长 署长 队长 班长 排长 连长 营长 团长 司令 参谋长 总统 主席 秘书长 总编 编辑 警长 探长 巡长 巡官 巡警 \
掌门 帮主 教主 庄主 寨主 堂主 宗主 盟主 舵主 谷主 城主 岛主 洞主 坛主 阁主 楼主 猎户 樵夫 渔翁 二爷 三爷 四爷 五爷 六爷 七爷 八爷 九爷";

/// Titles that follow a station.
const BEHIND: [&str; 8] = ["老爷", "大爷", "太爷", "大人", "相公", "先生", "太太", "娘子"];

/// Characters before a noun that count or pick out one of several.
const DETERMINERS: &str =
    "个個位名些众眾两兩几幾各每数數群班伙帮諸诸某种種一二三四五六七八九十百千多做当當成为為像如似";

/// Characters after a noun in the plural or in another word.
const NOT_ALONE: &str = "们們等之庙廟庵";

/// The stations, ready for lookup.
pub(super) struct Stations {
    words: HashSet<Vec<char>>,
    /// The characters of which they consist.
    chars: HashSet<char>,
}

impl Stations {
    pub(super) fn new() -> Self {
        let chars = STATIONS.chars().filter(|c| !c.is_whitespace()).collect();
        Self { words: super::lists(STATIONS).into_iter().collect(), chars }
    }

    /// Whether a character is part of a station.
    pub(super) fn has(&self, c: char) -> bool {
        self.chars.contains(&c)
    }

    /// Whether a string is a station, or an old or a young person of one.
    pub(super) fn contains(&self, word: &[char]) -> bool {
        if !word.last().is_some_and(|c| self.has(*c)) {
            return false;
        }
        let grown = matches!(word.first(), Some('老' | '小')).then(|| &word[1..]);
        self.words.contains(word) || grown.is_some_and(|station| self.words.contains(station))
    }

    /// Whether a string is a station and a title.
    pub(super) fn is_titled(&self, word: &[char]) -> bool {
        let title: Vec<char> = word.iter().copied().skip(2).collect();
        word.len() == 4
            && self.contains(&word[..2])
            && BEHIND.iter().any(|behind| title.iter().copied().eq(behind.chars()))
    }

    /// Whether the last character of a string and the text after it are a station, as in 赵秀 before 才.
    pub(super) fn continues(&self, word: &[char], after: &[char]) -> bool {
        let (Some(last), Some(next)) = (word.last(), after.first()) else { return false };
        self.has(*last) && self.has(*next) && self.words.contains([*last, *next].as_slice())
    }
}

/// Whether a text uses a station as a name.
pub(super) fn is_name(evidence: Evidence, tally: &Tally) -> bool {
    const MIN_SUBJECTS: usize = 3;
    /// At most one in this many occurrences may be one of several.
    const MIN_ALONE: usize = 6;
    let count = |seen: &std::collections::HashMap<char, usize>, list: &str| -> usize {
        seen.iter().filter(|(c, _)| list.contains(**c)).map(|(_, count)| count).sum()
    };
    let shared = count(&tally.before, DETERMINERS) + count(&tally.after, NOT_ALONE);
    let subjects = evidence.speaking + evidence.behind_speech + evidence.acting;
    subjects >= MIN_SUBJECTS && shared * MIN_ALONE <= tally.total
}
