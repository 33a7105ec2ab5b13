//! Marks that do not pair, are doubled, or are of the wrong width.

use wenfang_story::check::{Rule, Severity};
use wenfang_text::CharRange;

use super::found::Found;
use super::prepared::{Language, Prepared};
use super::reading::{Reading, is_han};

pub(super) fn check(prepared: &Prepared<'_>, reading: &Reading<'_>) -> Vec<Found> {
    let lines = reading.paragraphs.iter().enumerate().map(|(number, paragraph)| Line {
        chars: reading.chars.get(paragraph.as_range()).unwrap_or_default(),
        next: reading.paragraphs.get(number + 1).and_then(|next| {
            reading.chars.get(next.as_range())?.iter().copied().find(|c| !c.is_whitespace())
        }),
        is_chinese: prepared.language == Language::Chinese,
    });
    let lines: Vec<Line<'_>> = lines.collect();
    let mut unpaired: Vec<Vec<Wrong>> = lines.iter().map(Line::unpaired).collect();
    pair_across(&lines, &mut unpaired);
    let mut found = Vec::new();
    for ((paragraph, line), unpaired) in reading.paragraphs.iter().zip(&lines).zip(unpaired) {
        found.extend(unpaired.into_iter().chain(line.runs()).map(|wrong| {
            let from = paragraph.start().get();
            let range = CharRange::new(from + wrong.at, from + wrong.at + wrong.len);
            let one = Found::new(Rule::Punctuation, wrong.severity, reading.place(range))
                .values(wrong.expected.clone(), reading.slice(range));
            match wrong.is_certain {
                true => one.replaced_by(wrong.expected),
                false => one.sure(0.8),
            }
        }));
    }
    found
}

/// Takes back what a quote over several paragraphs leaves: verse and letters are opened once and closed paragraphs
/// later, or opened again after a line that was broken.
fn pair_across(lines: &[Line<'_>], unpaired: &mut [Vec<Wrong>]) {
    /// Paragraphs that such a quote has at most.
    const MAX_LEN: usize = 24;
    for at in 0..lines.len() {
        let Some(opener) = unpaired[at].last().and_then(|wrong| lines[at].left_open(wrong)) else { continue };
        let closer = PAIRS.iter().find(|(mark, _)| *mark == opener).map(|(_, closer)| *closer);
        let mut is_broken = false;
        for later in at + 1..lines.len().min(at + 1 + MAX_LEN) {
            let before = &lines[later - 1];
            is_broken |=
                before.chars.iter().rev().find(|c| !c.is_whitespace()).is_some_and(|c| c.is_alphanumeric());
            let first = unpaired[later].first().map(|wrong| lines[later].chars.get(wrong.at).copied());
            if first.is_some_and(|mark| mark == closer) {
                unpaired[later].remove(0);
                unpaired[at].pop();
                break;
            }
            let begins = lines[later].chars.iter().find(|c| !c.is_whitespace()) == Some(&opener);
            if begins {
                if is_broken {
                    unpaired[at].pop();
                }
                break;
            }
        }
    }
}

/// A paragraph.
struct Line<'a> {
    chars: &'a [char],
    /// The first visible character of the next paragraph.
    next: Option<char>,
    is_chinese: bool,
}

/// Marks that are wrong, counted from the beginning of the paragraph.
struct Wrong {
    at: usize,
    len: usize,
    /// What should stand there, or beside it.
    expected: String,
    severity: Severity,
    /// Whether what is expected may be put in its place.
    is_certain: bool,
}

const PAIRS: [(char, char); 12] = [
    ('“', '”'),
    ('‘', '’'),
    ('「', '」'),
    ('『', '』'),
    ('（', '）'),
    ('《', '》'),
    ('【', '】'),
    ('〈', '〉'),
    ('〔', '〕'),
    ('(', ')'),
    ('[', ']'),
    ('｛', '｝'),
];

