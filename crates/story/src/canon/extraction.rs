//! What a text says of the people in it, by fixed turns of phrase: the local stand-in for a model.
//!
//! Only turns that say it in so many words: A是B的父亲, A的父亲B, A字B. What it finds is proposed, never taken as true.

mod plot;

use wenfang_text::{CharRange, Lexicon, Mention, TextIndex};

use super::proposal::Proposed;

pub use plot::{KnownThread, Part, events, threads};

/// Something a text says.
#[derive(Clone, Debug, PartialEq)]
pub struct Extracted {
    /// What.
    pub proposed: Proposed,
    /// The passage that says it, in char offsets.
    pub range: CharRange,
    /// How sure it is, 0 to 1.
    pub confidence: f64,
}

/// A turn with two known names around it leaves little doubt, but irony and negation stand outside of it.
const OF_RELATION: f64 = 0.8;
/// What follows 字 or 号 is mostly a name.
const OF_ALIAS: f64 = 0.7;

/// Words for what one person is to another.
const KIN: [&str; 60] = [
    "父亲",
    "母亲",
    "爹",
    "娘",
    "爸爸",
    "妈妈",
    "儿子",
    "女儿",
    "长子",
    "次子",
    "幼子",
    "长女",
    "次女",
    "独子",
    "独女",
    "丈夫",
    "妻子",
    "夫人",
    "未婚妻",
    "未婚夫",
    "哥哥",
    "弟弟",
    "姐姐",
    "妹妹",
    "兄长",
    "大哥",
    "二哥",
    "堂兄",
    "堂弟",
    "表哥",
    "表弟",
    "表姐",
    "表妹",
    "祖父",
    "祖母",
    "爷爷",
    "奶奶",
    "孙子",
    "孙女",
    "外祖母",
    "外孙女",
    "叔叔",
    "伯父",
    "姑妈",
    "姨妈",
    "舅舅",
    "侄儿",
    "侄女",
    "外甥",
    "外甥女",
    "岳父",
    "岳母",
    "师父",
    "师傅",
    "徒弟",
    "弟子",
    "师兄",
    "师妹",
    "主人",
    "丫鬟",
];

/// What comes before another name of somebody.
const NAMING: [&str; 8] = ["表字", "乳名", "小名", "绰号", "外号", "人称", "字", "号"];

/// What a text says of those whose names are known.
pub fn extract(text: &str, lexicon: &Lexicon) -> Vec<Extracted> {
    let index = TextIndex::new(text);
    let mentions = lexicon.mentions(text);
    let mut found = Vec::new();
    for pair in mentions.windows(2) {
        if let [first, second] = pair {
            found.extend(relation(&index, lexicon, (first, second)));
        }
    }
    for (at, mention) in mentions.iter().enumerate() {
        let until = mentions.get(at + 1).map_or(index.len(), |next| next.range.start().get());
        found.extend(alias(&index, lexicon, (mention, until)));
    }
    found
}

fn name<'l>(lexicon: &'l Lexicon, mention: &Mention<'_>) -> Option<&'l str> {
    lexicon.name(mention.name)
}

