//! Reads one line as a heading: 第X章, 卷一, 楔子, 番外, with optional surroundings.

use wenfang_text::parse_numeral;

use super::around::{is_mark, text_of};

/// The maximum length of a heading in characters. Two-clause titles (回目) with their number have fewer than
/// 30.
pub(crate) const MAX_HEADING_LEN: usize = 60;

/// The unit that a heading counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Unit {
    /// 卷 部 集 篇 册 季 辑 编, BOOK, PART, VOLUME.
    Volume,
    /// 章 回 话 幕 折 出, CHAPTER.
    Chapter,
    /// 节.
    Section,
    /// 楔子, 序章, 番外, PROLOGUE …
    Named,
}

/// A line that has the form of a heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Form<'t> {
    pub unit: Unit,
    pub number: Option<u32>,
    /// The text after the number or the name.
    pub rest: &'t str,
    /// Whether `rest` follows without a separator: 第一章初遇.
    pub attached: bool,
}

/// Words that web novels put before the number.
const LEADS: [&str; 8] = ["正文卷", "正文", "VIP卷", "VIP章节", "VIP", "vip", "公众章节", "免费章节"];

/// Chapter names without a number.
const NAMES: [&str; 52] = [
    "楔子",
    "引子",
    "序章",
    "序言",
    "序幕",
    "自序",
    "序文",
    "序曲",
    "序",
    "前言",
    "前记",
    "前記",
    "题记",
    "題記",
    "引言",
    "卷首语",
    "后记",
    "後記",
    "后序",
    "後序",
    "尾声",
    "尾聲",
    "终章",
    "終章",
    "终幕",
    "終幕",
    "终曲",
    "大结局",
    "大結局",
    "结局",
    "結局",
    "结语",
    "番外篇",
    "番外",
    "外传",
    "外傳",
    "附录",
    "附錄",
    "跋",
    "间章",
    "間章",
    "幕间",
    "幕間",
    "插曲",
    "完本感言",
    "上架感言",
    "完结感言",
    "プロローグ",
    "エピローグ",
    "あとがき",
    "まえがき",
    "断章",
];

/// Names that a number or 之 may follow directly (番外三, 番外之雪夜).
const CONTINUED_NAMES: [&str; 6] = ["番外篇", "番外", "外传", "外傳", "间章", "間章"];

/// Reads `body` as a CJK heading.
pub(crate) fn read(body: &str) -> Option<Form<'_>> {
    let inner = text_of(body);
    numbered(inner).or_else(|| reversed(inner)).or_else(|| upper_middle_lower(inner)).or_else(|| named(inner))
}

/// Reads `body` as a bare number, with nothing else on the line: 一, 12, １２, XII, （三）, 3、.
pub(crate) fn read_bare(body: &str) -> Option<u32> {
    let inner = body
        .trim_matches(|c: char| is_mark(c) || matches!(c, '（' | '）' | '(' | ')') || c.is_whitespace())
        .trim_end_matches(['、', '.', '．']);
    let length = inner.chars().count();
    if length == 0 || length > 8 { None } else { parse_numeral(inner).map(|(number, _)| number) }
}

/// Reads 第X章, after an optional 《book》 or 正文.
fn numbered(inner: &str) -> Option<Form<'_>> {
    let text = skip_lead(inner);
    let text = text.strip_prefix('第')?.trim_start();
    let (number, after) = take_number(text)?;
    let after = after.trim_start();
    let mut chars = after.chars();
    let unit = unit_of(chars.next()?)?;
    let rest = chars.as_str();
    let rest = if unit == Unit::Volume { rest.strip_prefix('分').unwrap_or(rest) } else { rest };
    Some(Form { unit, number: Some(number), rest: rest.trim_start(), attached: is_attached(rest) })
}

/// Reads 卷一 or 卷之一.
fn reversed(inner: &str) -> Option<Form<'_>> {
    let text = skip_lead(inner);
    let text = text.strip_prefix('卷')?;
    let text = text.strip_prefix('之').unwrap_or(text).trim_start();
    let (number, rest) = take_number(text)?;
    (!is_attached(rest)).then(|| Form {
        unit: Unit::Volume,
        number: Some(number),
        rest: rest.trim_start(),
        attached: false,
    })
}

/// Reads 上卷, 中部 or 下册.
fn upper_middle_lower(inner: &str) -> Option<Form<'_>> {
    let mut chars = inner.chars();
    let number = match chars.next()? {
        '上' => 1,
        '中' => 2,
        '下' => 3,
        _ => return None,
    };
    if !matches!(chars.next()?, '卷' | '部' | '册' | '冊' | '篇' | '编' | '編') {
        return None;
    }
    let rest = chars.as_str();
    // 中部 and 下部 are also ordinary words, so a title must be separated.
    (!is_attached(rest)).then(|| Form {
        unit: Unit::Volume,
        number: Some(number),
        rest: rest.trim_start(),
        attached: false,
    })
}

