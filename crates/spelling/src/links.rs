//! Finds addresses in a text, which are not spell-checked.

use std::ops::Range;

/// The byte ranges of web and mail addresses, in order.
pub(crate) fn links(text: &str) -> Vec<Range<usize>> {
    let mut links = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_graphic()) {
        let run = rest.get(start..).unwrap_or_default();
        let run = run.split(|c: char| !c.is_ascii_graphic()).next().unwrap_or_default();
        let from = text.len() - rest.len() + start;
        if is_link(run) {
            links.push(from..from + run.len());
        }
        rest = text.get(from + run.len()..).unwrap_or_default();
    }
    links
}

fn is_link(run: &str) -> bool {
    let run = run.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    run.contains("://") || run.starts_with("www.") || is_mail_address(run)
}

fn is_mail_address(run: &str) -> bool {
    let Some((name, host)) = run.rsplit_once('@') else { return false };
    name.ends_with(|c: char| c.is_ascii_alphanumeric())
        && host.starts_with(|c: char| c.is_ascii_alphanumeric())
        && host.contains('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_are_found() {
        let found =
            |text: &'static str| links(text).into_iter().map(|at| text[at].to_owned()).collect::<Vec<_>>();
        assert_eq!(
            found("See (https://a.example/b_c), or www.b.example."),
            ["(https://a.example/b_c),", "www.b.example."]
        );
        assert_eq!(found("Write to joe@c.example!"), ["joe@c.example!"]);
        assert_eq!(found("信写给joe@c.example吧"), ["joe@c.example"]);
        assert_eq!(found("At 5 @ the door: wait. A/B"), Vec::<String>::new());
    }
}
