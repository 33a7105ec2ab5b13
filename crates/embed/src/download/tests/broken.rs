//! Connections that break off.

use super::*;

#[tokio::test]
async fn a_file_is_downloaded_with_progress() {
    let fixture = Fixture::new();
    let server = Server::of(fixture.content.clone());
    let reported = fixture.fetch(&[&server]).await.unwrap();
    fixture.assert_complete();
    assert!(reported.iter().all(|at| at.total == 5000 && at.done <= 5000));
    assert!(reported.windows(2).all(|two| two[0].done <= two[1].done));
    assert_eq!(reported.last().map(|at| at.done), Some(5000));
    let requests = server.requests();
    assert_eq!(requests[0].path, "/us/tiny/resolve/0a1b2c/weights");
    let sent: Vec<String> = requests[0].headers.iter().map(|line| line.to_ascii_lowercase()).collect();
    let known = ["accept: */*", "accept-encoding: identity", "host: ", "user-agent: wenfang/"];
    assert!(sent.iter().all(|line| known.iter().any(|known| line.starts_with(known))), "{sent:?}");
}

#[tokio::test]
async fn a_broken_download_resumes_where_it_broke() {
    for cut in [0, 1, 17, 30, 50] {
        // Breaks in the head of the response: nothing was received.
        let fixture = Fixture::new();
        let content = fixture.content.clone();
        let server = Server::start(move |nth, request| match nth {
            0 => Answer::of(&content, request).cut(cut),
            _ => Answer::of(&content, request),
        });
        fixture.fetch(&[&server]).await.unwrap();
        fixture.assert_complete();
        assert_eq!(server.ranges(), [None, None], "cut {cut}");
    }
    for cut in [1, 17, 2500, 4999] {
        let fixture = Fixture::new();
        let content = fixture.content.clone();
        let server = Server::start(move |nth, request| match nth {
            0 => Answer::of(&content, request).cut_body(cut),
            _ => Answer::of(&content, request),
        });
        fixture.fetch(&[&server]).await.unwrap();
        fixture.assert_complete();
        assert_eq!(server.ranges(), [None, Some(cut as u64)], "cut {cut}");
    }
}

#[tokio::test]
async fn repeated_breaks_succeed_while_bytes_arrive() {
    let fixture = Fixture::new();
    let content = fixture.content.clone();
    let server = Server::start(move |_, request| Answer::of(&content, request).cut_body(300));
    fixture.fetch(&[&server]).await.unwrap();
    fixture.assert_complete();
    assert_eq!(server.requests().len(), 17);
}

#[tokio::test]
async fn a_premature_end_is_not_the_end() {
    let fixture = Fixture::new();
    let content = fixture.content.clone();
    // Without a length, a broken connection looks like the end.
    let server = Server::start(move |nth, request| match nth {
        0 => Answer::unmeasured(200, &content[..1200]),
        _ => Answer::of(&content, request),
    });
    fixture.fetch(&[&server]).await.unwrap();
    fixture.assert_complete();
    assert_eq!(server.ranges(), [None, Some(1200)]);
}

#[tokio::test]
async fn a_stalled_connection_counts_as_broken() {
    let fixture = Fixture::new();
    let content = fixture.content.clone();
    let server = Server::start(move |nth, request| match nth {
        0 => Answer { stall: Some(700), ..Answer::of(&content, request) },
        _ => Answer::of(&content, request),
    });
    let mirrors = [Mirror::parse(&server.address).unwrap()];
    let patience = Patience { idle: Duration::from_secs(1), ..quick() };
    let order = Order { model: &fixture.model, folder: &fixture.folder(), mirrors: &mirrors, patience };
    fetch(order, &mut |_| {}, &CancellationToken::new()).await.unwrap();
    fixture.assert_complete();
    assert_eq!(server.ranges(), [None, Some(700)]);
}

#[tokio::test]
async fn a_server_without_data_is_tried_three_times() {
    let fixture = Fixture::new();
    let server = Server::start(|_, request| Answer::of(b"x", request).cut(0));
    let error = fixture.fetch(&[&server]).await.unwrap_err();
    assert!(matches!(&error, DownloadError::NoNetwork(tried) if tried[0].trouble == MirrorFailure::Broken));
    assert_eq!(server.requests().len(), 3);
    assert_eq!((fixture.weights(), fixture.part()), (None, Some(Vec::new())));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whatever breaks and where: the file is correct, or absent.
    #[test]
    fn interruptions_never_produce_a_wrong_file(
        left in 0_usize..6000,
        is_corrupt in any::<bool>(),
        cuts in proptest::collection::vec((0_usize..5200, 0_u8..5), 0..6),
    ) {
        let fixture = Fixture::new();
        let mut earlier = content(6000);
        earlier.truncate(left);
        if let Some(last) = earlier.last_mut().filter(|_| is_corrupt) {
            *last ^= 1;
        }
        fixture.leave_part(&earlier);
        let content = fixture.content.clone();
        let server = Server::start(move |nth, request| match cuts.get(nth) {
            Some((cut, 0)) => Answer::of(&content, request).cut_body(*cut),
            Some((cut, 1)) => Answer::with(200, "", &content).cut_body(*cut),
            Some((_, 2)) => Answer::with(503, "", b"busy"),
            Some((_, 3)) => Answer::with(416, "", b""),
            Some((cut, _)) => Answer::unmeasured(200, &content[..(*cut).min(5000)]),
            None => Answer::of(&content, request),
        });
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let fetched = runtime.block_on(fixture.fetch(&[&server]));
        match fetched {
            Ok(_) => fixture.assert_complete(),
            Err(error) => {
                prop_assert_eq!(fixture.weights(), None, "{}", error);
                // The download can also be resumed.
                let server = Server::of(fixture.content.clone());
                runtime.block_on(fixture.fetch(&[&server])).unwrap();
                fixture.assert_complete();
            }
        }
    }
}
