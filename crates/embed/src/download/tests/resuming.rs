//! State left by earlier attempts: stops, kills, other programs, damage.

use super::*;

#[tokio::test]
async fn a_stopped_download_resumes() {
    let fixture = Fixture::new();
    let content = fixture.content.clone();
    let server = Server::start(move |nth, request| {
        let answer = Answer::of(&content, request).header("ETag: \"one\"");
        if nth == 0 { Answer { stall: Some(2000), ..answer } } else { answer }
    });
    let stopped = fixture
        .fetch_until(&[&server], |at, cancel| {
            if at.done == 2000 {
                cancel.cancel();
            }
        })
        .await;
    assert!(matches!(stopped, Err(DownloadError::Stopped)));
    assert_eq!(presence(&fixture.folder(), &fixture.model), Presence::Partial { bytes: 2000 });
    assert_eq!(fixture.part().as_deref(), Some(&fixture.content[..2000]));
    let reported = fixture.fetch(&[&server]).await.unwrap();
    fixture.assert_complete();
    assert_eq!(reported.first().map(|at| at.done), Some(2000));
    let again = &server.requests()[1];
    assert_eq!((again.range, again.if_range.as_deref()), (Some(2000), Some("\"one\"")));
}

#[tokio::test]
async fn parts_of_unknown_origin_resume_from_any_mirror() {
    let fixture = Fixture::new();
    fixture.leave_part(&fixture.content[..3210]);
    let server = Server::of(fixture.content.clone());
    fixture.fetch(&[&server]).await.unwrap();
    fixture.assert_complete();
    assert_eq!((server.ranges(), &server.requests()[0].if_range), (vec![Some(3210)], &None));
}

#[tokio::test]
async fn a_complete_part_needs_no_server() {
    let fixture = Fixture::new();
    fixture.leave_part(&fixture.content);
    let server = Server::start(|_, _| Answer::with(416, "", b""));
    fixture.fetch(&[&server]).await.unwrap();
    fixture.assert_complete();
    assert_eq!(server.requests().len(), 0);
}

#[tokio::test]
async fn a_corrupt_part_is_downloaded_from_scratch() {
    for len in [100, 5000, 5001, 9000] {
        let fixture = Fixture::new();
        fixture.leave_part(&vec![7; len]);
        let server = Server::of(fixture.content.clone());
        fixture.fetch(&[&server]).await.unwrap();
        fixture.assert_complete();
        assert_eq!(server.ranges().last(), Some(&None), "{len}");
    }
}

#[tokio::test]
async fn refused_or_ignored_ranges_start_over() {
    let refused = |content: Vec<u8>| {
        Server::start(move |_, request| match request.range {
            Some(_) => Answer::with(416, "", b"no"),
            None => Answer::of(&content, request),
        })
    };
    let ignored = |content: Vec<u8>| Server::start(move |_, _| Answer::with(200, "", &content));
    let elsewhere = |content: Vec<u8>| {
        Server::start(move |_, request| match request.range {
            Some(_) => Answer::with(206, "Content-Range: bytes 0-4999/5000\r\n", &content),
            None => Answer::of(&content, request),
        })
    };
    let fixture = Fixture::new();
    for (server, requests) in [
        (refused(fixture.content.clone()), 2),
        (ignored(fixture.content.clone()), 1),
        (elsewhere(fixture.content.clone()), 2),
    ] {
        let fixture = Fixture::new();
        fixture.leave_part(&fixture.content[..1234]);
        fixture.fetch(&[&server]).await.unwrap();
        fixture.assert_complete();
        assert_eq!(server.ranges()[0], Some(1234));
        assert_eq!(server.requests().len(), requests);
    }
}

#[tokio::test]
async fn a_partial_response_without_range_is_accepted() {
    let fixture = Fixture::new();
    fixture.leave_part(&fixture.content[..1234]);
    let content = fixture.content.clone();
    let server = Server::start(move |_, _| Answer::unmeasured(206, &content[1234..]));
    fixture.fetch(&[&server]).await.unwrap();
    fixture.assert_complete();
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn only_damaged_files_are_downloaded_again() {
    let fixture = Fixture::new();
    let server = Server::of(fixture.content.clone());
    fixture.fetch(&[&server]).await.unwrap();
    fixture.fetch(&[&server]).await.unwrap();
    assert_eq!(server.requests().len(), 1);
    let mut damaged = fixture.content.clone();
    damaged[4000] ^= 1;
    std::fs::write(fixture.folder().join("weights"), damaged).unwrap();
    std::fs::write(fixture.folder().join("1_Pooling/config.json"), "other").unwrap();
    assert_eq!(presence(&fixture.folder(), &fixture.model), Presence::Complete, "judged by its size");
    let found = faults(&fixture.folder(), &fixture.model, &mut |_| true).unwrap();
    assert_eq!(found, ["weights", "1_Pooling/config.json"]);
    fixture.fetch(&[&server]).await.unwrap();
    fixture.assert_complete();
    assert_eq!(server.requests().len(), 2);
}

#[tokio::test]
async fn a_folder_is_locked_during_a_download() {
    let fixture = Fixture::new();
    std::fs::create_dir_all(fixture.folder()).unwrap();
    let lock = lock_folder(&fixture.folder()).unwrap();
    let server = Server::of(fixture.content.clone());
    assert!(matches!(fixture.fetch(&[&server]).await, Err(DownloadError::Running)));
    assert!(matches!(remove(&fixture.folder(), &fixture.model), Err(DownloadError::Running)));
    drop(lock);
    fixture.fetch(&[&server]).await.unwrap();
    fixture.assert_complete();
}

#[tokio::test]
async fn removal_keeps_foreign_files() {
    let fixture = Fixture::new();
    let server = Server::of(fixture.content.clone());
    fixture.fetch(&[&server]).await.unwrap();
    fixture.leave_part(b"half");
    std::fs::write(fixture.folder().join("notes.txt"), "mine").unwrap();
    remove(&fixture.folder(), &fixture.model).unwrap();
    assert_eq!(names(&fixture.folder()), ["notes.txt"]);
    assert_eq!(presence(&fixture.folder(), &fixture.model), Presence::Absent);
    std::fs::remove_file(fixture.folder().join("notes.txt")).unwrap();
    remove(&fixture.folder(), &fixture.model).unwrap();
    assert!(!fixture.folder().exists());
    remove(&fixture.folder(), &fixture.model).unwrap();
}

#[tokio::test]
async fn an_impossible_folder_is_an_error_with_its_path() {
    let fixture = Fixture::new();
    std::fs::write(fixture.home.path().join("models"), "a file").unwrap();
    let server = Server::of(fixture.content.clone());
    let error = fixture.fetch(&[&server]).await.unwrap_err();
    assert!(matches!(&error, DownloadError::Disk { path, .. } if *path == fixture.folder()), "{error}");
    assert!(!error.advice().is_empty());
}
