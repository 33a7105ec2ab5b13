//! x86 tiles: AVX2, AVX-VNNI, AVX-512, AVX-512 VNNI.
//!
//! A tile keeps its sums in registers: 6 × 16 or 4 × 16 with sixteen registers, 12 × 32 with thirty-two.
#![allow(unsafe_code, reason = "instructions of the processor, on pointers")]

use std::arch::x86_64::*;
use std::array::from_fn;

use super::bytes::ByteTile;
use super::floats::FloatTile;

/// Calls the tile function for the number of rows.
macro_rules! by_rows {
    ($function:ident, $tile:expr, $rows:expr, [$($count:literal)*]) => {
        match $rows {
            $($count => unsafe { $function::<$count>($tile) },)*
            rows => debug_assert!(false, "a tile of {rows} rows"),
        }
    };
}

/// # Safety
/// The processor must support AVX2 and FMA; `tile` must have `rows` (at most 6) rows and a panel of 16 columns.
pub(super) unsafe fn float_avx2(tile: &FloatTile, rows: usize) {
    // SAFETY: guaranteed by the caller.
    by_rows!(float_avx2_rows, tile, rows, [1 2 3 4 5 6]);
}

/// # Safety
/// The processor must support AVX-512; `tile` must have `rows` (at most 12) rows and a panel of 32 columns.
pub(super) unsafe fn float_avx512(tile: &FloatTile, rows: usize) {
    // SAFETY: guaranteed by the caller.
    by_rows!(float_avx512_rows, tile, rows, [1 2 3 4 5 6 7 8 9 10 11 12]);
}

/// # Safety
/// The processor must support AVX2; `tile` must have `rows` (at most 4) rows and a panel of 16 columns.
pub(super) unsafe fn byte_avx2(tile: &ByteTile, rows: usize) {
    // SAFETY: guaranteed by the caller.
    by_rows!(byte_avx2_rows, tile, rows, [1 2 3 4]);
}

/// # Safety
/// The processor must support AVX-VNNI; `tile` must have `rows` (at most 6) rows and a panel of 16 columns.
pub(super) unsafe fn byte_avx_vnni(tile: &ByteTile, rows: usize) {
    // SAFETY: guaranteed by the caller.
    by_rows!(byte_avx_vnni_rows, tile, rows, [1 2 3 4 5 6]);
}

/// # Safety
/// The processor must support AVX-512 VNNI; `tile` must have `rows` (at most 12) rows and a panel of 32 columns.
pub(super) unsafe fn byte_avx512_vnni(tile: &ByteTile, rows: usize) {
    // SAFETY: guaranteed by the caller.
    by_rows!(byte_avx512_vnni_rows, tile, rows, [1 2 3 4 5 6 7 8 9 10 11 12]);
}

#[target_feature(enable = "avx2,fma")]
unsafe fn float_avx2_rows<const R: usize>(tile: &FloatTile) {
    // SAFETY: the offsets are within the tile, as guaranteed by the caller.
    unsafe {
        let bias = [_mm256_loadu_ps(tile.bias), _mm256_loadu_ps(tile.bias.add(8))];
        let mut sums = [bias; R];
        let mut panel = tile.panel;
        let mut left = tile.left;
        for _ in 0..tile.depth {
            let right = [_mm256_loadu_ps(panel), _mm256_loadu_ps(panel.add(8))];
            for (row, sum) in sums.iter_mut().enumerate() {
                let value = _mm256_broadcast_ss(&*left.add(row * tile.left_stride));
                sum[0] = _mm256_fmadd_ps(value, right[0], sum[0]);
                sum[1] = _mm256_fmadd_ps(value, right[1], sum[1]);
            }
            panel = panel.add(16);
            left = left.add(1);
        }
        for (row, sum) in sums.into_iter().enumerate() {
            let out = tile.out.add(row * tile.out_stride);
            _mm256_storeu_ps(out, sum[0]);
            _mm256_storeu_ps(out.add(8), sum[1]);
        }
    }
}

#[target_feature(enable = "avx512f")]
unsafe fn float_avx512_rows<const R: usize>(tile: &FloatTile) {
    // SAFETY: the offsets are within the tile, as guaranteed by the caller.
    unsafe {
        let bias = [_mm512_loadu_ps(tile.bias), _mm512_loadu_ps(tile.bias.add(16))];
        let mut sums = [bias; R];
        let mut panel = tile.panel;
        let mut left = tile.left;
        for _ in 0..tile.depth {
            let right = [_mm512_loadu_ps(panel), _mm512_loadu_ps(panel.add(16))];
            for (row, sum) in sums.iter_mut().enumerate() {
                let value = _mm512_set1_ps(*left.add(row * tile.left_stride));
                sum[0] = _mm512_fmadd_ps(value, right[0], sum[0]);
                sum[1] = _mm512_fmadd_ps(value, right[1], sum[1]);
            }
            panel = panel.add(32);
            left = left.add(1);
        }
        for (row, sum) in sums.into_iter().enumerate() {
            let out = tile.out.add(row * tile.out_stride);
            _mm512_storeu_ps(out, sum[0]);
            _mm512_storeu_ps(out.add(16), sum[1]);
        }
    }
}

