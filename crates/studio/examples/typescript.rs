//! Prints the window's TypeScript types; `cargo xtask types` writes them where they belong.

#![allow(clippy::print_stdout, reason = "printing is what this program is for")]

fn main() {
    print!("{}", wenfang_studio::typescript::typescript());
}
