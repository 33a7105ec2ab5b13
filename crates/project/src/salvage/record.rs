//! Rows as SQLite stores them (sqlite.org/fileformat2.html, "Record Format").

/// A stored value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Null,
    Integer(i64),
    Real(f64),
    Text(String),
    Blob(Vec<u8>),
}

/// A stored row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    /// Its row id, in tables that have them.
    pub(super) rowid: Option<i64>,
    pub(super) values: Vec<Value>,
}

/// Decodes a number of one to nine bytes; returns it with its length.
pub(super) fn varint(bytes: &[u8]) -> Option<(u64, usize)> {
    let mut value = 0u64;
    for (at, byte) in bytes.iter().take(9).enumerate() {
        if at == 8 {
            return Some((value << 8 | u64::from(*byte), 9));
        }
        value = value << 7 | u64::from(byte & 0x7F);
        if byte & 0x80 == 0 {
            return Some((value, at + 1));
        }
    }
    None
}

/// Decodes the values of a record; `None` when the bytes are not one.
pub(super) fn values(record: &[u8]) -> Option<Vec<Value>> {
    let (header, mut at) = varint(record)?;
    let header = usize::try_from(header).ok().filter(|header| *header <= record.len())?;
    let mut body = record.get(header..)?;
    let mut values = Vec::new();
    while at < header {
        let (kind, length) = varint(record.get(at..header)?)?;
        at += length;
        let (value, size) = value(kind, body)?;
        body = body.get(size..)?;
        values.push(value);
    }
    // No bytes may remain: SQLite writes no padding.
    (at == header && body.is_empty()).then_some(values)
}

fn value(kind: u64, body: &[u8]) -> Option<(Value, usize)> {
    let integer = |size: usize| -> Option<(Value, usize)> {
        let bytes = body.get(..size)?;
        let first = bytes.first().map_or(0, |first| i64::from(*first as i8));
        let value = bytes.iter().skip(1).fold(first, |value, byte| value << 8 | i64::from(*byte));
        Some((Value::Integer(value), size))
    };
    match kind {
        0 => Some((Value::Null, 0)),
        1..=4 => integer(usize::try_from(kind).ok()?),
        5 => integer(6),
        6 => integer(8),
        7 => {
            let bytes: [u8; 8] = body.get(..8)?.try_into().ok()?;
            Some((Value::Real(f64::from_be_bytes(bytes)), 8))
        }
        8 => Some((Value::Integer(0), 0)),
        9 => Some((Value::Integer(1), 0)),
        10 | 11 => None,
        _ => {
            let size = usize::try_from((kind - 12) / 2).ok()?;
            let bytes = body.get(..size)?.to_vec();
            let value = match kind % 2 {
                0 => Value::Blob(bytes),
                _ => Value::Text(String::from_utf8(bytes).ok()?),
            };
            Some((value, size))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_record_is_decoded() {
        let record = [6, 0, 1, 9, 13 + 4, 12 + 4, 0xFE, b'h', b'i', 1, 2];
        let wanted = [
            Value::Null,
            Value::Integer(-2),
            Value::Integer(1),
            Value::Text("hi".to_owned()),
            Value::Blob(vec![1, 2]),
        ];
        assert_eq!(values(&record).as_deref(), Some(wanted.as_slice()));
    }

    proptest! {
        #[test]
        fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = values(&bytes);
            let _ = varint(&bytes);
        }
    }
}
