//! Splits a plain-text novel into scenes: joins hard-wrapped lines, and removes headings and front matter.

/// Returns the scenes of a novel, in order and without empty ones.
pub(super) fn scenes(text: &str) -> Vec<String> {
    let text = if is_wrapped(text) { unwrap_paragraphs(text) } else { text.to_owned() };
    let mut scenes: Vec<String> = vec![String::new()];
    let has_headings = text.lines().filter(|line| is_heading(line)).count() > 3;
    for line in text.lines() {
        let is_full = scenes.last().is_some_and(|scene| scene.chars().count() >= MAX_SCENE_LEN);
        if has_headings && is_heading(line) || !has_headings && is_full {
            scenes.push(String::new());
        }
        let is_title =
            line.trim().chars().count() < 12 && !line.trim().ends_with(|c: char| !c.is_alphanumeric());
        if is_heading(line) || is_title && is_chinese(line) {
            continue;
        }
        if let Some(scene) = scenes.last_mut() {
            scene.push_str(line);
            scene.push('\n');
        }
    }
    // The text before the first heading is front matter.
    if has_headings {
        scenes.remove(0);
    }
    scenes.retain(|scene| scene.trim().chars().count() > 200);
    scenes
}

/// The length of a scene in characters if the text has no headings.
const MAX_SCENE_LEN: usize = 5_000;

fn is_chinese(line: &str) -> bool {
    line.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

fn is_heading(line: &str) -> bool {
    let line = line.trim();
    let short = line.chars().count() < 40;
    let chinese = line.strip_prefix('第').is_some_and(|rest| {
        let end = rest.find(['回', '章', '节']);
        end.is_some_and(|end| {
            end > 0
                && end <= 18
                && rest[..end].chars().all(|c| "零〇一二三四五六七八九十百0123456789".contains(c))
        })
    });
    let upper = line.to_uppercase();
    let english = upper.strip_prefix("CHAPTER ").is_some_and(|rest| {
        rest.trim_end_matches(['.', ']']).chars().all(|c| c.is_ascii_digit() || "IVXLC".contains(c))
    });
    short && (chinese || english)
}

/// Whether lines are hard-wrapped.
fn is_wrapped(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).take(4000).collect();
    let long = lines.iter().filter(|line| line.chars().count() > 90).count();
    !lines.is_empty()
        && long * 50 < lines.len()
        && lines.iter().filter(|line| line.is_ascii()).count() * 2 > lines.len()
}

/// Joins hard-wrapped paragraphs into one line each, and drops illustrations.
fn unwrap_paragraphs(text: &str) -> String {
    let mut out = String::new();
    let mut in_picture = false;
    let mut paragraph = String::new();
    for line in text.lines().map(str::trim).chain([""]) {
        if line.starts_with("[Illustration") {
            in_picture = true;
        }
        if in_picture {
            // The first heading is inside an illustration.
            let heading = line.trim_end_matches(']');
            if is_heading(heading) {
                out.push_str(heading);
                out.push('\n');
            }
            in_picture = !line.ends_with(']');
            continue;
        }
        if line.is_empty() {
            if !paragraph.is_empty() {
                out.push_str(&paragraph);
                out.push('\n');
                paragraph.clear();
            }
            continue;
        }
        if !paragraph.is_empty() {
            paragraph.push(' ');
        }
        paragraph.push_str(line);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_start_scenes_and_are_removed() {
        let body = "一行字。".repeat(60);
        let text: String = (1..=5).map(|n| format!("第{n}回 上 下\n{body}\n")).collect();
        let found = scenes(&format!("书名\n{text}"));
        assert_eq!(found.len(), 5);
        assert!(found.iter().all(|scene| scene.starts_with("一行字")));
    }

    #[test]
    fn wrapped_lines_are_joined() {
        let line = "It was a dark and stormy night and the rain fell in torrents,\nexcept at times.\n\n";
        let text: String = (1..=5).map(|_| format!("CHAPTER II.\n\n{}", line.repeat(8))).collect();
        let found = scenes(&text);
        assert_eq!(found.len(), 5);
        assert!(found[0].lines().all(|line| line.ends_with("except at times.")));
    }
}
