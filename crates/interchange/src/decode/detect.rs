//! Detects the encoding of bytes without a byte order mark, from how much each decoding looks like prose.
//!
//! A wrong decoding of Chinese or Japanese gives valid but rare characters. A decoding is therefore scored by
//! its share of very common ones: the 500 or so commonest Han characters of modern prose in both scripts, kana,
//! and East Asian punctuation. On windows of 200 bytes, the right decoding of prose scores 0.5 to 0.8, a wrong
//! one below 0.25. The guess of chardetng adds only [`CHARDETNG_BONUS`], so it decides only between encodings with
//! similar scores.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::DecoderResult;

use crate::Encoding;

/// The size in bytes of each of the three windows that are scored: at the start, in the middle and near the end of the
/// file.
const WINDOW: usize = 48 * 1024;

/// The score added for chardetng's guess: about half the distance between a right and a wrong decoding.
const CHARDETNG_BONUS: f64 = 0.15;

/// The cost of a malformed sequence, in characters. One per hundred characters rules a decoding out.
const MALFORMED_COST: f64 = 30.0;

/// If the best encoding cannot decode the bytes strictly, others are tried, but none whose score is lower by this much:
/// they would decode without errors, but to nonsense.
const MAX_SCORE_GAP: f64 = 0.2;

const CANDIDATES: [Encoding; 5] =
    [Encoding::Gb18030, Encoding::Big5, Encoding::ShiftJis, Encoding::Utf16Le, Encoding::Utf16Be];

/// The minimum score of prose. Decodings below it consist of rare characters, as when Latin-1 is read as Chinese.
const MIN_SCORE: f64 = 0.15;

/// The minimum score of UTF-16, which is higher because almost any bytes are valid Chinese in UTF-16.
const MIN_SCORE_UTF16: f64 = 0.3;

/// The encodings worth trying.
#[derive(Debug)]
pub(super) struct Ranking {
    /// Best first; never empty. Bytes that are almost UTF-8 have UTF-8 first.
    pub encodings: Vec<Encoding>,
    /// Whether the best decoding looks like prose.
    pub plausible: bool,
}