fn named(inner: &str) -> Option<Form<'_>> {
    let text = skip_lead(inner);
    let name = NAMES.iter().copied().find(|name| text.starts_with(name))?;
    let rest = &text[name.len()..];
    let form = Form { unit: Unit::Named, number: None, rest: rest.trim_start(), attached: false };
    if !is_attached(rest) {
        return Some(form);
    }
    let continued =
        CONTINUED_NAMES.contains(&name) && (rest.starts_with('之') || take_number(rest).is_some());
    continued.then_some(form)
}

fn skip_lead(text: &str) -> &str {
    let text = match text.strip_prefix('《').and_then(|inside| inside.split_once('》')) {
        Some((_, after)) if !after.is_empty() => after.trim_start(),
        _ => text,
    };
    LEADS.iter().find_map(|lead| text.strip_prefix(lead)).map_or(text, str::trim_start)
}

fn unit_of(c: char) -> Option<Unit> {
    match c {
        '章' | '回' | '话' | '話' | '幕' | '折' => Some(Unit::Chapter),
        '节' | '節' => Some(Unit::Section),
        '卷' | '巻' | '部' | '集' | '篇' | '册' | '冊' | '季' | '辑' | '輯' | '编' | '編' => {
            Some(Unit::Volume)
        }
        _ => None,
    }
}

/// Splits a numeral off the front of `text`; white space inside it is allowed.
fn take_number(text: &str) -> Option<(u32, &str)> {
    let end = text
        .char_indices()
        .find(|(_, c)| !is_numeral_char(*c) && !c.is_whitespace())
        .map_or(text.len(), |(at, _)| at);
    let numeral = text[..end].trim_end();
    let rest = &text[numeral.len()..];
    if numeral.is_empty() || numeral.chars().count() > 16 {
        return None;
    }
    let (number, _) = match parse_numeral(numeral) {
        Some(parsed) => parsed,
        None => parse_numeral(&numeral.chars().filter(|c| !c.is_whitespace()).collect::<String>())?,
    };
    Some((number, rest))
}

fn is_numeral_char(c: char) -> bool {
    c.is_ascii_digit()
        || ('０'..='９').contains(&c)
        || "零〇○一二三四五六七八九十百千万萬两兩廿卅卌壹贰貳叁參肆伍陆陸柒捌玖拾佰仟".contains(c)
}

/// Whether a title follows without white space or punctuation.
fn is_attached(rest: &str) -> bool {
    rest.chars().next().is_some_and(|c| {
        !c.is_whitespace()
            && !matches!(
                c,
                '：' | ':'
                    | '、'
                    | '.'
                    | '．'
                    | '·'
                    | '-'
                    | '—'
                    | '－'
                    | '《'
                    | '「'
                    | '『'
                    | '（'
                    | '('
                    | '【'
                    | '】'
                    | ']'
                    | '］'
                    | '〖'
                    | '｜'
                    | '|'
                    | '_'
                    | '~'
                    | '～'
                    | '/'
                    | '＊'
                    | '*'
            )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Option<(Unit, Option<u32>, &str, bool)>) {
        let found = read(line).map(|form| (form.unit, form.number, form.rest, form.attached));
        assert_eq!(found, expected, "{line}");
    }

    #[test]
    fn numbered_headings_are_read() {
        check("第一零四回　　醉金刚", Some((Unit::Chapter, Some(104), "醉金刚", false)));
        check("第 12 章：风起", Some((Unit::Chapter, Some(12), "：风起", false)));
        check("【第三章】", Some((Unit::Chapter, Some(3), "", false)));
        check("正文 第１０章 雪", Some((Unit::Chapter, Some(10), "雪", false)));
        check("第四回中既将", Some((Unit::Chapter, Some(4), "中既将", true)));
        check("第二卷", Some((Unit::Volume, Some(2), "", false)));
        check("卷一 风起", Some((Unit::Volume, Some(1), "风起", false)));
        check("下卷", Some((Unit::Volume, Some(3), "", false)));
        check("第三节", Some((Unit::Section, Some(3), "", false)));
    }

    #[test]
    fn named_headings_are_read() {
        check("楔子", Some((Unit::Named, None, "", false)));
        check("番外三 雪夜", Some((Unit::Named, None, "三 雪夜", false)));
        check("尾声：归去", Some((Unit::Named, None, "：归去", false)));
    }

    #[test]
    fn ordinary_words_are_not_headings() {
        check("第一是文章的名目", None);
        check("序列号", None);
        check("卷起千堆雪", None);
        check("中部地区", None);
        check("第二天", None);
    }

    #[test]
    fn bare_numbers_are_read() {
        assert_eq!(read_bare("二十一"), Some(21));
        assert_eq!(read_bare("（三）"), Some(3));
        assert_eq!(read_bare("XII."), Some(12));
        assert_eq!(read_bare("一个"), None);
        assert_eq!(read_bare(""), None);
    }
}
