//! Tiles for any processor; the other levels are tested against them.
#![allow(unsafe_code, reason = "tiles work on pointers")]

use super::bytes::ByteTile;
use super::floats::FloatTile;

/// The maximum rows of a float tile.
pub(super) const FLOAT_ROWS: usize = 4;
/// The maximum rows of a byte tile.
pub(super) const BYTE_ROWS: usize = 4;
/// Columns of a panel.
const WIDTH: usize = 16;

/// # Safety
/// `tile` must have `rows` rows and a panel of 16 columns.
pub(super) unsafe fn float(tile: &FloatTile, rows: usize) {
    for row in 0..rows {
        // SAFETY: all offsets are within the tile, as guaranteed by the caller.
        unsafe {
            let mut sums = tile.bias.cast::<[f32; WIDTH]>().read();
            for depth in 0..tile.depth {
                let left = *tile.left.add(row * tile.left_stride + depth);
                let right = &*tile.panel.add(depth * WIDTH).cast::<[f32; WIDTH]>();
                for (sum, right) in sums.iter_mut().zip(right) {
                    *sum += left * right;
                }
            }
            tile.out.add(row * tile.out_stride).cast::<[f32; WIDTH]>().write(sums);
        }
    }
}

/// # Safety
/// `tile` must have `rows` rows and a panel of 16 columns, one depth after the other.
pub(super) unsafe fn byte(tile: &ByteTile, rows: usize) {
    for row in 0..rows {
        // SAFETY: all offsets are within the tile, as guaranteed by the caller; byte arrays need no alignment.
        unsafe {
            let mut sums = [0_i32; WIDTH];
            for depth in 0..tile.quads * 4 {
                let left = i16::from(*tile.left.add(row * tile.left_stride + depth));
                let right = &*tile.panel.add(depth * WIDTH).cast::<[i8; WIDTH]>();
                for (sum, right) in sums.iter_mut().zip(right) {
                    *sum += i32::from(left) * i32::from(*right);
                }
            }
            let (scale, low) = (*tile.row_scales.add(row), *tile.row_lows.add(row));
            for (column, sum) in sums.into_iter().enumerate() {
                let (channel, total) = (*tile.channels.scales.add(column), *tile.channels.sums.add(column));
                let value = channel * (scale * sum as f32 + low * total) + *tile.channels.bias.add(column);
                tile.out.add(row * tile.out_stride + column).write(value);
            }
        }
    }
}
