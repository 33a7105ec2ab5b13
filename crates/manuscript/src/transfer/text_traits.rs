//! The language and narrative person of imported texts.

use wenfang_interchange::ImportPlan;
use wenfang_text::{NovelLanguage, Person, guess_language, guess_person};

use wenfang_usecase::{Code, Error, Result};

/// The language and narrative person of texts.
#[derive(Clone, Copy)]
pub(super) struct TextTraits {
    pub(super) language: Option<NovelLanguage>,
    pub(super) person: Option<Person>,
}

/// Detects the traits of the texts in a plan, on a blocking thread.
pub(super) async fn text_traits(plan: &ImportPlan) -> Result<TextTraits> {
    let scenes = plan.chapters().flat_map(|chapter| &chapter.scenes);
    let text = scenes.map(|scene| scene.text.as_str()).collect::<Vec<_>>().join("\n\n");
    let traits = tokio::task::spawn_blocking(move || {
        let language = guess_language(&text);
        TextTraits { language, person: language.and_then(|language| guess_person(&text, language)) }
    });
    traits.await.map_err(|error| {
        Error::new(Code::Internal, error.to_string(), "Nothing was changed. Please report this.")
    })
}
