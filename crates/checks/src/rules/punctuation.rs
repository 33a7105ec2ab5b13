//! Unpaired, doubled or wrong-width punctuation.

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
    let mut unpaired: Vec<Vec<MarkError>> = lines.iter().map(Line::unpaired).collect();
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
                false => one.with_confidence(0.8),
            }
        }));
    }
    found
}

/// Removes unpaired marks that belong to a quote over several paragraphs: verse and letters are opened once and
/// closed some paragraphs later, or opened again after an unfinished line.
fn pair_across(lines: &[Line<'_>], unpaired: &mut [Vec<MarkError>]) {
    /// The maximum number of paragraphs in such a quote.
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
            let starts_with_quote = lines[later].chars.iter().find(|c| !c.is_whitespace()) == Some(&opener);
            if starts_with_quote {
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

/// A punctuation error, at an offset in the paragraph.
struct MarkError {
    at: usize,
    len: usize,
    /// The expected mark, at this position or beside it.
    expected: String,
    severity: Severity,
    /// Whether the expected mark can replace the error.
    is_certain: bool,
}

/// Opening and closing marks that belong together.
pub(crate) const PAIRS: [(char, char); 12] = [
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
    /// Returns the opening quote if the unpaired mark is one.
    fn left_open(&self, wrong: &MarkError) -> Option<char> {
        let mark = self.chars.get(wrong.at).copied()?;
        matches!(mark, '“' | '「' | '『' | '‘').then_some(mark)
    }

    /// Returns quotes and brackets without their other half.
    fn unpaired(&self) -> Vec<MarkError> {
        let mut open: Vec<(usize, char, char)> = Vec::new();
        let mut wrong = Vec::new();
        let unpaired_mark = |at: usize, expected: char| MarkError {
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
                if c == '’' && self.is_apostrophe(at, &open) || c == ')' && self.is_list_number(at) {
                    continue;
                }
                match open.iter().rposition(|(_, mark, _)| mark == opener) {
                    Some(depth) => {
                        // Marks opened inside it were left open.
                        wrong
                            .extend(open.drain(depth + 1..).map(|(at, _, closer)| unpaired_mark(at, closer)));
                        open.pop();
                    }
                    None => wrong.push(unpaired_mark(at, if c == *closer { *opener } else { c })),
                }
            }
        }
        // A speech over several paragraphs is opened again in each and closed in the last.
        let continues = |opener: char| self.next == Some(opener) && matches!(opener, '“' | '「' | '『' | '‘');
        let left = open.into_iter().filter(|(_, opener, _)| !continues(*opener));
        let left: Vec<MarkError> = left.map(|(at, _, closer)| unpaired_mark(at, closer)).collect();
        wrong.extend(left);
        wrong.sort_by_key(|wrong| wrong.at);
        let straight = self.chars.iter().enumerate().filter(|(_, c)| **c == '"');
        let straight: Vec<usize> = straight.map(|(at, _)| at).collect();
        if let (true, Some(&last)) = (straight.len() % 2 == 1 && self.next != Some('"'), straight.last()) {
            wrong.push(unpaired_mark(last, '"'));
        }
        wrong
    }

    /// Whether `’` is an apostrophe: between letters, or at either end of a word if no quote is open (’tis).
    fn is_apostrophe(&self, at: usize, open: &[(usize, char, char)]) -> bool {
        let letter =
            |at: Option<usize>| at.and_then(|at| self.chars.get(at)).is_some_and(char::is_ascii_alphanumeric);
        let (before, after) = (letter(at.checked_sub(1)), letter(Some(at + 1)));
        let is_awaited = open.iter().any(|(_, opener, _)| *opener == '‘');
        before && after || !is_awaited && (before || after)
    }

    /// Whether `1)` or `a)` numbers a list.
    fn is_list_number(&self, at: usize) -> bool {
        at <= 3 && self.chars[..at].iter().all(char::is_ascii_alphanumeric)
    }

    /// Returns invalid runs of marks: ，， 。， ... ,
    fn runs(&self) -> Vec<MarkError> {
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

    fn run(&self, at: usize, run: &[char]) -> Option<MarkError> {
        let text: String = run.iter().collect();
        let certain = |expected: String| {
            Some(MarkError { at, len: run.len(), expected, severity: Severity::Low, is_certain: true })
        };
        if run.len() < 2 {
            return None;
        }
        let all = |mark: char| run.iter().all(|c| *c == mark);
        if self.is_chinese && (all('.') || all('。') || all('．')) {
            return if run.len() >= 3 { certain("……".to_owned()) } else { certain("。".to_owned()) };
        }
        if all('.') {
            // Three or four dots are an ellipsis.
            return if run.len() == 2 { certain(".".to_owned()) } else { None };
        }
        // ！！ and ？！ are intended emphasis.
        if run.iter().all(|c| matches!(c, '！' | '？' | '!' | '?')) {
            return None;
        }
        // `etc.,` and `Mr.;` are correct in English.
        if !self.is_chinese && run[0] == '.' && run.len() == 2 {
            return None;
        }
        let replacement =
            run.iter().copied().find(|c| matches!(c, '。' | '！' | '？' | '!' | '?')).unwrap_or(run[0]);
        if self.is_chinese || text.chars().all(|c| c == run[0]) || run.len() == 2 {
            return certain(replacement.to_string());
        }
        None
    }

    /// Returns the error for a half-width mark between Han characters.
    fn half_width(&self, at: usize, mark: char) -> Option<MarkError> {
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
        let continues =
            after.is_none_or(|c| is_han(c) || matches!(c, '“' | '”' | '「' | '」' | ' ' | '』' | '’' | '‘'));
        (before && continues).then(|| MarkError {
            at,
            len: 1,
            expected: full.to_string(),
            severity: Severity::Low,
            is_certain: true,
        })
    }
}

/// Whether a mark ends or divides a clause.
fn is_stop(c: char) -> bool {
    matches!(c, '，' | '。' | '、' | '；' | '：' | '！' | '？' | ',' | '.' | ';' | ':' | '!' | '?' | '．')
}
