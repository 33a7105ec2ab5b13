//! Books of a few chapters in which the rules find nothing but the planted errors.

use std::collections::HashSet;

use anyhow::Result;
use serde_json::{Value, json};

use super::chapters::{Chapter, Language, chapters};
use super::desk::{Desk, items};
use super::plant::{PlantedChapter, plant};

/// Chapters of one language that are mended in one project file.
#[derive(Clone, Debug)]
pub struct Book {
    /// The language.
    pub language: Language,
    /// Its chapters.
    pub chapters: Vec<PlantedChapter>,
}

/// The number of chapters of a book.
const CHAPTERS: usize = 10;
/// The number of chapters of all books together. In some chapters of the corpus no error finds a place.
const ALL_CHAPTERS: usize = 200;

/// The books of every `every`-th chapter.
///
/// # Errors
/// Errors of the project file.
pub async fn books(every: usize) -> Result<Vec<Book>> {
    let chosen: Vec<Chapter> = chapters().into_iter().step_by(every.max(1)).collect();
    let mut books = Vec::new();
    for language in [Language::Chinese, Language::English] {
        let own: Vec<&Chapter> = chosen.iter().filter(|chapter| chapter.language == language).collect();
        for group in own.chunks(CHAPTERS) {
            books.push(book(language, group).await?);
        }
    }
    let mut number: usize = books.iter().map(|book: &Book| book.chapters.len()).sum();
    for book in books.iter_mut().rev() {
        while number > ALL_CHAPTERS && book.chapters.len() > 1 {
            book.chapters.pop();
            number -= 1;
        }
    }
    Ok(books)
}

/// Plants errors into chapters after leaving out the paragraphs in which a rule finds something.
async fn book(language: Language, chapters: &[&Chapter]) -> Result<Book> {
    let mut chapters: Vec<Chapter> = chapters.iter().map(|chapter| (*chapter).clone()).collect();
    let mut planted: Vec<PlantedChapter> = Vec::new();
    // What is left out changes the counts of the words of a book.
    for _ in 0..3 {
        planted = chapters.iter().enumerate().map(|(number, chapter)| plant(chapter, number)).collect();
        let texts: Vec<&str> = planted.iter().map(|chapter| chapter.right.as_str()).collect();
        let found = found_in(language, &texts).await?;
        if found.iter().all(HashSet::is_empty) {
            break;
        }
        for (chapter, found) in chapters.iter_mut().zip(found) {
            let mut number = 0;
            chapter.paragraphs.retain(|_| {
                number += 1;
                !found.contains(&(number - 1))
            });
        }
    }
    planted.retain(|chapter| !chapter.errors.is_empty());
    Ok(Book { language, chapters: planted })
}

/// The paragraphs of each text in which a rule finds something.
async fn found_in(language: Language, texts: &[&str]) -> Result<Vec<HashSet<usize>>> {
    let desk = Desk::open(language, texts).await?;
    desk.check_by_rules().await?;
    let mut all = Vec::new();
    for (text, scene) in texts.iter().zip(1_i64..) {
        let listed = desk.ask("check.list", json!({ "scene": scene })).await?;
        let of_scene = items(&listed["findings"]).iter().flat_map(|finding| items(&finding["evidence"]));
        let here = of_scene.filter(|proof| proof["scene"] == json!(scene));
        all.push(here.filter_map(|proof| paragraph(text, &proof["standing"])).collect());
    }
    desk.close().await?;
    Ok(all)
}

/// The number of the paragraph in which a range begins.
fn paragraph(text: &str, range: &Value) -> Option<usize> {
    let start = usize::try_from(range["start"].as_u64()?).ok()?;
    Some(text.chars().take(start).filter(|c| *c == '\n').count())
}
