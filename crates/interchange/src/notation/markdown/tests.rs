use crate::{ChangeRule, ImportOptions, ImportPlan, plan};

fn of(text: &str) -> ImportPlan {
    let options = ImportOptions { file_name: Some("a.md".into()), ..ImportOptions::default() };
    plan(text.as_bytes(), &options).unwrap()
}

fn shown(plan: &ImportPlan) -> Vec<(Option<&str>, Vec<&str>)> {
    let titles = plan.volumes.iter().map(|volume| {
        (volume.title.as_deref(), volume.chapters.iter().map(|chapter| chapter.title.as_str()).collect())
    });
    titles.collect()
}

fn count(plan: &ImportPlan, rule: ChangeRule) -> usize {
    plan.changes.iter().find(|change| change.rule == rule).map_or(0, |change| change.count)
}

#[test]
fn a_smaller_heading_is_inside_its_chapter() {
    let plan = of(
        "# Chapter One\n\nRain.\n\n# Chapter Two\n\nSnow.\n\n## A Smaller Heading\n\nIce.\n\n# Chapter Three\n\nSun.\n",
    );
    assert_eq!(shown(&plan), [(None, vec!["Chapter One", "Chapter Two", "Chapter Three"])]);
    let text = plan.chapters().nth(1).unwrap().scenes[0].text.to_string();
    assert_eq!(text, "Snow.\n## A Smaller Heading\nIce.");
}

#[test]
fn emphasis_is_dropped_from_titles() {
    let plan = of("# Chapter One: The *Landing*\n\nRain.\n\n# **Chapter Two** _now_\n\n*Snow*.\n");
    assert_eq!(shown(&plan), [(None, vec!["Chapter One: The Landing", "Chapter Two now"])]);
    assert_eq!(count(&plan, ChangeRule::HeadingMark), 2);
}

#[test]
fn a_line_with_emphasis_is_no_title() {
    for line in ["**He left.**", "*Letter to A*", "A _letter_ to A", "He ran!", "谁在那里？"] {
        let plan = of(&format!("{line}\n\nRain fell on the river all night.\n\nNobody saw it.\n"));
        assert_eq!(plan.title, None, "{line}");
        let text = plan.chapters().next().unwrap().scenes[0].text.to_string();
        assert!(text.starts_with(&line.replace('_', "*")), "{text}");
    }
    for (line, title) in [("The Ferry", "The Ferry"), ("《谁在那里？》", "谁在那里？")] {
        let plan = of(&format!("{line}\n\nRain fell on the river all night.\n\nNobody saw it.\n"));
        assert_eq!(plan.title.as_deref(), Some(title));
    }
}

#[test]
fn footnotes_are_at_their_places() {
    let plan = of(concat!(
        "# One[^t]\n\nRain[^a] fell. \n\nSun[^c].\n\n[^a]: First\n    and *more*.\n",
        "[^t]: On the title.\n[^b]: Loose.\n\n# Two\n\nSnow.\n"
    ));
    assert_eq!(shown(&plan), [(None, vec!["One", "Two"])]);
    let text = plan.chapters().next().unwrap().scenes[0].text.to_string();
    assert_eq!(text, "^[On the title.]\nRain^[First and *more*.] fell.\nSun[^c].\n[^b]: Loose.");
    let counts = [ChangeRule::Footnote, ChangeRule::LooseFootnote].map(|rule| count(&plan, rule));
    assert_eq!(counts, [2, 2]);
}

#[test]
fn a_prologue_stands_beside_the_volumes() {
    let plan = of(
        "# Prologue\n\nRain.\n\n# Part One\n\n## Dawn\n\nSun.\n\n## Noon\n\nHeat.\n\n# Part Two\n\n## Dusk\n\nDark.\n",
    );
    assert_eq!(
        shown(&plan),
        [
            (None, vec!["Prologue"]),
            (Some("Part One"), vec!["Dawn", "Noon"]),
            (Some("Part Two"), vec!["Dusk"])
        ]
    );
}

#[test]
fn what_is_no_prose_becomes_text_and_is_counted() {
    let plan = of(concat!(
        "---\ntitle: The Ferry\nauthor: \"Ann Lee\"\n---\n\n# One\n\n",
        "See [the map](map.html) and ~~not~~ `this`.\n\n![The map](map.png)\n\n[The End]{.smallcaps}\n\n",
        "| Day | Rain |\n|-----|------|\n| 1 | yes |\n\nOne\\\nTwo\n"
    ));
    assert_eq!((plan.title.as_deref(), plan.author.as_deref()), (Some("The Ferry"), Some("Ann Lee")));
    let text = plan.chapters().next().unwrap().scenes[0].text.to_string();
    assert_eq!(text, "See the map and not this.\nThe End\nDay\tRain\n1\tyes\nOne\nTwo");
    use ChangeRule::{Formatting, Link, MarkdownEscape, Picture, Table};
    let counts = [Link, Formatting, Picture, Table, MarkdownEscape].map(|rule| count(&plan, rule));
    assert_eq!(counts, [1, 3, 1, 1, 1]);
}
