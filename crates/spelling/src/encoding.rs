//! Decodes the text of dictionary files in the encoding that the `.aff` file declares.

use encoding_rs::Encoding;

use crate::error::Error;

/// The encoding of Hunspell files that declare none.
const DEFAULT_ENCODING: &str = "ISO8859-1";

/// Decodes both files.
pub(crate) fn decode(aff: &[u8], dic: &[u8]) -> Result<(String, String), Error> {
    let name = declared_encoding(aff).unwrap_or_else(|| DEFAULT_ENCODING.to_owned());
    let encoding = encoding_for(&name).ok_or(Error::UnknownEncoding(name))?;
    Ok((text(encoding, aff, ".aff")?, text(encoding, dic, ".dic")?))
}

/// The encoding on the `SET` line.
fn declared_encoding(aff: &[u8]) -> Option<String> {
    let lines = aff.split(|byte| *byte == b'\n' || *byte == b'\r');
    let set = lines.map(without_bom).find_map(|line| line.strip_prefix(b"SET"))?;
    let name = String::from_utf8_lossy(set).trim().to_owned();
    (set.first().is_some_and(u8::is_ascii_whitespace) && !name.is_empty()).then_some(name)
}

/// Strips the UTF-8 byte order mark that some files have before the first line.
fn without_bom(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line)
}

/// Hunspell names some encodings differently from the Encoding Standard, whose labels `encoding_rs` knows.
fn encoding_for(name: &str) -> Option<&'static Encoding> {
    let label = name.to_ascii_lowercase().replace("iso8859", "iso-8859").replace("microsoft-cp", "windows-");
    Encoding::for_label(label.as_bytes())
}

fn text(encoding: &'static Encoding, bytes: &[u8], file: &'static str) -> Result<String, Error> {
    let text = encoding.decode_without_bom_handling_and_without_replacement(without_bom(bytes));
    let text = text.ok_or(Error::NotInEncoding { file, encoding: encoding.name() })?;
    Ok(text.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_decoded_in_their_declared_encoding() {
        let read = |aff: &[u8], dic: &[u8]| decode(aff, dic).map(|(_, dic)| dic);
        assert_eq!(read(b"SET UTF-8\n", "1\ncafé\n".as_bytes()).unwrap(), "1\ncafé\n");
        assert_eq!(read(b"\xef\xbb\xbfSET UTF-8\r\n", b"\xef\xbb\xbf1\n").unwrap(), "1\n");
        assert_eq!(read(b"TRY abc\nSET ISO8859-1\n", b"caf\xe9").unwrap(), "café");
        assert_eq!(read(b"# no encoding is named\n", b"caf\xe9").unwrap(), "café");
        assert_eq!(read(b"SET microsoft-cp1251\n", b"\xe4\xe0").unwrap(), "да");
        assert_eq!(read(b"SET EBCDIC\n", b""), Err(Error::UnknownEncoding("EBCDIC".to_owned())));
        let not_utf8 = Error::NotInEncoding { file: ".dic", encoding: "UTF-8" };
        assert_eq!(read(b"SET UTF-8\n", b"caf\xe9"), Err(not_utf8));
    }
}
