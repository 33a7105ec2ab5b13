//! Finds hints in a whole novel of which forty characters are known.

use std::collections::{BTreeMap, HashSet};

use wenfang_text::{CharRange, Lexicon, NameHint, NameHintKind, name_hints};

use crate::characters::pairs;
use crate::{corpus, novel};

/// People of 红楼梦 other than the forty, as the novel calls them.
const OTHERS: &str = "冯紫英 李十儿 马道婆 贾瑞 贾蔷 詹光 林之孝 李嬷嬷 金桂 何三 王一贴 周瑞 薛蝌 赵嬷嬷 翠缕 兴儿 红玉 秦钟 \
甄应嘉 倪二 湘莲 李贵 茗烟 云儿 赖嬷嬷 贾兰 子兴 柳湘莲 秋纹 张道士 代儒 莺儿 焙茗 鲍二 包勇 警幻 雪雁 芳官 赖大 佳蕙 宝蟾 卜世仁 \
巧姐儿 小燕 王仁 贾芹 李氏 春燕 邢大舅 玉钏儿 彩云 李纹 北静王 坠儿 宋嬷嬷 绣桔 琥珀 毛半仙 侍书 司棋 夏婆子 李婶娘 翠墨 水溶 程日兴 \
旺儿 王大夫 花自芳 彩屏 金荣 赵堂官 张华 藕官 蒋玉菡 金钏儿 吴新登 戴权 佩凤 冷子兴 柳氏 云光 王忠 王成 周奶娘 李二 胡君荣 小红 莲花儿 \
王善保 狗儿 小鹊 丰儿 金莺 钱槐 封肃 碧痕 青儿 贾璜 李绮 蕙香 秋桐 净虚 板儿 金氏 蕊官 金彩 冯渊 傅秋芳 金哥 孙绍祖 宝官 锄药 夏三 俞禄 \
赖尚荣 银蝶 昭儿 贾珠 文官";

fn is_new(hint: &NameHint) -> bool {
    hint.kind == NameHintKind::New
}

fn misspelling_of(hint: &NameHint) -> Option<u32> {
    match hint.kind {
        NameHintKind::New => None,
        NameHintKind::Misspelling { of } => Some(of),
    }
}

#[test]
fn most_new_name_hints_are_names() {
    let Some(text) = novel() else { return };
    let people: HashSet<&str> = OTHERS.split_whitespace().collect();
    let hints = name_hints([(0, text.as_str())], &Lexicon::new(pairs()));
    let new: Vec<&str> = hints.iter().filter(|hint| is_new(hint)).map(|hint| hint.name.as_str()).collect();
    let right = |first: usize| new.iter().take(first).filter(|name| people.contains(*name)).count();
    let wrong: Vec<&&str> = new.iter().take(100).filter(|name| !people.contains(*name)).collect();
    eprintln!(
        "new: {} of the first 50 are people, {} of the first 100; not: {wrong:?}",
        right(50),
        right(100)
    );
    assert!(right(50) >= 45, "{new:?}");
    assert!(right(100) >= 80, "{new:?}");
}

#[test]
fn most_main_characters_are_found_without_known_names() {
    let Some(text) = novel() else { return };
    let hints = name_hints([(0, text.as_str())], &Lexicon::new([]));
    let new: HashSet<&str> = hints.iter().map(|hint| hint.name.as_str()).collect();
    let missed: Vec<&str> = main_names().filter(|name| !new.contains(name)).collect();
    eprintln!("missed of forty: {missed:?}");
    assert!(missed.len() <= 8, "{missed:?}");
}

/// The usual name of each of the forty.
fn main_names() -> impl Iterator<Item = &'static str> {
    crate::characters::CHARACTERS.into_iter().filter_map(|names| names.first().copied())
}

#[test]
fn planted_misspellings_are_found_with_few_false_alarms() {
    let Some(text) = novel() else { return };
    let lexicon = Lexicon::new(pairs());
    let clean: Vec<String> = misspellings(&text, &lexicon).into_iter().map(|(name, _)| name).collect();
    eprintln!("in the clean text: {clean:?}");
    assert!(clean.len() <= 12, "{clean:?}");

    let (misspelt, injected) = misspell(&text, &lexicon);
    let meant: BTreeMap<String, u32> = misspellings(&misspelt, &lexicon).into_iter().collect();
    // If a shorter name is left intact in a misspelling (林黛玉 as 材黛玉), it is a mention.
    let mentions = lexicon.mentions(&misspelt);
    let hidden = |range: CharRange| mentions.iter().any(|mention| mention.range.overlaps(range));
    let open: Vec<_> = injected.iter().filter(|planted| !hidden(planted.range)).collect();
    let right = open.iter().filter(|planted| meant.get(&planted.written) == Some(&planted.of)).count();
    let wrong =
        open.iter().filter(|planted| meant.get(&planted.written).is_some_and(|of| *of != planted.of)).count();
    let ends = open.iter().filter(|planted| planted.at == Some(0)).count();
    let right_ends = open
        .iter()
        .filter(|planted| planted.at == Some(0) && meant.get(&planted.written) == Some(&planted.of))
        .count();
    let others =
        meant.keys().filter(|name| !injected.iter().any(|planted| planted.written == **name)).count();
    eprintln!(
        "{} misspellings, {} outside other mentions: {right} right, {wrong} for another name; of {ends} in the first \
         character {right_ends}; {others} more",
        injected.len(),
        open.len(),
    );
    assert!(right * 10 >= open.len() * 6, "{right} of {}", open.len());
    assert!(wrong * 50 <= open.len(), "{wrong} of {}", open.len());
    assert!(others <= 12, "{others}");
}

