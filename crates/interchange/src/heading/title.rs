//! Titles: joining their lines and cutting off prose.

pub(crate) use wenfang_text::title::one_line as plain;

/// Returns the byte offset in `rest` where prose begins after a two-clause title (回目), if there is any.
///
/// The clauses of a 回目 have equal length. Text after them, separated by white space, is the beginning of the
/// chapter: in `醉金剛小鰍生大浪　痴公子余痛触前情 話說賈雨村剛欲過渡，` both clauses have eight characters and
/// the prose begins at 話.
pub(crate) fn prose_after_couplet(rest: &str) -> Option<usize> {
    let mut clauses = Vec::new();
    let mut at = None;
    for (byte, c) in rest.char_indices().chain([(rest.len(), ' ')]) {
        match (at, c.is_whitespace()) {
            (None, false) => at = Some(byte),
            (Some(start), true) => {
                clauses.push(start..byte);
                at = None;
            }
            _ => {}
        }
    }
    let [first, second, prose, ..] = clauses.as_slice() else { return None };
    let length = |clause: &std::ops::Range<usize>| rest[clause.clone()].chars().count();
    let couplet = length(first) == length(second) && (4..=12).contains(&length(first));
    couplet.then_some(prose.start)
}

/// Whether a line can be the title of the numbered heading on the line before: short, and not a sentence.
pub(crate) fn can_be_title(body: &str) -> bool {
    let length = body.chars().count();
    if length == 0
        || length > 40
        || is_bare_number(body)
        || body.starts_with(['“', '「', '『', '"', '［', '[', '（', '(', '—', '…'])
    {
        return false;
    }
    let last = body.chars().next_back().unwrap_or(' ');
    let closes = matches!(last, '？' | '！' | '?' | '!' | '）' | ')' | '》' | '」');
    let sentence = body.chars().any(|c| matches!(c, '。' | '．' | '；' | '“' | '”' | '：'));
    !sentence && (closes || !(crate::lines::is_sentence_end(last) || crate::lines::is_pause(last)))
}

/// Whether a line is only the number of a section: 1, 12., （三）, 二、. Four digits may be a year.
fn is_bare_number(body: &str) -> bool {
    const MAX: usize = 3;
    let numerals = body.chars().filter(|c| {
        matches!(c, '0'..='9' | '０'..='９') || "零〇一二三四五六七八九十百①②③④⑤⑥⑦⑧⑨⑩".contains(*c)
    });
    let numerals = numerals.count();
    let marks =
        body.chars().filter(|c| c.is_whitespace() || ".．。、,，()（）[]【】-—·*".contains(*c)).count();
    (1..=MAX).contains(&numerals) && numerals + marks == body.chars().count()
}

/// Whether a line is a two-clause title.
pub(crate) fn is_couplet(body: &str) -> bool {
    let mut clauses = body.split_whitespace().map(|clause| clause.chars().count());
    matches!((clauses.next(), clauses.next(), clauses.next()), (Some(a), Some(b), None) if a == b && (4..=12).contains(&a))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_after_a_couplet_is_found() {
        let rest = "醉金剛小鰍生大浪　痴公子余痛触前情 話說賈雨村剛欲過渡，";
        assert_eq!(prose_after_couplet(rest).map(|at| &rest[at..]), Some("話說賈雨村剛欲過渡，"));
        assert_eq!(prose_after_couplet("甄士隱夢幻識通靈　賈雨村風塵怀閨秀"), None);
        assert_eq!(prose_after_couplet("风 起 云"), None);
    }

    #[test]
    fn a_sentence_is_not_a_title() {
        assert!(can_be_title("初入江湖"));
        assert!(can_be_title("你是谁？"));
        assert!(!can_be_title("他走了。"));
        assert!(!can_be_title("话说凤姐儿正抚恤平儿，忽见众姊妹进来，"));
        assert!(!can_be_title("“谁？”"));
    }

    #[test]
    fn a_bare_number_is_not_a_title() {
        for number in ["1", "12", "１", "一", "二十", "（三）", "2.", "二、", "- 3 -"] {
            assert!(!can_be_title(number), "{number}");
        }
        for title in ["1984", "三岔口", "一九三七", "7号楼"] {
            assert!(can_be_title(title), "{title}");
        }
    }
}
