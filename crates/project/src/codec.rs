//! Encodes content for storage: as it is, compressed, or compressed with an earlier text as prefix.

use zstd::zstd_safe::{self, CCtx, CParameter, DCtx};

/// `codec` of content stored as it is.
const PLAIN: i64 = 0;
/// `codec` of content compressed on its own.
const STANDALONE: i64 = 1;
/// `codec` of content compressed with an earlier content as prefix.
const WITH_PREFIX: i64 = 2;

/// Compression level of a text stored on its own: 9 of 22. Measured on real chapters, higher levels save less than
/// 1 % until they take ten times as long (docs/benchmarks.md).
const LEVEL_STANDALONE: i32 = 9;

/// Compression level of a text with an earlier one as prefix: 3 of 22. Higher levels save 30 bytes of 200 and take
/// twice as long, on every save.
const LEVEL_WITH_PREFIX: i32 = 3;

/// Contents shorter than this, in bytes, are not compressed.
const MIN_COMPRESSED_SIZE: usize = 64;

/// The maximum zstd window, as a power of two: prefix and text together fit up to 128 MiB.
const MAX_WINDOW_LOG: u32 = 27;

/// A content in its stored form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Encoded {
    pub(crate) codec: i64,
    pub(crate) data: Vec<u8>,
}

impl Encoded {
    /// Whether the earlier content is needed to decode this one.
    pub(crate) fn needs_earlier(&self) -> bool {
        self.codec == WITH_PREFIX
    }
}

/// Encodes `content`, with `earlier` as prefix when that helps.
pub(crate) fn encode(content: &[u8], earlier: Option<&[u8]>) -> Encoded {
    if content.len() < MIN_COMPRESSED_SIZE {
        return Encoded { codec: PLAIN, data: content.to_vec() };
    }
    let prefixed = earlier
        .filter(|earlier| !earlier.is_empty())
        .and_then(|earlier| compress(content, earlier, LEVEL_WITH_PREFIX));
    // A mostly rewritten text is stored on its own, which ends the chain.
    if let Some(data) = prefixed.filter(|data| data.len() < content.len() / 4) {
        return Encoded { codec: WITH_PREFIX, data };
    }
    match compress(content, &[], LEVEL_STANDALONE) {
        Some(data) if data.len() < content.len() => Encoded { codec: STANDALONE, data },
        _ => Encoded { codec: PLAIN, data: content.to_vec() },
    }
}

/// Decodes stored contents one after the other.
pub(crate) struct Decoder(DCtx<'static>);

impl Decoder {
    pub(crate) fn new() -> Self {
        Self(DCtx::create())
    }

    /// Decodes a content of exactly `size` bytes; `None` when the bytes are damaged.
    pub(crate) fn decode(
        &mut self,
        (codec, data): (i64, &[u8]),
        earlier: &[u8],
        size: usize,
    ) -> Option<Vec<u8>> {
        let content = match codec {
            PLAIN => data.to_vec(),
            STANDALONE => self.decompress(data, &[], size)?,
            WITH_PREFIX => self.decompress(data, earlier, size)?,
            _ => return None,
        };
        (content.len() == size).then_some(content)
    }

    fn decompress(&mut self, data: &[u8], prefix: &[u8], size: usize) -> Option<Vec<u8>> {
        let mut content = Vec::with_capacity(size);
        // To zstd a prefix is a dictionary without a header; no text starts with that header.
        self.0.decompress_using_dict(&mut content, data, prefix).ok()?;
        Some(content)
    }
}

fn compress(content: &[u8], prefix: &[u8], level: i32) -> Option<Vec<u8>> {
    let mut context = CCtx::create();
    context.set_parameter(CParameter::CompressionLevel(level)).ok()?;
    // The content hash is checked on every read, so zstd's own size field would waste bytes in each version.
    context.set_parameter(CParameter::ContentSizeFlag(false)).ok()?;
    let span = (content.len() + prefix.len()).next_power_of_two().trailing_zeros();
    context.set_parameter(CParameter::WindowLog(span.clamp(10, MAX_WINDOW_LOG))).ok()?;
    if !prefix.is_empty() {
        context.ref_prefix(prefix).ok()?;
    }
    let mut data = Vec::with_capacity(zstd_safe::compress_bound(content.len()));
    context.compress2(&mut data, content).ok()?;
    Some(data)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn encoded_content_decodes_to_itself(
            earlier in "[一-龥，。\n]{0,600}",
            inserted in "[一-龥a-z]{0,40}",
            at in 0usize..600,
        ) {
            let at = earlier.char_indices().nth(at).map_or(earlier.len(), |(byte, _)| byte);
            let content = format!("{}{inserted}{}", &earlier[..at], &earlier[at..]);
            for prefix in [None, Some(earlier.as_bytes())] {
                let Encoded { codec, data } = encode(content.as_bytes(), prefix);
                let earlier = prefix.unwrap_or_default();
                let decoded = Decoder::new().decode((codec, &data), earlier, content.len());
                prop_assert_eq!(decoded.as_deref(), Some(content.as_bytes()));
            }
        }

        #[test]
        fn damaged_bytes_never_panic(mut data in prop::collection::vec(any::<u8>(), 1..200), size in 0usize..5000) {
            let mut decoder = Decoder::new();
            let _ = decoder.decode((STANDALONE, &data), &[], size);
            data.reverse();
            let _ = decoder.decode((WITH_PREFIX, &data), b"earlier", size);
        }
    }

    #[test]
    fn a_small_change_takes_few_bytes() {
        let earlier: String =
            (0..4000).filter_map(|i| char::from_u32(0x4e00 + (i * 7919) % 20_000)).collect();
        let content = earlier.replacen(&earlier[3000..3003], "渡口的风很大，", 1);
        let encoded = encode(content.as_bytes(), Some(earlier.as_bytes()));
        assert!(encoded.needs_earlier());
        assert!(encoded.data.len() < 100, "{} bytes", encoded.data.len());
    }
}
