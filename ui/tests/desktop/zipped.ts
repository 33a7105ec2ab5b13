// A zip archive of texts, without compression.

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function checksum(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (TABLE[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

/** A record of little-endian fields: those of the header at the given offsets. */
function header(
  length: number,
  fields: readonly (readonly [offset: number, size: 2 | 4, value: number])[],
): Buffer {
  const record = Buffer.alloc(length);
  for (const [offset, size, value] of fields) record.writeUIntLE(value, offset, size);
  return record;
}

/** The archive of files by name. */
export function zipped(files: Record<string, string>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [file, text] of Object.entries(files)) {
    const [name, bytes] = [Buffer.from(file), Buffer.from(text)];
    const sum = checksum(bytes);
    const local = header(30, [
      [0, 4, 0x04034b50],
      [4, 2, 20],
      [6, 2, 0x0800],
      [14, 4, sum],
      [18, 4, bytes.length],
      [22, 4, bytes.length],
      [26, 2, name.length],
    ]);
    const entry = header(46, [
      [0, 4, 0x02014b50],
      [4, 2, 20],
      [6, 2, 20],
      [8, 2, 0x0800],
      [16, 4, sum],
      [20, 4, bytes.length],
      [24, 4, bytes.length],
      [28, 2, name.length],
      [42, 4, offset],
    ]);
    locals.push(local, name, bytes);
    directory.push(entry, name);
    offset += local.length + name.length + bytes.length;
  }
  const central = Buffer.concat(directory);
  const count = Object.keys(files).length;
  const end = header(22, [
    [0, 4, 0x06054b50],
    [8, 2, count],
    [10, 2, count],
    [12, 4, central.length],
    [16, 4, offset],
  ]);
  return Buffer.concat([...locals, central, end]);
}
