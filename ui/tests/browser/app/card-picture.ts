// Character cards in pictures: a small PNG with a card in it, and the content of a PNG.
import { crc32, deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");

interface Chunk {
  kind: string;
  data: Buffer;
}

function chunk(kind: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(data.length, 0);
  numbers.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([numbers.subarray(0, 4), named, numbers.subarray(4)]);
}

/** A picture of two by two pixels with a card in it. */
export function cardPicture(card: object): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(2, 0);
  header.writeUInt32BE(2, 4);
  header.set([8, 0], 8);
  const rows = Buffer.from([0, 20, 90, 0, 160, 230]);
  const text = Buffer.from(JSON.stringify(card)).toString("base64");
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("tEXt", Buffer.from(`ccv3\0${text}`, "latin1")),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunks(picture: Buffer): Chunk[] {
  if (!picture.subarray(0, 8).equals(SIGNATURE)) throw new Error("this is not a PNG");
  const found: Chunk[] = [];
  for (let at = 8; at < picture.length; ) {
    const length = picture.readUInt32BE(at);
    const kind = picture.toString("latin1", at + 4, at + 8);
    found.push({ kind, data: picture.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return found;
}

/** The content of a picture without its text chunks. */
export function shownBy(picture: Buffer): Buffer {
  return Buffer.concat(
    chunks(picture)
      .filter(({ kind }) => kind !== "tEXt")
      .map(({ kind, data }) => chunk(kind, data)),
  );
}

/** The card in a picture. */
export function cardIn(picture: Buffer): unknown {
  for (const { kind, data } of chunks(picture)) {
    if (kind !== "tEXt" || !data.subarray(0, 5).equals(Buffer.from("ccv3\0"))) continue;
    return JSON.parse(Buffer.from(data.toString("latin1", 5), "base64").toString("utf8"));
  }
  return null;
}
