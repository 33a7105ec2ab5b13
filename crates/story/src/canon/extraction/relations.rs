//! Detects what one person is to another, if a fixed phrase between two names states it.

use wenfang_text::{CharRange, TextIndex};

use super::kin;

/// A relation stated between two names, or directly after them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StatedRelation {
    /// The relation, in the words of the text.
    pub(super) what: &'static str,
    /// Whether the relation belongs to the second name: B is the father of A.
    pub(super) of_second: bool,
    /// The number of characters after the second name that belong to the phrase.
    pub(super) behind: usize,
}

/// The text between two names and after the second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around<'t> {
    pub(super) between: &'t str,
    pub(super) after: &'t str,
}

/// The text between and after two names; `None` if they are too far apart for a phrase.
pub(super) fn around<'t>(index: &TextIndex<'t>, first: CharRange, second: CharRange) -> Option<Around<'t>> {
    /// The greatest length of a phrase, in characters.
    const MAX_LEN: usize = 40;
    let (start, end) = (first.end().get(), second.start().get());
    if end < start || end - start > MAX_LEN {
        return None;
    }
    let after = second.end().get();
    Some(Around {
        between: index.slice(CharRange::new(start, end)),
        after: index.slice(CharRange::new(after, (after + MAX_LEN).min(index.len()))),
    })
}

/// The relation that a phrase of any language states.
pub(super) fn stated(around: Around<'_>) -> Option<StatedRelation> {
    chinese(around).or_else(|| english(around)).or_else(|| japanese(around))
}

fn of_second(what: &'static str) -> Option<StatedRelation> {
    Some(StatedRelation { what, of_second: true, behind: 0 })
}

fn of_first(what: &'static str, behind: usize) -> Option<StatedRelation> {
    Some(StatedRelation { what, of_second: false, behind })
}

wenfang_text::words! {
    const NAMING = "relations/naming";
    const COPULAS = "relations/copulas";
    const INTRODUCING = "relations/introducing";
    const SENDING = "relations/sending";
    const CALLED = "relations/called";
    const ADJECTIVES = "relations/adjectives";
}

fn chinese(Around { between, after }: Around<'_>) -> Option<StatedRelation> {
    // 平儿 and 凤姐儿: the 儿 of a name may be omitted.
    let between = between.strip_prefix('儿').unwrap_or(between);
    if let Some((mark, owned)) = owned_by_first(between)
        && let Some(kin) = if mark.is_empty() { kin::chinese(owned) } else { kin::chinese_owned(owned) }
        && names_second(&owned[kin.len()..])
        && !["的", "之", "家的", "媳妇", "、", "们", "父", "母"].iter().any(|more| after.starts_with(more))
    {
        return of_second(kin);
    }
    // 沈砚妹阿芷.
    if kin::is_short(between) && !after.starts_with(['的', '之', '、']) {
        return kin::chinese_owned(between).and_then(of_second);
    }
    if let Some(kin) = own_kin(between) {
        return of_second(kin);
    }
    // 沈怀山是沈砚的父亲, 沈怀山乃沈砚之父.
    let being = between.strip_prefix('，').unwrap_or(between);
    if COPULAS.contains(&being) {
        let (kin, skipped, rest) = match after.strip_prefix('之') {
            Some(rest) => (kin::chinese_owned(rest)?, 1, rest),
            None => match after.strip_prefix('的') {
                Some(rest) => (kin::chinese(rest)?, 1, rest),
                None => (kin::chinese(after)?, 0, after),
            },
        };
        let ends = rest[kin.len()..].chars().next().is_none_or(|c| !c.is_alphanumeric());
        return if ends { of_first(kin, skipped + kin.chars().count()) } else { None };
    }
    // 沈怀山、沈砚父子.
    if ["", "、", "和", "与", "同", "并", "跟", "及"].contains(&between)
        && let Some(kin) = kin::pair(after)
    {
        // 黛玉和迎春姊妹等: the sisters may be only the second person's.
        let is_loose = ["兄弟", "弟兄", "姐妹", "姊妹", "母子", "母女"].contains(&kin);
        let is_open = after[kin.len()..].starts_with(['等', '们', '几', '三', '四', '众']);
        return if is_open || (is_loose && !["", "、"].contains(&between)) {
            None
        } else {
            of_first(kin, kin.chars().count())
        };
    }
    // 沈砚和阿芷是亲兄妹.
    if ["和", "与", "同", "跟"].contains(&between)
        && let Some(being) =
            ["是", "本是", "原是", "乃是", "乃", "系"].iter().find_map(|being| after.strip_prefix(being))
    {
        let bare = ["亲", "姑表", "姨表", "堂", "结义", "同胞", "表", "师"];
        let bare = bare.iter().find_map(|kind| being.strip_prefix(kind)).unwrap_or(being);
        let kin = kin::pair(bare).or_else(|| kin::chinese(bare))?;
        let behind = after.len() - bare.len() + kin.len();
        return of_first(kin, after[..behind].chars().count());
    }
    verbs(between, after).or_else(|| introduced(between))
}