impl Line<'_> {
    /// The quote that an unpaired mark opens and nothing behind it closes.
    fn left_open(&self, wrong: &Wrong) -> Option<char> {
        let mark = self.chars.get(wrong.at).copied()?;
        matches!(mark, '“' | '「' | '『' | '‘').then_some(mark)
    }

    /// Quotes and brackets without their other half.
    fn unpaired(&self) -> Vec<Wrong> {
        let mut open: Vec<(usize, char, char)> = Vec::new();
        let mut wrong = Vec::new();
        let lone = |at: usize, expected: char| Wrong {
            at,
            len: 1,
            expected: expected.to_string(),
            severity: Severity::Medium,
            is_certain: false,
        };
        for (at, &c) in self.chars.iter().enumerate() {
            if let Some((opener, closer)) = PAIRS.iter().find(|(opener, _)| *opener == c) {
                open.push((at, *opener, *closer));
            } else if let Some((opener, closer)) = PAIRS.iter().find(|(_, closer)| *closer == c) {
                if c == '’' && self.is_apostrophe(at, &open) || c == ')' && self.counts(at) {
                    continue;
                }
                match open.iter().rposition(|(_, mark, _)| mark == opener) {
                    Some(depth) => {
                        // What is open inside was left open.
                        wrong.extend(open.drain(depth + 1..).map(|(at, _, closer)| lone(at, closer)));
                        open.pop();
                    }
                    None => wrong.push(lone(at, if c == *closer { *opener } else { c })),
                }
            }
        }
        // A speech over several paragraphs opens again at each and closes in the last.
        let goes_on = |opener: char| self.next == Some(opener) && matches!(opener, '“' | '「' | '『' | '‘');
        let left = open.into_iter().filter(|(_, opener, _)| !goes_on(*opener));
        let left: Vec<Wrong> = left.map(|(at, _, closer)| lone(at, closer)).collect();
        wrong.extend(left);
        wrong.sort_by_key(|wrong| wrong.at);
        let straight = self.chars.iter().enumerate().filter(|(_, c)| **c == '"');
        let straight: Vec<usize> = straight.map(|(at, _)| at).collect();
        if let (true, Some(&last)) = (straight.len() % 2 == 1 && self.next != Some('"'), straight.last()) {
            wrong.push(lone(last, '"'));
        }
        wrong
    }

    /// `’` between letters is an apostrophe; at either end of a word it is one when no quote waits for it: ’tis.
    fn is_apostrophe(&self, at: usize, open: &[(usize, char, char)]) -> bool {
        let letter =
            |at: Option<usize>| at.and_then(|at| self.chars.get(at)).is_some_and(char::is_ascii_alphanumeric);
        let (before, after) = (letter(at.checked_sub(1)), letter(Some(at + 1)));
        let is_awaited = open.iter().any(|(_, opener, _)| *opener == '‘');
        before && after || !is_awaited && (before || after)
    }

    /// `1)` and `a)` number a list.
    fn counts(&self, at: usize) -> bool {
        at <= 3 && self.chars[..at].iter().all(char::is_ascii_alphanumeric)
    }

    /// Runs of marks that are none: ，， 。， ... ,
    fn runs(&self) -> Vec<Wrong> {
        let mut wrong = Vec::new();
        let mut at = 0;
        while at < self.chars.len() {
            let c = self.chars[at];
            let len = self.chars[at..].iter().take_while(|other| is_stop(**other)).count();
            if len == 0 {
                at += 1;
                continue;
            }
            let run = &self.chars[at..at + len];
            wrong.extend(self.run(at, run));
            if len == 1 && self.is_chinese {
                wrong.extend(self.half_width(at, c));
            }
            at += len;
        }
        wrong
    }

    fn run(&self, at: usize, run: &[char]) -> Option<Wrong> {
        let text: String = run.iter().collect();
        let certain = |expected: String| {
            Some(Wrong { at, len: run.len(), expected, severity: Severity::Low, is_certain: true })
        };
        if run.len() < 2 {
            return None;
        }
        let all = |mark: char| run.iter().all(|c| *c == mark);
        if self.is_chinese && (all('.') || all('。') || all('．')) {
            return if run.len() >= 3 { certain("……".to_owned()) } else { certain("。".to_owned()) };
        }
        if all('.') {
            // Three or four are an ellipsis.
            return if run.len() == 2 { certain(".".to_owned()) } else { None };
        }
        // ！！ and ？！ shout on purpose.
        if run.iter().all(|c| matches!(c, '！' | '？' | '!' | '?')) {
            return None;
        }
        // `etc.,` and `Mr.;` are right in English, and so is a shout with a stop behind it in a quotation.
        if !self.is_chinese && run[0] == '.' && run.len() == 2 {
            return None;
        }
        let kept =
            run.iter().copied().find(|c| matches!(c, '。' | '！' | '？' | '!' | '?')).unwrap_or(run[0]);
        if self.is_chinese || text.chars().all(|c| c == run[0]) || run.len() == 2 {
            return certain(kept.to_string());
        }
        None
    }

    /// A half-width mark between Han.
    fn half_width(&self, at: usize, mark: char) -> Option<Wrong> {
        let full = match mark {
            ',' => '，',
            '.' => '。',
            '!' => '！',
            '?' => '？',
            ';' => '；',
            ':' => '：',
            _ => return None,
        };
        let before = at.checked_sub(1).and_then(|before| self.chars.get(before)).copied().is_some_and(is_han);
        let after = self.chars.get(at + 1).copied();
        let goes_on =
            after.is_none_or(|c| is_han(c) || matches!(c, '“' | '”' | '「' | '」' | ' ' | '』' | '’' | '‘'));
        (before && goes_on).then(|| Wrong {
            at,
            len: 1,
            expected: full.to_string(),
            severity: Severity::Low,
            is_certain: true,
        })
    }
}

/// Marks that stop or divide.
fn is_stop(c: char) -> bool {
    matches!(c, '，' | '。' | '、' | '；' | '：' | '！' | '？' | ',' | '.' | ';' | ':' | '!' | '?' | '．')
}