fn misspellings(text: &str, lexicon: &Lexicon) -> Vec<(String, u32)> {
    let hints = name_hints([(0, text)], lexicon);
    hints.into_iter().filter_map(|hint| Some((hint.name.clone(), misspelling_of(&hint)?))).collect()
}

/// A planted misspelling.
struct Misspelling {
    of: u32,
    written: String,
    range: CharRange,
    /// The index of the changed character; `None` if two were swapped.
    at: Option<usize>,
}

/// The text with 200 misspellings in mentions of three characters and more: one character replaced by another of the
/// book, or two neighbours swapped.
fn misspell(text: &str, lexicon: &Lexicon) -> (String, Vec<Misspelling>) {
    let mut chars: Vec<char> = text.chars().collect();
    let mut han: Vec<char> =
        chars.iter().copied().filter(|c| ('\u{4e00}'..='\u{9fff}').contains(c)).collect();
    han.sort_unstable();
    han.dedup();
    let mut by_name: BTreeMap<u32, Vec<CharRange>> = BTreeMap::new();
    for mention in lexicon.mentions(text).into_iter().filter(|mention| mention.range.len() > 2) {
        by_name.entry(mention.name).or_default().push(mention.range);
    }
    by_name.retain(|_, ranges| ranges.len() >= 5);
    let names: Vec<(u32, Vec<CharRange>)> = by_name.into_iter().collect();
    // A linear congruential generator (Knuth's MMIX), for the same misspellings on every machine.
    let mut state: u64 = 20_261_121;
    let mut below = |count: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % count
    };
    let (mut misspellings, mut taken): (Vec<Misspelling>, HashSet<usize>) = (Vec::new(), HashSet::new());
    while misspellings.len() < 200 {
        let (of, ranges) = &names[below(names.len())];
        let range = ranges[below(ranges.len())];
        let name = &mut chars[range.as_range()];
        let at = below(name.len() + 1);
        let before = name.to_vec();
        if taken.contains(&range.start().get()) {
            continue;
        }
        match name.get_mut(at) {
            Some(c) => *c = han[below(han.len())],
            None => {
                let first = below(before.len() - 1);
                name.swap(first, first + 1);
            }
        }
        if *name != before {
            taken.insert(range.start().get());
            let at = (at < name.len()).then_some(at);
            misspellings.push(Misspelling { of: *of, written: name.iter().collect(), range, at });
        }
    }
    (chars.into_iter().collect(), misspellings)
}

#[test]
fn english_names_are_found_by_their_capitals() {
    let Some(text) = corpus("pride-and-prejudice.en.raw.txt") else { return };
    let known =
        ["Elizabeth", "Darcy", "Bingley", "Jane", "Bennet", "Wickham", "Collins", "Lydia", "Lady Catherine"];
    let lexicon = Lexicon::new((0..).zip(known));
    let hints = name_hints([(0, text.as_str())], &lexicon);
    let first: Vec<&str> =
        hints.iter().filter(|hint| is_new(hint)).take(30).map(|hint| hint.name.as_str()).collect();
    eprintln!("{first:?}");
    for name in
        ["Charlotte", "Longbourn", "Netherfield", "Gardiner", "Kitty", "Lucas", "Fitzwilliam", "Forster"]
    {
        assert!(first.contains(&name), "{name}: {first:?}");
    }
    assert!(!hints.iter().any(|hint| known.contains(&hint.name.as_str())));
    let misspellings = hints.iter().filter(|hint| misspelling_of(hint).is_some()).count();
    assert!(misspellings <= 2, "{misspellings}");

    let misspelt = text.replacen("Elizabeth", "Elizabteh", 1).replacen("Wickham", "Wickam", 2);
    let hints = name_hints([(0, misspelt.as_str())], &lexicon);
    let meant = |name: &str| hints.iter().find(|hint| hint.name == name).and_then(misspelling_of);
    assert_eq!((meant("Elizabteh"), meant("Wickam")), (Some(0), Some(5)));
}
