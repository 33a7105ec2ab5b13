//! Readings above words. A word with its reading is one box, which no line can break, so long ones go beside.

use crate::job::{Block, Job, Language, Span};

/// The most characters of a word that has its reading above.
const MAX_WORD: usize = 12;

/// Writes the readings of long words behind them in brackets; returns how many there are.
pub fn move_long_ones(job: &mut Job) -> usize {
    let language = job.book.language;
    let chapters = job.book.volumes.iter_mut().flat_map(|volume| &mut volume.chapters);
    let blocks = chapters.flat_map(|chapter| &mut chapter.scenes).flat_map(|scene| &mut scene.blocks);
    let mut moved = 0;
    for block in blocks {
        if let Block::Paragraph { spans, .. } = block {
            moved += in_spans(spans, language);
        }
    }
    moved
}

fn in_spans(spans: &mut [Span], language: Language) -> usize {
    let mut moved = 0;
    for span in spans {
        match span {
            Span::Ruby { base, reading, style }
                if base.chars().count() > MAX_WORD || reading.chars().count() > 2 * MAX_WORD =>
            {
                let text = match language {
                    Language::En => format!("{base} ({reading})"),
                    Language::Zh | Language::Ja => format!("{base}（{reading}）"),
                };
                *span = Span::Text { text, style: *style };
                moved += 1;
            }
            Span::Note { spans } => moved += in_spans(spans, language),
            Span::Ruby { .. } | Span::Text { .. } => {}
        }
    }
    moved
}
