//! The properties of a file: its title, author and language.

use crate::Document;
use crate::docx::package::Package;

/// Names that programs write where no author is known.
const NOT_AUTHORS: [&str; 8] =
    ["user", "administrator", "admin", "python-docx", "微软用户", "microsoft", "unknown", "un-named"];

pub(super) fn read(package: &Package, document: &mut Document) {
    let Some(root) = package.properties.as_ref().map(|xml| xml.root()) else { return };
    let value = |name: &str| Some(root.child_text(name).trim().to_owned()).filter(|text| !text.is_empty());
    document.title = value("title");
    document.author = value("creator").filter(|name| !NOT_AUTHORS.contains(&name.to_lowercase().as_str()));
    document.language = value("language");
}
