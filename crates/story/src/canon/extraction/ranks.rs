//! Ranks and offices of people: directly before the name, or after a verb for holding one.

use wenfang_text::{CharRange, Mention, TextIndex};

/// Chinese offices, by their last words.
const CHINESE: &str = "\
丞相 宰相 太守 刺史 都督 大都督 将军 大将军 左将军 右将军 前将军 后将军 车骑将军 骠骑将军 中郎将 校尉 都尉 骑都尉 司徒 司空 太尉 太师 太傅 太保 尚书 侍郎 侍中 御史 大夫 学士 大学士 总督 巡抚 \
知府 知县 知州 县令 县尉 通判 提督 总兵 节度使 经略 千户 百户 都头 提辖 教头 押司 节度 统制 参军 主簿 长史 别驾 从事 祭酒 给事中 郎中 员外郎 主事 翰林 指挥 太监 总管 都检点 先锋 军师 \
校长 局长 部长 主任 经理 总经理 科长 处长 厂长 连长 营长 团长 旅长 师长 军长 司令 市长 县长 乡长 镇长 村长 书记 教授 博士 律师 队长 船长 老板 掌柜 掌门 帮主 教主 堂主 庄主 寨主 捕头 镖头";

/// Verbs for obtaining an office, after a name.
const HOLDING: [&str; 14] =
    ["官拜", "官至", "官封", "现任", "升任", "升了", "封为", "拜为", "任", "乃", "是", "做了", "当了", "为"];

const ENGLISH: &str = "Sir Lady Lord Colonel Captain Major General Lieutenant Sergeant Admiral Dr. Doctor Professor Inspector \
Judge Count Countess Duke Duchess Baron Baroness Earl Prince Princess King Queen Bishop Father Reverend";

const JAPANESE: &str = "大将 中将 少将 大佐 中佐 少佐 大尉 中尉 少尉 博士 教授 先生 警部 刑事 社長 部長 課長 校長 教頭 伯爵 侯爵 子爵 男爵 夫人 和尚 医師";

/// A rank, and the passage that gives it.
pub(super) struct Ranked {
    pub(super) rank: &'static str,
    /// The predicate of the statement, in the language of the text.
    pub(super) predicate: &'static str,
    pub(super) range: CharRange,
}

/// The rank next to a mention.
pub(super) fn ranked(index: &TextIndex<'_>, mention: &Mention<'_>) -> Option<Ranked> {
    /// The greatest length of a rank with the words around it, in characters.
    const MAX_LEN: usize = 14;
    let (start, end) = (mention.range.start().get(), mention.range.end().get());
    let before = index.slice(CharRange::new(start.saturating_sub(MAX_LEN), start));
    let after = index.slice(CharRange::new(end, (end + MAX_LEN).min(index.len())));
    let length = |words: &str| words.chars().count();
    let ends = |list: &'static str, text: &str| {
        list.split_whitespace().filter(|rank| text.ends_with(rank)).max_by_key(|rank| rank.len())
    };
    let begins = |list: &'static str, text: &str| {
        list.split_whitespace().filter(|rank| text.starts_with(rank)).max_by_key(|rank| rank.len())
    };
    if let Some(rank) = ends(CHINESE, before) {
        return Some(Ranked { rank, predicate: "官职", range: CharRange::new(start - length(rank), end) });
    }
    let title = before.strip_suffix(' ').and_then(|before| Some((ends(ENGLISH, before)?, before)));
    if let Some((rank, before)) = title
        && !before[..before.len() - rank.len()].ends_with(|c: char| c.is_alphanumeric())
    {
        return Some(Ranked {
            rank,
            predicate: "title",
            range: CharRange::new(start - length(rank) - 1, end),
        });
    }
    // 先生 after a name is Japanese if kana follow.
    let is_japanese = after.chars().any(|c| matches!(c, 'ぁ'..='ん'));
    if let Some(rank) = begins(JAPANESE, after).filter(|_| is_japanese) {
        return Some(Ranked { rank, predicate: "肩書", range: CharRange::new(start, end + length(rank)) });
    }
    let holding = HOLDING.iter().filter(|word| after.starts_with(**word)).max_by_key(|word| word.len())?;
    let rank = begins(CHINESE, &after[holding.len()..])?;
    let rest = after[holding.len() + rank.len()..].chars().next();
    let ends = rest.is_none_or(|c| !c.is_alphanumeric() || c == '了');
    let range = CharRange::new(start, end + length(holding) + length(rank));
    ends.then_some(Ranked { rank, predicate: "官职", range })
}
