//! The outermost layer: splits bytes into lines and JSON values.
//!
//! A line that starts with `{` or `[` starts a JSON value, which may span many lines; every other line is a line of
//! an event stream. One reader therefore handles event streams, whole JSON answers, NDJSON and error objects within a
//! stream. A body that starts with `<` is a page and is not read further. Always: the frames do not depend on the
//! chunking of the bytes, and at most [`MAX_EVENT_BYTES`] are buffered.

use super::MAX_EVENT_BYTES;

/// Maximum number of bytes kept of a page, to read its title.
const MAX_PAGE_BYTES: usize = 64 * 1024;
const BOM: &[u8] = b"\xEF\xBB\xBF";

/// One piece of an answer's body.
#[derive(Debug, PartialEq, Eq)]
pub enum Frame<'a> {
    /// A line, without its ending and indentation.
    Line(&'a [u8]),
    /// A JSON value, from its first to its last bracket; only brackets and quotes were examined.
    Value(&'a [u8]),
    /// A JSON value shown to be truncated by a line break within a string.
    BrokenValue(&'a [u8]),
    /// A line or value larger than [`MAX_EVENT_BYTES`]; nothing follows.
    TooLarge,
}

/// The input left when the bytes ended.
#[derive(Debug, PartialEq, Eq)]
pub enum Remainder {
    /// Only white space.
    Nothing,
    /// A line without its ending.
    Line(Vec<u8>),
    /// A JSON value without its end.
    Value(Vec<u8>),
    /// The beginning of an HTML or XML page, which is the whole body.
    Page(Vec<u8>),
}

/// Splits a body into frames.
#[derive(Debug, Default)]
pub struct Framer {
    state: State,
    buffer: Vec<u8>,
    /// Number of byte order mark bytes matched at the start; 3 also if there is no mark.
    bom: usize,
    /// Whether anything but white space was read.
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

/// The position within a JSON value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Nesting {
    depth: usize,
    in_string: bool,
    escaped: bool,
}

/// Where a piece of a value ends.
enum ValueEnd {
    Whole(usize),
    Broken(usize),
    NotYet,
}

impl Framer {
    /// Reads more bytes and passes each frame to `take`.
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

    /// Whether no more input will be read.
    pub fn is_closed(&self) -> bool {
        self.state == State::Closed || (self.state == State::Page && self.buffer.len() >= MAX_PAGE_BYTES)
    }

    /// Returns the unread rest at the end of the input.
    pub fn end(self) -> Remainder {
        match self.state {
            State::Line => Remainder::Line(self.buffer),
            State::Value(_) => Remainder::Value(self.buffer),
            State::Page => Remainder::Page(self.buffer),
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
                    let room = MAX_PAGE_BYTES.saturating_sub(self.buffer.len()).min(bytes.len());
                    self.buffer.extend_from_slice(&bytes[..room]);
                    bytes.len()
                }
                State::Closed => return,
            };
            bytes = &bytes[used..];
        }
    }

    /// Examines the first byte of a line; returns the number of bytes consumed.
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
        if self.buffer.len() + piece.len() > MAX_EVENT_BYTES {
            return self.close(bytes, take);
        }
        let Some(end) = end else {
            self.buffer.extend_from_slice(piece);
            return bytes.len();
        };
        self.emit(piece, &mut |line| take(Frame::Line(line)));
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
        if self.buffer.len() + piece.len() > MAX_EVENT_BYTES {
            return self.close(bytes, take);
        }
        match found {
            ValueEnd::Whole(_) => {
                self.emit(piece, &mut |value| take(Frame::Value(value)));
                self.state = State::AfterValue;
            }
            ValueEnd::Broken(_) => {
                self.emit(piece, &mut |value| take(Frame::BrokenValue(value)));
                self.state = State::AfterValue;
            }
            ValueEnd::NotYet => {
                self.buffer.extend_from_slice(piece);
                self.state = State::Value(nesting);
            }
        }
        used
    }

    fn close(&mut self, bytes: &[u8], take: &mut dyn FnMut(Frame<'_>)) -> usize {
        self.buffer = Vec::new();
        self.state = State::Closed;
        take(Frame::TooLarge);
        bytes.len()
    }

    /// Emits the buffered bytes together with the last piece.
    fn emit(&mut self, piece: &[u8], take: &mut dyn FnMut(&[u8])) {
        if self.buffer.is_empty() {
            take(piece);
        } else {
            self.buffer.extend_from_slice(piece);
            take(&self.buffer);
            self.buffer.clear();
        }
    }
}

impl Nesting {
    /// Finds the end of the value: after its last bracket, or before a line break within a string.
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
