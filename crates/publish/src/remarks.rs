//! Remarks of readers on a copy with numbered paragraphs: `#123 too fast here`, one per line.

mod copy;
#[cfg(test)]
mod tests;

pub use copy::{CopyError, Numbered, numbered};

/// A remark on a paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberedRemark {
    /// The number of the paragraph.
    pub number: usize,
    pub text: String,
}

/// The remarks of a reader, and lines that are none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remarks {
    pub remarks: Vec<NumberedRemark>,
    /// Lines before the first remark, and remarks without words.
    pub unread: Vec<String>,
}

/// Reads remarks. A line without a number goes on with the remark before it.
pub fn remarks(text: &str) -> Remarks {
    let mut found = Remarks::default();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match (numbered_line(line), found.remarks.last_mut()) {
            (Some((number, text)), _) => {
                found.remarks.push(NumberedRemark { number, text: text.to_owned() });
            }
            (None, Some(last)) => {
                if !last.text.is_empty() {
                    last.text.push('\n');
                }
                last.text.push_str(line);
            }
            (None, None) => found.unread.push(line.to_owned()),
        }
    }
    let (said, empty): (Vec<_>, Vec<_>) =
        found.remarks.into_iter().partition(|remark| !remark.text.is_empty());
    found.unread.extend(empty.into_iter().map(|remark| format!("#{}", remark.number)));
    Remarks { remarks: said, unread: found.unread }
}

/// Returns the number and the words of a line such as `#12 too fast`, `＃１２：too fast`.
fn numbered_line(line: &str) -> Option<(usize, &str)> {
    let rest = line.strip_prefix(['#', '＃'])?.trim_start();
    let mut number: usize = 0;
    let mut length = 0;
    for c in rest.chars() {
        let digit = match c {
            '０'..='９' => u32::from(c) - u32::from('０'),
            c => match c.to_digit(10) {
                Some(digit) => digit,
                None => break,
            },
        };
        number = number.checked_mul(10)?.checked_add(digit as usize)?;
        length += c.len_utf8();
    }
    let words =
        rest[length..].trim_start_matches([' ', '\t', '\u{3000}', ':', '：', '.', '、', ',', '，', '-']);
    (length > 0).then_some((number, words))
}
