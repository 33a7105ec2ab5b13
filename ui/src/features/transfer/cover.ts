// Reads a cover that the author chose.
import type { Cover } from "./export-choices";

/** Base64 is made of pieces that `String.fromCharCode` can take. */
const PIECE = 0x8000;

export async function readCover(file: File): Promise<Cover> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE) {
    text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  }
  return { name: file.name, content: btoa(text) };
}
