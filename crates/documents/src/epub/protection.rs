//! Tells protected books.

use crate::ReadError;
use crate::archive::Archive;
use crate::xml::{Dialect, Xml};

/// Algorithms that only hide fonts.
const FONTS: [&str; 2] = ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"];

/// Licences of shops and libraries.
const LICENCES: [&str; 3] = ["META-INF/rights.xml", "META-INF/sinf.xml", "META-INF/license.lcpl"];

pub(super) fn require_open(archive: &mut Archive<'_>) -> Result<(), ReadError> {
    if LICENCES.iter().any(|name| archive.has(name)) {
        return Err(ReadError::Protected);
    }
    let name = "META-INF/encryption.xml";
    let Some(bytes) = archive.read_if_present(name)? else { return Ok(()) };
    let xml = Xml::read(name, &bytes, Dialect::Xml)?;
    let is_hidden = xml.root().descendants().filter(|part| part.is("EncryptedData")).any(|data| {
        let method = data.child("EncryptionMethod").and_then(|method| method.attribute("Algorithm"));
        !method.is_some_and(|method| FONTS.contains(&method))
    });
    if is_hidden { Err(ReadError::Protected) } else { Ok(()) }
}
