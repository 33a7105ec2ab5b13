use super::*;
use crate::sample::{commented, sample};

fn named<'p>(parts: &'p [PdfPart<'_>]) -> Vec<(&'p str, Vec<usize>)> {
    let numbers = |part: &PdfPart<'_>| {
        part.volumes.iter().flat_map(|(_, chapters)| chapters).map(|chapter| chapter.number).collect()
    };
    parts.iter().map(|part| (part.name.as_str(), numbers(part))).collect()
}

#[test]
fn the_job_is_the_contract_with_the_program() {
    let book = sample(NovelLanguage::Zh);
    let whole = parts(&book, usize::MAX, false);
    let job = pdf_job(&book, &whole[0], PageSize::A5).unwrap();
    let job: serde_json::Value = serde_json::from_slice(&job).unwrap();
    let written = format!("{}\n", serde_json::to_string_pretty(&job).unwrap());
    expect_test::expect_file!["../../../../pdf/tests/job.json"].assert_eq(&written);
}

#[test]
fn comments_are_not_printed() {
    let book = commented(NovelLanguage::Zh);
    let printed = serde_json::to_string(&PrintBook::of(&book, &parts(&book, usize::MAX, false)[0])).unwrap();
    assert!(printed.contains("灯") && !printed.contains("太快了"), "{printed}");
}

#[test]
fn a_book_is_one_file_while_it_fits() {
    let book = sample(NovelLanguage::Zh);
    assert_eq!(named(&parts(&book, 1000, false)), [("", vec![1, 2, 3])]);
    assert_eq!(named(&parts(&book, 1000, true)), [("第一卷 雾", vec![1, 2]), ("第二卷 归", vec![3])]);
}

#[test]
fn a_long_volume_is_split_between_chapters() {
    let book = sample(NovelLanguage::Zh);
    let split = parts(&book, 5, false);
    assert_eq!(named(&split), [("第一卷 雾 1", vec![1]), ("第一卷 雾 2", vec![2]), ("第二卷 归", vec![3])]);
    let titles: Vec<&str> = split.iter().map(|part| part.volumes[0].0).collect();
    assert_eq!(titles, ["第一卷 雾", "", "第二卷 归"], "the title of a volume is printed once");
}
