//! The HTML part of a web page in one file (MHTML).

use base64::Engine;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};

/// The deepest nesting of parts.
const MAX_DEPTH: usize = 8;

/// The HTML part.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct HtmlPart {
    pub body: Vec<u8>,
    pub charset: Option<String>,
}

/// The headers of a part that matter, and its body.
#[derive(Debug, Default)]
struct Part<'b> {
    kind: String,
    charset: Option<String>,
    boundary: Option<String>,
    encoding: String,
    body: &'b [u8],
}

/// The first HTML part of a message.
pub(super) fn html_part(bytes: &[u8]) -> Option<HtmlPart> {
    find(bytes, 0)
}

fn find(bytes: &[u8], depth: usize) -> Option<HtmlPart> {
    let part = head(bytes)?;
    if part.kind == "text/html" || part.kind == "application/xhtml+xml" {
        return Some(HtmlPart { body: decoded(part.body, &part.encoding), charset: part.charset });
    }
    let boundary = part.boundary.filter(|boundary| !boundary.is_empty() && depth < MAX_DEPTH)?;
    let mark = format!("--{boundary}");
    let starts: Vec<usize> = memchr::memmem::find_iter(part.body, mark.as_bytes()).collect();
    starts.iter().enumerate().find_map(|(at, start)| {
        let end = starts.get(at + 1).copied().unwrap_or(part.body.len());
        let inside = &part.body[start + mark.len()..end];
        find(inside.strip_prefix(b"\r\n").or(inside.strip_prefix(b"\n"))?, depth + 1)
    })
}

fn head(bytes: &[u8]) -> Option<Part<'_>> {
    let mut part = Part { kind: "text/plain".to_owned(), ..Part::default() };
    let mut rest = bytes;
    let mut header = String::new();
    loop {
        let end = memchr::memchr(b'\n', rest)?;
        let line = String::from_utf8_lossy(&rest[..end]).trim_end().to_owned();
        rest = &rest[end + 1..];
        if line.starts_with([' ', '\t']) {
            header.push_str(line.trim_start());
            continue;
        }
        part.take(&header);
        if line.is_empty() {
            part.body = rest;
            return Some(part);
        }
        header = line;
    }
}

impl Part<'_> {
    fn take(&mut self, header: &str) {
        let Some((name, value)) = header.split_once(':') else { return };
        match name.to_ascii_lowercase().as_str() {
            "content-type" => {
                let mut fields = value.split(';').map(str::trim);
                self.kind = fields.next().unwrap_or_default().to_ascii_lowercase();
                for field in fields {
                    let Some((key, value)) = field.split_once('=') else { continue };
                    let value = value.trim().trim_matches('"').to_owned();
                    match key.trim().to_ascii_lowercase().as_str() {
                        "charset" => self.charset = Some(value),
                        "boundary" => self.boundary = Some(value),
                        _ => {}
                    }
                }
            }
            "content-transfer-encoding" => self.encoding = value.trim().to_ascii_lowercase(),
            _ => {}
        }
    }
}

fn decoded(body: &[u8], encoding: &str) -> Vec<u8> {
    match encoding {
        "quoted-printable" => quoted_printable(body),
        "base64" => {
            let packed: Vec<u8> = body.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
            let lenient = GeneralPurposeConfig::new()
                .with_decode_padding_mode(DecodePaddingMode::Indifferent)
                .with_decode_allow_trailing_bits(true);
            let engine = GeneralPurpose::new(&base64::alphabet::STANDARD, lenient);
            engine.decode(packed).unwrap_or_default()
        }
        _ => body.to_vec(),
    }
}

fn quoted_printable(body: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(body.len());
    let mut at = 0;
    while at < body.len() {
        if body[at] != b'=' {
            decoded.push(body[at]);
            at += 1;
            continue;
        }
        let rest = &body[at + 1..];
        if let Some(length) =
            [b"\r\n".as_slice(), b"\n"].iter().find(|end| rest.starts_with(end)).map(|end| end.len())
        {
            at += 1 + length;
            continue;
        }
        let digits = rest.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                decoded.push(byte);
                at += 3;
            }
            None => {
                decoded.push(b'=');
                at += 1;
            }
        }
    }
    decoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_html_part_is_found_and_decoded() {
        let message = "MIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n boundary=\"xx\"\r\n\r\nnote\r\n--xx\r\nContent-Type: image/png\r\n\r\nabc\r\n--xx\r\nContent-Type: text/html; charset=\"gb2312\"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p>=D6=D0=\r\n=B9=FA =3D</p>\r\n--xx--";
        let part = html_part(message.as_bytes()).unwrap();
        assert_eq!(part.charset.as_deref(), Some("gb2312"));
        assert_eq!(part.body, b"<p>\xd6\xd0\xb9\xfa =</p>\r\n");
        let packed = "Content-Type: text/html\nContent-Transfer-Encoding: base64\n\nPHA+\nYTwvcD4";
        assert_eq!(html_part(packed.as_bytes()).unwrap().body, b"<p>a</p>");
        assert_eq!(html_part(b"Content-Type: text/plain\n\nx"), None);
        assert_eq!(html_part(b"x"), None);
    }
}
