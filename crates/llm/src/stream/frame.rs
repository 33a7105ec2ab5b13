//! The outermost layer: bytes into lines and JSON values.
//!
//! A line that begins with `{` or `[` begins a JSON value, which may go over many lines; every other line is a line of an
//! event stream. So one reader serves event streams, whole JSON answers, NDJSON and error objects amid a stream. A body that
//! begins with `<` is a page and read no further. Always: the frames do not depend on how the bytes were cut, and no more
//! than [`MAX_EVENT_BYTES`] are kept.

use super::MAX_EVENT_BYTES;

/// Most bytes kept of a page, for its title.
const MAX_PAGE_BYTES: usize = 64 * 1024;
const BOM: &[u8] = b"\xEF\xBB\xBF";

/// One piece of an answer's body.
#[derive(Debug, PartialEq, Eq)]
pub enum Frame<'a> {
    /// A line, without its ending and its indentation.
    Line(&'a [u8]),
    /// A JSON value, from its first bracket to the last; only its brackets and quotes were looked at.
    Value(&'a [u8]),
    /// A JSON value that a line break within a string shows to be cut.
    BrokenValue(&'a [u8]),
    /// A line or value larger than [`MAX_EVENT_BYTES`]; nothing follows.
    TooLarge,
}

/// What was left when the bytes ended.
#[derive(Debug, PartialEq, Eq)]
pub enum Remainder {
    /// Nothing but white space.
    Nothing,
    /// A line without its ending.
    Line(Vec<u8>),
    /// A JSON value without its end.
    Value(Vec<u8>),
    /// The beginning of a page of HTML or XML: the whole body.
    Page(Vec<u8>),
}

/// Cuts a body into frames.
#[derive(Debug, Default)]
pub struct Framer {
    state: State,
    kept: Vec<u8>,
    /// Bytes of a byte order mark seen at the start; 3 also when there is none.
    bom: usize,
    /// Whether anything but white space was seen.
    begun: bool,
    after_cr: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    LineStart,
    /// On the line on which a value ended.
    AfterValue,
    Line,
    Value(Nesting),
    Page,
    Closed,
}

/// Where in a JSON value the reading stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Nesting {
    depth: usize,
    in_string: bool,
    escaped: bool,
}

/// How a piece of a value ends.
enum ValueEnd {
    Whole(usize),
    Broken(usize),
    NotYet,
}

impl Framer {
    /// Reads on; each frame goes to `take`.
    pub fn push(&mut self, mut bytes: &[u8], take: &mut dyn FnMut(Frame<'_>)) {
        while self.bom < BOM.len() {
            let Some(&first) = bytes.first() else { return };
            if first == BOM[self.bom] {
                self.bom += 1;
                bytes = &bytes[1..];
            } else {
                let seen = std::mem::replace(&mut self.bom, BOM.len());
                self.read(&BOM[..seen], take);
            }
        }
        self.read(bytes, take);
    }

    /// Whether nothing more will be read.
    pub fn is_closed(&self) -> bool {
        self.state == State::Closed || (self.state == State::Page && self.kept.len() >= MAX_PAGE_BYTES)
    }

    /// What is left at the end.
    pub fn end(self) -> Remainder {
        match self.state {
            State::Line => Remainder::Line(self.kept),
            State::Value(_) => Remainder::Value(self.kept),
            State::Page => Remainder::Page(self.kept),
            State::LineStart | State::AfterValue | State::Closed => Remainder::Nothing,
        }
    }

    fn read(&mut self, mut bytes: &[u8], take: &mut dyn FnMut(Frame<'_>)) {
        while !bytes.is_empty() {
            let used = match self.state {
                State::LineStart | State::AfterValue => self.read_line_start(bytes[0], take),
                State::Line => self.read_line(bytes, take),
                State::Value(nesting) => self.read_value(bytes, nesting, take),
                State::Page => {
                    let room = MAX_PAGE_BYTES.saturating_sub(self.kept.len()).min(bytes.len());
                    self.kept.extend_from_slice(&bytes[..room]);
                    bytes.len()
                }
                State::Closed => return,
            };
            bytes = &bytes[used..];
        }
    }

    /// Looks at the first byte of a line; the number of bytes that are done with.
    fn read_line_start(&mut self, first: u8, take: &mut dyn FnMut(Frame<'_>)) -> usize {
        let after_cr = std::mem::replace(&mut self.after_cr, false);
        match first {
            b'\n' if after_cr => {}
            b'\n' | b'\r' => {
                if self.state == State::LineStart {
                    take(Frame::Line(b""));
                }
                self.state = State::LineStart;
                self.after_cr = first == b'\r';
            }
            b' ' | b'\t' => {}
            b',' if self.state == State::AfterValue => {}
            _ => {
                self.state = match first {
                    b'{' | b'[' => State::Value(Nesting::default()),
                    b'<' if !self.begun => State::Page,
                    _ => State::Line,
                };
                self.begun = true;
                return 0;
            }
        }
        1
    }

    fn read_line(&mut self, bytes: &[u8], take: &mut dyn FnMut(Frame<'_>)) -> usize {
        let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let piece = &bytes[..end.unwrap_or(bytes.len())];
        if self.kept.len() + piece.len() > MAX_EVENT_BYTES {
            return self.close(bytes, take);
        }
        let Some(end) = end else {
            self.kept.extend_from_slice(piece);
            return bytes.len();
        };
        self.give(piece, &mut |line| take(Frame::Line(line)));
        self.after_cr = bytes[end] == b'\r';
        self.state = State::LineStart;
        end + 1
    }

    fn read_value(&mut self, bytes: &[u8], mut nesting: Nesting, take: &mut dyn FnMut(Frame<'_>)) -> usize {
        let found = nesting.find_end(bytes);
        let used = match found {
            ValueEnd::Whole(end) | ValueEnd::Broken(end) => end,
            ValueEnd::NotYet => bytes.len(),
        };
        let piece = &bytes[..used];
        if self.kept.len() + piece.len() > MAX_EVENT_BYTES {
            return self.close(bytes, take);
        }
        match found {
            ValueEnd::Whole(_) => {
                self.give(piece, &mut |value| take(Frame::Value(value)));
                self.state = State::AfterValue;
            }
            ValueEnd::Broken(_) => {
                self.give(piece, &mut |value| take(Frame::BrokenValue(value)));
                self.state = State::AfterValue;
            }
            ValueEnd::NotYet => {
                self.kept.extend_from_slice(piece);
                self.state = State::Value(nesting);
            }
        }
        used
    }

    fn close(&mut self, bytes: &[u8], take: &mut dyn FnMut(Frame<'_>)) -> usize {
        self.kept = Vec::new();
        self.state = State::Closed;
        take(Frame::TooLarge);
        bytes.len()
    }

    /// Gives what was kept with its last piece.
    fn give(&mut self, piece: &[u8], take: &mut dyn FnMut(&[u8])) {
        if self.kept.is_empty() {
            take(piece);
        } else {
            self.kept.extend_from_slice(piece);
            take(&self.kept);
            self.kept.clear();
        }
    }
}

impl Nesting {
    /// Where the value ends: after its last bracket, or before a line break within a string.
    fn find_end(&mut self, bytes: &[u8]) -> ValueEnd {
        for (at, byte) in bytes.iter().enumerate() {
            if self.in_string {
                match byte {
                    b'\n' | b'\r' => return ValueEnd::Broken(at),
                    _ if self.escaped => self.escaped = false,
                    b'\\' => self.escaped = true,
                    b'"' => self.in_string = false,
                    _ => {}
                }
                continue;
            }
            match byte {
                b'"' => self.in_string = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return ValueEnd::Whole(at + 1);
                    }
                }
                _ => {}
            }
        }
        ValueEnd::NotYet
    }
}
