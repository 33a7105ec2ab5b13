//! Writing the canon to a document.

use wenfang_story::canon::{BibleFieldRecord, LoreRecord};

use super::labels::{self, BIBLE, DOCUMENT, LORE, Label, SECRETS, YES};
use super::{Canon, LabelLanguage, escape};
use crate::lorebook::Secrets;

/// Writes the canon as Markdown.
pub fn write(canon: &Canon, language: LabelLanguage, secrets: Secrets) -> String {
    let mut document = Document { text: String::new(), language };
    document.heading("#", DOCUMENT.in_language(language));
    document.heading("##", BIBLE.in_language(language));
    for field in &canon.bible {
        document.field(field);
    }
    document.heading("##", LORE.in_language(language));
    for entry in &canon.lore {
        document.entry(entry, secrets);
    }
    document.text
}

struct Document {
    text: String,
    language: LabelLanguage,
}

impl Document {
    fn field(&mut self, field: &BibleFieldRecord) {
        let name = match labels::field(&field.key, self.language) {
            Some(label) => label.to_owned(),
            // Quote a custom field whose name equals the label of a standard field.
            None if labels::field_of(&field.key).is_some() => escape::quoted(&field.key),
            None => escape::name(&field.key),
        };
        self.heading("###", &name);
        self.labels(&[(Label::Locked, self.yes(field.locked))]);
        self.paragraphs(&field.value);
    }

    fn entry(&mut self, entry: &LoreRecord, secrets: Secrets) {
        let language = self.language;
        let words = |words: &[String]| (!words.is_empty()).then(|| escape::words(words, language));
        let is_weighed = entry.priority != LoreRecord::USUAL_PRIORITY;
        self.heading("###", &escape::name(&entry.title));
        self.labels(&[
            (Label::Kind, Some(labels::kind(entry.kind, language).to_owned())),
            (Label::Aliases, words(&entry.aliases)),
            (Label::Keywords, words(&entry.keywords)),
            (Label::AndKeywords, words(&entry.and_keywords)),
            (Label::Priority, is_weighed.then(|| entry.priority.clamp(1, 10).to_string())),
            (Label::Constant, self.yes(entry.constant)),
            (Label::Locked, self.yes(entry.locked)),
            (Label::Disabled, self.yes(entry.disabled)),
        ]);
        self.paragraphs(&entry.content);
        if secrets == Secrets::Keep && !entry.secrets.is_empty() {
            self.heading("####", SECRETS.in_language(language));
            self.paragraphs(&entry.secrets);
        }
    }

    fn heading(&mut self, marks: &str, name: &str) {
        self.gap();
        self.text.push_str(marks);
        self.text.push(' ');
        self.text.push_str(name);
        self.text.push('\n');
    }

    fn labels(&mut self, labelled: &[(Label, Option<String>)]) {
        let colon = match self.language {
            LabelLanguage::Chinese => "：",
            LabelLanguage::English => ": ",
        };
        for (at, (label, value)) in
            labelled.iter().filter_map(|(label, value)| Some((label, value.as_ref()?))).enumerate()
        {
            if at == 0 {
                self.gap();
            }
            let label = label.in_language(self.language);
            self.text.push_str(&format!("- {label}{colon}{value}\n"));
        }
    }

    fn paragraphs(&mut self, text: &str) {
        if !text.is_empty() {
            self.gap();
            self.text.push_str(&escape::text(text));
            self.text.push('\n');
        }
    }

    fn gap(&mut self) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
    }

    fn yes(&self, is: bool) -> Option<String> {
        is.then(|| YES.in_language(self.language).to_owned())
    }
}
