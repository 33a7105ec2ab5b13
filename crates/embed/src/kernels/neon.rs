//! ARM tiles: floats with NEON, bytes with `sdot`.
#![allow(unsafe_code, reason = "instructions of the processor, on pointers")]

use std::arch::aarch64::*;
use std::arch::asm;

use super::bytes::ByteTile;
use super::floats::FloatTile;

/// Calls the tile function for the number of rows.
macro_rules! by_rows {
    ($function:ident, $tile:expr, $rows:expr) => {
        match $rows {
            1 => unsafe { $function::<1>($tile) },
            2 => unsafe { $function::<2>($tile) },
            3 => unsafe { $function::<3>($tile) },
            4 => unsafe { $function::<4>($tile) },
            5 => unsafe { $function::<5>($tile) },
            6 => unsafe { $function::<6>($tile) },
            rows => debug_assert!(false, "a tile of {rows} rows"),
        }
    };
}

/// # Safety
/// The processor must support NEON; `tile` must have `rows` (at most 6) rows and a panel of 16 columns.
pub(super) unsafe fn float(tile: &FloatTile, rows: usize) {
    // SAFETY: guaranteed by the caller.
    by_rows!(float_rows, tile, rows);
}

/// # Safety
/// The processor must support NEON with `sdot`; `tile` must have `rows` (at most 6) rows and a panel of 16 columns.
pub(super) unsafe fn byte(tile: &ByteTile, rows: usize) {
    // SAFETY: guaranteed by the caller.
    by_rows!(byte_rows, tile, rows);
}

#[target_feature(enable = "neon")]
unsafe fn float_rows<const R: usize>(tile: &FloatTile) {
    // SAFETY: the offsets are within the tile, as guaranteed by the caller.
    unsafe {
        let load = |from: *const f32| -> [float32x4_t; 4] {
            [vld1q_f32(from), vld1q_f32(from.add(4)), vld1q_f32(from.add(8)), vld1q_f32(from.add(12))]
        };
        let mut sums = [load(tile.bias); R];
        let mut panel = tile.panel;
        let mut left = tile.left;
        for _ in 0..tile.depth {
            let right = load(panel);
            for (row, sum) in sums.iter_mut().enumerate() {
                let value = *left.add(row * tile.left_stride);
                for (sum, right) in sum.iter_mut().zip(right) {
                    *sum = vfmaq_n_f32(*sum, right, value);
                }
            }
            panel = panel.add(16);
            left = left.add(1);
        }
        for (row, sum) in sums.into_iter().enumerate() {
            for (quarter, sum) in sum.into_iter().enumerate() {
                vst1q_f32(tile.out.add(row * tile.out_stride + quarter * 4), sum);
            }
        }
    }
}

/// Adds the products of four bytes to each of four sums.
#[target_feature(enable = "neon,dotprod")]
fn dot(sums: int32x4_t, left: int8x16_t, right: int8x16_t) -> int32x4_t {
    let mut sums = sums;
    // The intrinsic is not stable (rust-lang/rust#117224).
    // SAFETY: a single instruction on registers; the enabled features guarantee that the processor supports it.
    unsafe {
        asm!(
            "sdot {sums:v}.4s, {left:v}.16b, {right:v}.16b",
            sums = inout(vreg) sums,
            left = in(vreg) left,
            right = in(vreg) right,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    sums
}

#[target_feature(enable = "neon,dotprod")]
unsafe fn byte_rows<const R: usize>(tile: &ByteTile) {
    // SAFETY: the offsets are within the tile, as guaranteed by the caller.
    unsafe {
        // `sdot` requires signed bytes: 128 is subtracted from each here, and 128 times the weights is added below.
        let flip = vdupq_n_s32(0x8080_8080_u32 as i32);
        let mut sums = [[vdupq_n_s32(0); 4]; R];
        let mut panel = tile.panel;
        let mut left = tile.left;
        for _ in 0..tile.quads {
            let right: [int8x16_t; 4] =
                [vld1q_s8(panel), vld1q_s8(panel.add(16)), vld1q_s8(panel.add(32)), vld1q_s8(panel.add(48))];
            for (row, sum) in sums.iter_mut().enumerate() {
                let four = left.add(row * tile.left_stride).cast::<i32>().read_unaligned();
                let four = vreinterpretq_s8_s32(veorq_s32(vdupq_n_s32(four), flip));
                for (sum, right) in sum.iter_mut().zip(right) {
                    *sum = dot(*sum, four, right);
                }
            }
            panel = panel.add(64);
            left = left.add(4);
        }
        for (row, sum) in sums.into_iter().enumerate() {
            let scale = vdupq_n_f32(*tile.row_scales.add(row));
            let low = vdupq_n_f32(*tile.row_lows.add(row));
            for (quarter, sum) in sum.into_iter().enumerate() {
                let at = quarter * 4;
                let totals = vld1q_f32(tile.channels.sums.add(at));
                let sum = vaddq_s32(sum, vshlq_n_s32::<7>(vcvtq_s32_f32(totals)));
                let value = vmulq_f32(scale, vcvtq_f32_s32(sum));
                let value = vaddq_f32(value, vmulq_f32(low, totals));
                let value = vmulq_f32(vld1q_f32(tile.channels.scales.add(at)), value);
                let value = vaddq_f32(value, vld1q_f32(tile.channels.bias.add(at)));
                vst1q_f32(tile.out.add(row * tile.out_stride + at), value);
            }
        }
    }
}
