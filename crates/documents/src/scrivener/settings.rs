//! The names that documents refer to by id: labels, statuses, keywords and custom fields.

use std::collections::HashMap;

use crate::xml::Element;

/// Names by id.
#[derive(Default)]
pub(super) struct Settings {
    pub labels: HashMap<String, String>,
    pub statuses: HashMap<String, String>,
    pub keywords: HashMap<String, String>,
    /// The titles of custom fields.
    pub fields: HashMap<String, String>,
    /// The folder of document templates.
    pub template_folder: Option<String>,
}

impl Settings {
    pub fn read(project: Element<'_>) -> Self {
        let mut settings = Self::default();
        for element in project.descendants() {
            let id = element.attribute("ID").unwrap_or_default().to_owned();
            let title = || element.child_text("Title").trim().to_owned();
            match element.name() {
                // Number -1 is "no label" and "no status".
                "Label" | "Status" if id == "-1" => {}
                "Label" => _ = settings.labels.insert(id, element.text().trim().to_owned()),
                "Status" => _ = settings.statuses.insert(id, element.text().trim().to_owned()),
                "Keyword" if !id.is_empty() => _ = settings.keywords.insert(id, title()),
                "MetaDataField" => _ = settings.fields.insert(id, title()),
                "TemplateFolderUUID" | "TemplateFolderID" => {
                    settings.template_folder = Some(element.text().trim().to_owned());
                }
                _ => {}
            }
        }
        settings
    }
}