/// Ranks the encodings of bytes that are not valid UTF-8.
pub(super) fn ranked(bytes: &[u8]) -> Ranking {
    let mut scores: Vec<(Encoding, f64)> =
        CANDIDATES.into_iter().map(|encoding| (encoding, score(bytes, encoding))).collect();
    scores.push((Encoding::Utf8, utf8_score(bytes)));
    let vote = chardetng_vote(bytes);
    if let Vote::For(vote) = vote {
        scores
            .iter_mut()
            .filter(|(encoding, _)| *encoding == vote)
            .for_each(|(_, score)| *score += CHARDETNG_BONUS);
    }
    scores.sort_by(|a, b| b.1.total_cmp(&a.1));
    let best = scores[0].1;
    let utf = matches!(scores[0].0, Encoding::Utf8 | Encoding::Utf16Le | Encoding::Utf16Be);
    Ranking {
        plausible: best >= MIN_SCORE && (utf || vote != Vote::Against),
        encodings: scores
            .into_iter()
            .filter(|(_, score)| *score > best - MAX_SCORE_GAP)
            .map(|(encoding, _)| encoding)
            .collect(),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Vote {
    For(Encoding),
    /// Korean or EUC-JP, which the importer cannot read and which look like Chinese.
    Against,
    None,
}

fn chardetng_vote(bytes: &[u8]) -> Vote {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(&bytes[..bytes.len().min(2 * WINDOW)], bytes.len() <= 2 * WINDOW);
    let guess = detector.guess(None, Utf8Detection::Deny);
    if guess == encoding_rs::GBK || guess == encoding_rs::GB18030 {
        Vote::For(Encoding::Gb18030)
    } else if guess == encoding_rs::BIG5 {
        Vote::For(Encoding::Big5)
    } else if guess == encoding_rs::SHIFT_JIS {
        Vote::For(Encoding::ShiftJis)
    } else if guess == encoding_rs::EUC_KR || guess == encoding_rs::EUC_JP {
        Vote::Against
    } else {
        Vote::None
    }
}

/// Returns the share of well-formed UTF-8 in the multi-byte part of `bytes`, from 0 to 1; 0 if there is none.
fn utf8_score(bytes: &[u8]) -> f64 {
    let (mut good, mut bad) = (0_usize, 0_usize);
    for chunk in bytes.utf8_chunks() {
        good += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        bad += usize::from(!chunk.invalid().is_empty());
        bad += chunk.valid().bytes().filter(|&byte| byte == 0).count();
    }
    if good == 0 { 0.0 } else { (good as f64 - bad as f64 * MALFORMED_COST / 10.0) / good as f64 }
}

/// The maximum share of bytes of UTF-16 that look like ASCII. In Chinese about half do; in English half the bytes are
/// NULs.
const MAX_ASCII_SHARE_OF_UTF16: f64 = 0.85;

/// Fewer bytes than this may look like ASCII by chance.
const MIN_ASCII_SAMPLE: usize = 100;

/// Whether nearly every byte is an ASCII character, as in English text with a few stray bytes. Such a file is
/// never UTF-16, even if it decodes to something plausible.
fn is_mostly_ascii(bytes: &[u8]) -> bool {
    let ascii = bytes.iter().filter(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\r' | b'\t')).count();
    bytes.len() >= MIN_ASCII_SAMPLE && ascii as f64 > bytes.len() as f64 * MAX_ASCII_SHARE_OF_UTF16
}

/// Returns the share of common characters among the non-ASCII characters (for UTF-16, all characters) of
/// `bytes` decoded as `encoding`, less the cost of malformed sequences.
fn score(bytes: &[u8], encoding: Encoding) -> f64 {
    let utf16 = matches!(encoding, Encoding::Utf16Le | Encoding::Utf16Be);
    if utf16 && is_mostly_ascii(bytes) {
        return f64::NEG_INFINITY;
    }
    if utf16 && bytes.len() % 2 == 1 {
        return -1.0;
    }
    let mut tally = Tally::default();
    for window in windows(bytes, encoding) {
        tally.read(window, encoding);
    }
    let seen = if utf16 { tally.seen + tally.ascii } else { tally.seen };
    let good = if utf16 { tally.good + tally.ascii as f64 } else { tally.good };
    if seen == 0 {
        return if utf16 { -1.0 } else { 0.0 };
    }
    let score = (good - tally.malformed as f64 * MALFORMED_COST) / seen as f64;
    if utf16 && score < MIN_SCORE_UTF16 { -1.0 } else { score }
}

/// Returns up to three windows that start on a character boundary of `encoding`.
fn windows(bytes: &[u8], encoding: Encoding) -> Vec<&[u8]> {
    if bytes.len() <= 3 * WINDOW {
        return vec![bytes];
    }
    let from = |start: usize| {
        let start = match encoding {
            Encoding::Utf16Le | Encoding::Utf16Be => start & !1,
            // No trail byte of the other encodings is a line feed.
            _ => {
                start
                    + bytes[start..start + WINDOW]
                        .iter()
                        .position(|&byte| byte == b'\n')
                        .map_or(0, |at| at + 1)
            }
        };
        &bytes[start..(start + WINDOW).min(bytes.len())]
    };
    vec![&bytes[..WINDOW], from(bytes.len() / 2), from(bytes.len() - 2 * WINDOW)]
}

#[derive(Default)]
struct Tally {
    /// Characters beyond ASCII, and control characters.
    seen: usize,
    ascii: usize,
    /// The weighted count of common characters.
    good: f64,
    malformed: usize,
}

impl Tally {
    fn read(&mut self, mut bytes: &[u8], encoding: Encoding) {
        let mut decoder = encoding.codec().new_decoder_without_bom_handling();
        let mut text = String::with_capacity(bytes.len() * 3 + 16);
        loop {
            text.clear();
            let (result, read) = decoder.decode_to_string_without_replacement(bytes, &mut text, false);
            bytes = &bytes[read..];
            text.chars().for_each(|c| self.take(c));
            match result {
                DecoderResult::InputEmpty => return,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(..) => self.malformed += 1,
            }
        }
    }

    fn take(&mut self, c: char) {
        if matches!(c, ' '..='~' | '\n' | '\r' | '\t') {
            self.ascii += 1;
            return;
        }
        self.seen += 1;
        self.good += match c {
            '、'..='〟' | '，' | '．' | '：' | '；' | '！' | '？' | '（' | '）' | '　' => 1.0,
            '\u{2010}'..='\u{2026}' | 'ぁ'..='ん' | 'ァ'..='ー' => 1.0,
            '\u{a0}'..='\u{ff}' | '０'..='ｚ' => 0.5,
            c if COMMON.contains(c) => 1.0,
            // Han characters of the basic block are plausible but not distinctive.
            '\u{4e00}'..='\u{9fff}' => 0.1,
            // Wrong decodings are full of half-width kana, private use and control characters.
            '\u{e000}'..='\u{f8ff}' | '｡'..='ﾟ' | '\0'..='\u{9f}' => -1.0,
            _ => 0.0,
        };
    }
}

/// The commonest Han characters of Chinese prose, simplified and traditional, and of Japanese prose.
struct Common(&'static str);

const COMMON: Common = Common(
    "的一是了我不在人有他这那你来说上个到大子去们中为就道着也时里下地得和出要么可自以会然看家心小没生过\
     头天好后年起多只能见手想还事国样之两面又如同回前三都没把进她什对发而它用于十当些长打情现开方作成又从\
     动已身知很者话点再实所意问三经行像快将老但成被因向二听正外明几间气走定分门新次此吃太声真女叫先\
     呢做本笑给日月眼四公何西高夫口水最王主全住东信法白路第比怎马才啊吧吗无风死光力相条直山亲眉父母兄弟\
     爷奶姐妹忙便请望坐站丫儿宝玉且若非岂乃其与则皆言曰谁哪您此处边常五六七八九百千万书字句名学文进入内\
     使理解感应重体性别教关系机种物部位平机或者更比较许难往找错罢爱情意思原早晚今明半夜张李赵钱孙心\
     來說個時們後國過頭還樣兩見沒對發會話點實問經幾間氣門開長動從進將當這為麼裡裏著與爾無聽雖覺讓請\
     歡處邊書東馬風親爺媽貝貴買賣賢誰談論謝識讀變車軍運遠遲適選鐘錢鐵隨難雲電題願類飛飯館驚體黨齊\
     尋尊導專將屋層屬嶺巖師帶幫強彈復微徹態慶應懷懶戀戰戲戶擇據數斷於曉暫樂標機檢歲歸殺決況淚滅滿漸\
     熱獨獻現瑪產畢異當發盡監眾礙種穩窮競筆節簡紅級純紙細終結給絕統經維緊線縣總繼續罵罷義習聖聲職\
     腦腳臉臨舉舊與興葉蓋藏藝處號蟲術衆衛裝複規視親計訂記設許訴詞詩話該認語誠誤調請諸講\
     私僕君彼女達間然思見言聞行来今年前後何度東京父母妻宅室死返事気持込出入帰学校先生奥様様子供供友\
     仕方当時分自違変々思笑黙答聞読書紙手足顔眼口耳心頭声言葉話物者所場処向側道町村国家",
);

impl Common {
    fn contains(&self, c: char) -> bool {
        use std::collections::HashSet;
        use std::sync::LazyLock;
        static SET: LazyLock<HashSet<char>> = LazyLock::new(|| COMMON.0.chars().collect());
        SET.contains(&c)
    }
}