/// The part that belongs to the first name, and the mark of possession: 沈砚的, 沈砚之, 沈砚房里的, 沈砚，其.
fn owned_by_first(between: &str) -> Option<(&'static str, &str)> {
    wenfang_text::words! {
        const MARKS = "relations/marks";
        const KINDS = "relations/kinds";
    }
    let (mark, owned) =
        MARKS.iter().find_map(|mark| Some((*mark, between.strip_prefix(mark)?))).unwrap_or(("", between));
    if mark.is_empty() {
        return Some((mark, owned));
    }
    // 一个心腹大丫头: qualifiers are skipped if a kinship follows them.
    let (mut rest, mut bare) = (owned, owned);
    while let Some(less) =
        KINDS.iter().filter_map(|kind| rest.strip_prefix(kind)).min_by_key(|less| less.len())
    {
        rest = less;
        if kin::chinese(rest).is_some() {
            bare = rest;
        }
    }
    Some((mark, bare))
}

/// Whether the text between a kinship and the second name assigns the kinship to that name.
fn names_second(rest: &str) -> bool {
    if rest.is_empty() {
        return true;
    }
    // 沈砚的妹妹，阿芷: these may be two separate people.
    let naming = rest.strip_prefix('，').unwrap_or(rest);
    !naming.is_empty() && NAMING.contains(&naming)
}

/// 沈砚忙叫他妹妹阿芷: a relative of the person named earlier in the clause.
fn own_kin(between: &str) -> Option<&'static str> {
    /// The greatest number of characters before 他, among which no other person may be named.
    const MAX_BETWEEN: usize = 10;
    let (byte, mark) = ["自己的", "自己", "他的", "她的", "他", "她", "其"]
        .iter()
        .filter_map(|mark| Some((between.find(mark)?, *mark)))
        .min_by_key(|(byte, mark)| (*byte, std::cmp::Reverse(mark.len())))?;
    let lead = &between[..byte];
    if lead.chars().count() > MAX_BETWEEN || lead.contains(|c: char| "。！？“”：；".contains(c)) {
        return None;
    }
    let owned = &between[byte + mark.len()..];
    let kin = if mark == "其" { kin::chinese_owned(owned)? } else { kin::chinese(owned)? };
    owned[kin.len()..].is_empty().then_some(kin)
}

/// 娶, 嫁与, 拜 … 为师, 认 … 为义父, 与 … 结为夫妻.
fn verbs(between: &str, after: &str) -> Option<StatedRelation> {
    wenfang_text::pairs! {
        const MARRYING = "relations/marrying";
    }
    if let Some((_, what)) = MARRYING.iter().find(|(turn, _)| *turn == between) {
        return of_first(what, 0);
    }
    // 沈砚命丫鬟阿芷: a servant whom a person sends is that person's own.
    let sent = SENDING.iter().find_map(|sending| between.strip_prefix(sending));
    if let Some(kin) = sent.and_then(kin::servant) {
        return of_second(kin);
    }
    let between = between.trim_start_matches(['已', '便', '又', '就', '遂', '忙']);
    let becoming = after.strip_prefix(['为', '作', '做']);
    if ["拜", "认", "拜了", "认了"].contains(&between) {
        let kin = kin::chinese_owned(becoming?)?;
        return Some(StatedRelation { what: kin, of_second: true, behind: 1 + kin.chars().count() });
    }
    if ["与", "和", "同"].contains(&between) {
        let (turn, rest) =
            ["结拜为", "结为", "义结为"].iter().find_map(|turn| Some((*turn, after.strip_prefix(turn)?)))?;
        let kin = kin::pair(rest)?;
        return of_first(kin, turn.chars().count() + kin.chars().count());
    }
    None
}

/// 沈怀山有个女儿，名叫阿芷.
fn introduced(between: &str) -> Option<StatedRelation> {
    /// The greatest number of characters of number and praise before the kinship.
    const MAX_BETWEEN: usize = 6;
    let rest = ["有", "只有", "单有", "膝下有", "生有", "生了", "生得", "还有"]
        .iter()
        .filter_map(|having| between.strip_prefix(having))
        .next()?;
    rest.char_indices().take(MAX_BETWEEN).find_map(|(byte, _)| {
        let kin = kin::chinese(&rest[byte..])
            .or_else(|| kin::chinese_owned(&rest[byte..]).filter(|kin| ["子", "女"].contains(kin)))?;
        let naming = rest[byte + kin.len()..].trim_start_matches('，');
        INTRODUCING.contains(&naming).then_some(StatedRelation { what: kin, of_second: true, behind: 0 })
    })
}

/// The words after a name that introduce a new one: 的丫鬟名唤, 之妻.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Naming {
    /// What the new person is to the known one.
    pub(super) kin: &'static str,
    /// The length of the words in bytes.
    pub(super) bytes: usize,
    /// Whether they announce a name.
    pub(super) is_called: bool,
}

