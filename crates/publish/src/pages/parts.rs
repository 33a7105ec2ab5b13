//! The files that a book becomes: as few as the memory of the layout allows.

use crate::book::{Block, Volume};
use crate::book::{Book, Chapter, plain};

/// Some chapters of a book, for one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdfPart<'b> {
    /// The title of the volume, if the file has only one; a number follows when a volume needs several files.
    pub name: String,
    /// Volumes by title, with their chapters.
    pub volumes: Vec<(&'b str, Vec<&'b Chapter>)>,
    /// Characters of the text.
    pub length: usize,
}

/// Splits a book into files of at most `most` characters: one if it fits and `by_volume` is not set, else one for each
/// volume. A volume that is too long is split between chapters; a longer chapter has a file of its own.
pub fn parts(book: &Book, most: usize, by_volume: bool) -> Vec<PdfPart<'_>> {
    let whole: usize = book.chapters().map(length).sum();
    if whole <= most && !by_volume {
        let volumes = book.volumes.iter();
        let volumes = volumes.map(|volume| (volume.title.as_str(), volume.chapters.iter().collect()));
        return vec![PdfPart { name: String::new(), volumes: volumes.collect(), length: whole }];
    }
    book.volumes
        .iter()
        .filter(|volume| !volume.chapters.is_empty())
        .flat_map(|volume| split(volume, most))
        .collect()
}

fn split(volume: &Volume, most: usize) -> Vec<PdfPart<'_>> {
    let mut parts: Vec<(Vec<&Chapter>, usize)> = Vec::new();
    for chapter in &volume.chapters {
        let more = length(chapter);
        match parts.last_mut() {
            Some((chapters, sum)) if *sum + more <= most => {
                chapters.push(chapter);
                *sum += more;
            }
            _ => parts.push((vec![chapter], more)),
        }
    }
    let is_split = parts.len() > 1;
    let named = parts.into_iter().enumerate().map(|(at, (chapters, length))| {
        let number = if is_split { format!(" {}", at + 1) } else { String::new() };
        // The page with the volume's title is printed once.
        let title = if at == 0 { volume.title.as_str() } else { "" };
        PdfPart {
            name: format!("{}{number}", volume.title).trim().to_owned(),
            volumes: vec![(title, chapters)],
            length,
        }
    });
    named.collect()
}

fn length(chapter: &Chapter) -> usize {
    let blocks = chapter.scenes.iter().flat_map(|scene| &scene.blocks);
    let texts = blocks.map(|block| match block {
        Block::Paragraph(paragraph) => plain(&paragraph.spans).chars().count(),
        Block::Break | Block::Blank => 0,
    });
    texts.sum()
}
