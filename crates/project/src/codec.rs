//! How a content becomes bytes on disk: as it is, compressed, or compressed with an earlier text as prefix.

use zstd::zstd_safe::{self, CCtx, CParameter, DCtx, DParameter};

/// Compression level for texts: 9 of 22. Above it, chapters shrink by less than one part in a hundred and saving
/// slows down.
const LEVEL: i32 = 9;

/// Contents shorter than this, in bytes, stay as they are.
const WORTH_COMPRESSING: usize = 64;

/// The largest window zstd may use, as a power of two: prefix and text together fit up to 128 MiB.
const LARGEST_WINDOW: u32 = 27;

/// A content in its stored form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Encoded {
    /// The content itself.
    Plain(Vec<u8>),
    /// Compressed on its own.
    Alone(Vec<u8>),
    /// Compressed with an earlier content as prefix.
    After(Vec<u8>),
}

impl Encoded {
    /// The stored form from its columns; `None` for a codec this build does not know.
    pub(crate) fn from_parts(codec: i64, data: Vec<u8>) -> Option<Self> {
        match codec {
            0 => Some(Self::Plain(data)),
            1 => Some(Self::Alone(data)),
            2 => Some(Self::After(data)),
            _ => None,
        }
    }
}

/// Encodes `content`, with `earlier` as prefix when that helps.
pub(crate) fn encode(content: &[u8], earlier: Option<&[u8]>) -> Encoded {
    if content.len() < WORTH_COMPRESSING {
        return Encoded::Plain(content.to_vec());
    }
    let after = earlier.filter(|earlier| !earlier.is_empty()).and_then(|earlier| compress(content, earlier));
    // A text that was mostly rewritten stands on its own, so that the chain ends here.
    if let Some(data) = after.filter(|data| data.len() < content.len() / 4) {
        return Encoded::After(data);
    }
    match compress(content, &[]) {
        Some(data) if data.len() < content.len() => Encoded::Alone(data),
        _ => Encoded::Plain(content.to_vec()),
    }
}

/// Decodes a content of exactly `size` bytes; `None` when the bytes are not what was stored.
pub(crate) fn decode(encoded: &Encoded, earlier: Option<&[u8]>, size: usize) -> Option<Vec<u8>> {
    let content = match encoded {
        Encoded::Plain(data) => data.clone(),
        Encoded::Alone(data) => decompress(data, &[], size)?,
        Encoded::After(data) => decompress(data, earlier?, size)?,
    };
    (content.len() == size).then_some(content)
}

fn compress(content: &[u8], prefix: &[u8]) -> Option<Vec<u8>> {
    let mut context = CCtx::create();
    context.set_parameter(CParameter::CompressionLevel(LEVEL)).ok()?;
    // The hash of the content is checked at every read: zstd's own checksum and size field would be four to eight
    // bytes of each version for nothing.
    context.set_parameter(CParameter::ContentSizeFlag(false)).ok()?;
    let span = (content.len() + prefix.len()).next_power_of_two().trailing_zeros();
    context.set_parameter(CParameter::WindowLog(span.clamp(10, LARGEST_WINDOW))).ok()?;
    if !prefix.is_empty() {
        context.ref_prefix(prefix).ok()?;
    }
    let mut data = Vec::with_capacity(zstd_safe::compress_bound(content.len()));
    context.compress2(&mut data, content).ok()?;
    Some(data)
}

fn decompress(data: &[u8], prefix: &[u8], size: usize) -> Option<Vec<u8>> {
    let mut context = DCtx::create();
    context.set_parameter(DParameter::WindowLogMax(LARGEST_WINDOW)).ok()?;
    if !prefix.is_empty() {
        context.ref_prefix(prefix).ok()?;
    }
    let mut content = Vec::with_capacity(size);
    context.decompress(&mut content, data).ok()?;
    Some(content)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_stored_is_what_is_read(
            earlier in "[一-龥，。\n]{0,600}",
            inserted in "[一-龥a-z]{0,40}",
            at in 0usize..600,
        ) {
            let at = earlier.char_indices().nth(at).map_or(earlier.len(), |(byte, _)| byte);
            let content = format!("{}{inserted}{}", &earlier[..at], &earlier[at..]);
            for prefix in [None, Some(earlier.as_bytes())] {
                let encoded = encode(content.as_bytes(), prefix);
                let decoded = decode(&encoded, prefix, content.len());
                prop_assert_eq!(decoded.as_deref(), Some(content.as_bytes()));
            }
        }

        #[test]
        fn damaged_bytes_never_panic(mut data in prop::collection::vec(any::<u8>(), 1..200), size in 0usize..5000) {
            let _ = decode(&Encoded::Alone(data.clone()), None, size);
            data.reverse();
            let _ = decode(&Encoded::After(data), Some(b"earlier"), size);
        }
    }

    #[test]
    fn a_small_change_costs_little() {
        let earlier: String =
            (0..4000).filter_map(|i| char::from_u32(0x4e00 + (i * 7919) % 20_000)).collect();
        let content = earlier.replacen(&earlier[3000..3003], "渡口的风很大，", 1);
        let Encoded::After(data) = encode(content.as_bytes(), Some(earlier.as_bytes())) else {
            panic!("stored on its own")
        };
        assert!(data.len() < 100, "{} bytes", data.len());
    }
}