/// The words at the start of a text after a name, if they introduce a new name.
pub(super) fn naming(behind: &str) -> Option<Naming> {
    let having = ["有个", "有一个", "有一", "只有一个", "生了一个", "生有一", "生一"];
    let had = having.iter().find_map(|having| behind.strip_prefix(having));
    let owned = match had {
        Some(owned) => Some(owned),
        None => owned_by_first(behind).filter(|(mark, _)| !mark.is_empty()).map(|(_, owned)| owned),
    }?;
    let kin = kin::chinese_owned(owned)?;
    let rest = &owned[kin.len()..];
    let naming = rest.trim_start_matches('，');
    let called = CALLED.iter().find(|called| naming.starts_with(**called));
    match called {
        Some(called) => {
            Some(Naming { kin, bytes: behind.len() - naming.len() + called.len(), is_called: true })
        }
        // 商议 after 家的媳妇 is not a name: only 的 and 之 introduce a name that is not announced.
        None if had.is_some() || !(behind.starts_with('的') || behind.starts_with('之')) => None,
        None => Some(Naming { kin, bytes: behind.len() - rest.len(), is_called: false }),
    }
}

wenfang_text::words! {
    const BEFORE_NAMES = "relations/before_names";
}

fn english(Around { between, after }: Around<'_>) -> Option<StatedRelation> {
    let titleless = BEFORE_NAMES.iter().find_map(|title| between.strip_suffix(title)).unwrap_or(between);
    let possessed = |text: &str| -> Option<usize> {
        ["'s ", "’s ", "' ", "’ "].iter().find(|mark| text.starts_with(**mark)).map(|mark| mark.len())
    };
    // Orla met her sister Tam.
    if let Some(kin) = her_own(titleless) {
        return of_second(kin);
    }
    // Orla's sister, Tam; Orla's younger brother Tam.
    if let Some(mark) = possessed(titleless) {
        let rest = skip_adjective(&titleless[mark..]);
        let kin = kin::english(rest)?;
        let rest = &rest[kin.len()..];
        return if [" ", ", ", ",\n", "\n"].contains(&rest) { of_second(kin) } else { None };
    }
    // Tam, Orla's brother; Tam was Orla's brother.
    if [", ", " is ", " was "].contains(&titleless)
        && let Some(mark) = possessed(after)
    {
        let rest = skip_adjective(&after[mark..]);
        let kin = kin::english(rest)?;
        let ends = rest[kin.len()..].chars().next().is_none_or(|c| ",.;:!?".contains(c));
        let behind = after.len() - rest.len() + kin.len();
        return if ends { of_first(kin, after[..behind].chars().count()) } else { None };
    }
    // Tam, the brother of Orla; Tam was a friend of Orla.
    let rest = [", ", " is ", " was "].iter().find_map(|turn| titleless.strip_prefix(turn))?;
    let rest = ["the ", "a ", "an "].iter().find_map(|article| rest.strip_prefix(article)).unwrap_or(rest);
    let rest = skip_adjective(rest);
    let kin = kin::english(rest)?;
    if [" of ", " to "].contains(&&rest[kin.len()..]) { of_first(kin, 0) } else { None }
}

/// A relative of the person named earlier in the sentence, with no one else in between: `wrote to her sister `.
fn her_own(between: &str) -> Option<&'static str> {
    let at = [" her ", " his ", "\nher ", "\nhis "].iter().filter_map(|own| between.rfind(own)).max()?;
    let lead = &between[..at];
    if lead.starts_with(['\'', '’']) || lead.contains(|c: char| ".;:!?“”\"".contains(c) || c.is_uppercase())
    {
        return None;
    }
    let rest = skip_adjective(&between[at + " her ".len()..]);
    let kin = kin::english(rest)?;
    [" ", ", ", "\n"].contains(&&rest[kin.len()..]).then_some(kin)
}

/// Skips one adjective of age before a kinship.
fn skip_adjective(text: &str) -> &str {
    ADJECTIVES.iter().find_map(|adjective| text.strip_prefix(adjective)).unwrap_or(text)
}

fn japanese(Around { between, after }: Around<'_>) -> Option<StatedRelation> {
    // 水沢の妹ミレイ, 水沢の妹のミレイ.
    if let Some(owned) = between.strip_prefix('の') {
        let kin = kin::japanese(owned)?;
        return if ["", "の", "、", "である", "で、"].contains(&&owned[kin.len()..]) {
            of_second(kin)
        } else {
            None
        };
    }
    // ミレイは水沢の妹だ.
    if ["は", "が", "も"].contains(&between)
        && let Some(owned) = after.strip_prefix('の')
    {
        let kin = kin::japanese(owned)?;
        let rest = &owned[kin.len()..];
        let ends = ["だ", "で", "。", "、"].iter().any(|end| rest.starts_with(end));
        return if ends { of_first(kin, 1 + kin.chars().count()) } else { None };
    }
    None
}