/// Writes the sums of 16 columns as floats.
#[target_feature(enable = "avx2")]
unsafe fn write_avx2<const R: usize>(tile: &ByteTile, sums: [[__m256i; 2]; R]) {
    // SAFETY: the offsets are within the tile, as guaranteed by the caller.
    unsafe {
        let load = |from: *const f32| [_mm256_loadu_ps(from), _mm256_loadu_ps(from.add(8))];
        let channels = &tile.channels;
        let (scales, totals, bias) = (load(channels.scales), load(channels.sums), load(channels.bias));
        for (row, sum) in sums.into_iter().enumerate() {
            let scale = _mm256_broadcast_ss(&*tile.row_scales.add(row));
            let low = _mm256_broadcast_ss(&*tile.row_lows.add(row));
            for half in 0..2 {
                let value = _mm256_mul_ps(scale, _mm256_cvtepi32_ps(sum[half]));
                let value = _mm256_add_ps(value, _mm256_mul_ps(low, totals[half]));
                let value = _mm256_add_ps(_mm256_mul_ps(scales[half], value), bias[half]);
                _mm256_storeu_ps(tile.out.add(row * tile.out_stride + half * 8), value);
            }
        }
    }
}

#[target_feature(enable = "avx2")]
unsafe fn byte_avx2_rows<const R: usize>(tile: &ByteTile) {
    // SAFETY: the offsets are within the tile, as guaranteed by the caller.
    unsafe {
        let ones = _mm256_set1_epi16(1);
        let mut sums = [[_mm256_setzero_si256(); 2]; R];
        let mut panel = tile.panel;
        let mut left = tile.left;
        for _ in 0..tile.quads {
            let right = [_mm256_loadu_si256(panel.cast()), _mm256_loadu_si256(panel.add(32).cast())];
            for (row, sum) in sums.iter_mut().enumerate() {
                let four = left.add(row * tile.left_stride).cast::<i32>().read_unaligned();
                let four = _mm256_set1_epi32(four);
                for half in 0..2 {
                    // Neither product saturates: see the module `bytes`.
                    let pairs = _mm256_maddubs_epi16(four, right[half]);
                    sum[half] = _mm256_add_epi32(sum[half], _mm256_madd_epi16(pairs, ones));
                }
            }
            panel = panel.add(64);
            left = left.add(4);
        }
        write_avx2(tile, sums);
    }
}

#[target_feature(enable = "avx2,avxvnni")]
unsafe fn byte_avx_vnni_rows<const R: usize>(tile: &ByteTile) {
    // SAFETY: the offsets are within the tile, as guaranteed by the caller.
    unsafe {
        let mut sums = [[_mm256_setzero_si256(); 2]; R];
        let mut panel = tile.panel;
        let mut left = tile.left;
        for _ in 0..tile.quads {
            let right = [_mm256_loadu_si256(panel.cast()), _mm256_loadu_si256(panel.add(32).cast())];
            for (row, sum) in sums.iter_mut().enumerate() {
                let four = left.add(row * tile.left_stride).cast::<i32>().read_unaligned();
                let four = _mm256_set1_epi32(four);
                sum[0] = _mm256_dpbusd_avx_epi32(sum[0], four, right[0]);
                sum[1] = _mm256_dpbusd_avx_epi32(sum[1], four, right[1]);
            }
            panel = panel.add(64);
            left = left.add(4);
        }
        write_avx2(tile, sums);
    }
}

#[target_feature(enable = "avx512f,avx512vnni")]
unsafe fn byte_avx512_vnni_rows<const R: usize>(tile: &ByteTile) {
    // SAFETY: the offsets are within the tile, as guaranteed by the caller.
    unsafe {
        let mut sums = [[_mm512_setzero_si512(); 2]; R];
        let mut panel = tile.panel;
        let mut left = tile.left;
        for _ in 0..tile.quads {
            let right = [_mm512_loadu_si512(panel.cast()), _mm512_loadu_si512(panel.add(64).cast())];
            for (row, sum) in sums.iter_mut().enumerate() {
                let four = left.add(row * tile.left_stride).cast::<i32>().read_unaligned();
                let four = _mm512_set1_epi32(four);
                sum[0] = _mm512_dpbusd_epi32(sum[0], four, right[0]);
                sum[1] = _mm512_dpbusd_epi32(sum[1], four, right[1]);
            }
            panel = panel.add(128);
            left = left.add(4);
        }
        let load = |from: *const f32| from_fn::<_, 2, _>(|half| _mm512_loadu_ps(from.add(half * 16)));
        let channels = &tile.channels;
        let (scales, totals, bias) = (load(channels.scales), load(channels.sums), load(channels.bias));
        for (row, sum) in sums.into_iter().enumerate() {
            let scale = _mm512_set1_ps(*tile.row_scales.add(row));
            let low = _mm512_set1_ps(*tile.row_lows.add(row));
            for half in 0..2 {
                let value = _mm512_mul_ps(scale, _mm512_cvtepi32_ps(sum[half]));
                let value = _mm512_add_ps(value, _mm512_mul_ps(low, totals[half]));
                let value = _mm512_add_ps(_mm512_mul_ps(scales[half], value), bias[half]);
                _mm512_storeu_ps(tile.out.add(row * tile.out_stride + half * 16), value);
            }
        }
    }
}