/// A是B的父亲: A is the father of B. A的父亲B: B is the father of A.
fn relation(
    index: &TextIndex<'_>,
    lexicon: &Lexicon,
    (first, second): (&Mention<'_>, &Mention<'_>),
) -> Option<Extracted> {
    /// No turn is longer.
    const LONGEST: usize = 8;
    let (start, end) = (first.range.end().get(), second.range.start().get());
    if first.name == second.name || end < start || end - start > LONGEST {
        return None;
    }
    let between = index.slice(CharRange::new(start, end));
    let (a, b) = (name(lexicon, first)?, name(lexicon, second)?);
    let said = |from: &str, to: &str, kin: &str, end: usize| Extracted {
        proposed: Proposed::Relation {
            from: from.to_owned(),
            to: to.to_owned(),
            relation: kin.to_owned(),
            modality: super::Modality::Narrated,
        },
        range: CharRange::new(first.range.start().get(), end),
        confidence: OF_RELATION,
    };
    if ["是", "乃", "乃是", "便是", "就是", "正是"].contains(&between) {
        let after = second.range.end().get();
        let rest = index.slice(CharRange::new(after, (after + LONGEST).min(index.len())));
        let (kin, skipped) = match rest.strip_prefix(['的', '之']) {
            Some(rest) => (kin(rest)?, 1),
            None => (kin(rest)?, 0),
        };
        return Some(said(a, b, kin, after + skipped + kin.chars().count()));
    }
    let owned = between.strip_prefix(['的', '之'])?;
    let kin = kin(owned)?;
    let rest = &owned[kin.len()..];
    ["", "，", "是", "叫"].contains(&rest).then(|| said(b, a, kin, second.range.end().get()))
}

/// The word for a kinship that a text begins with, the longest.
fn kin(text: &str) -> Option<&'static str> {
    KIN.iter().copied().filter(|kin| text.starts_with(kin)).max_by_key(|kin| kin.len())
}

/// A字B，: B is another name of A. The other name ends at a mark, so that it is known where.
fn alias(
    index: &TextIndex<'_>,
    lexicon: &Lexicon,
    (mention, until): (&Mention<'_>, usize),
) -> Option<Extracted> {
    /// Courtesy names and nicknames have at most as many characters.
    const LONGEST: usize = 4;
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
    // 字迹 and 号啕 are words of their own: one character alone names nobody.
    if naming.chars().count() == 1 && skipped == 1 {
        return None;
    }
    let alias: String = rest.chars().take_while(|c| is_han(*c)).collect();
    let length = alias.chars().count();
    let ended = rest.chars().nth(length).is_some_and(|c| "，。；、”」".contains(c));
    let end = start + skipped + length;
    if !(2..=LONGEST).contains(&length) || !ended || end > until {
        return None;
    }
    Some(Extracted {
        proposed: Proposed::Alias { name: name(lexicon, mention)?.to_owned(), alias },
        range: CharRange::new(mention.range.start().get(), end),
        confidence: OF_ALIAS,
    })
}

fn is_han(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{3400}'..='\u{4dbf}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> String {
        let lexicon = Lexicon::new([(0, "沈砚"), (1, "沈怀山"), (2, "阿芷")]);
        let index = TextIndex::new(text);
        let lines = extract(text, &lexicon).into_iter().map(|found| {
            let what = match &found.proposed {
                Proposed::Relation { from, to, relation, .. } => format!("{from} {relation} {to}"),
                Proposed::Alias { name, alias } => format!("{name} = {alias}"),
                other => format!("{other:?}"),
            };
            format!("{what} [{}]", index.slice(found.range))
        });
        lines.collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn turns_of_phrase_say_who_is_what_to_whom() {
        assert_eq!(said("沈怀山是沈砚的父亲。"), "沈怀山 父亲 沈砚 [沈怀山是沈砚的父亲]");
        assert_eq!(said("沈砚的妹妹阿芷来了。"), "阿芷 妹妹 沈砚 [沈砚的妹妹阿芷]");
        assert_eq!(said("沈砚，字子墨，是个抄书人。"), "沈砚 = 子墨 [沈砚，字子墨]");
        assert_eq!(said("阿芷，人称“小船娘”，住在渡口。"), "阿芷 = 小船娘 [阿芷，人称“小船娘]");
    }

    #[test]
    fn what_is_not_said_in_so_many_words_is_left() {
        assert_eq!(said("沈怀山不是沈砚的父亲。"), "");
        assert_eq!(said("沈砚的字写得好，阿芷看了。"), "");
        assert_eq!(said("沈砚字迹潦草。阿芷号啕大哭，"), "");
        assert_eq!(said("沈砚是沈砚的父亲。"), "");
    }
}
