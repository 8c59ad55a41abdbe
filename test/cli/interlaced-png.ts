import { crc32, deflateSync } from 'node:zlib';

/** The passes of an interlaced PNG: the first column and row, and the steps to the next. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** An interlaced PNG of one colour; or of whatever `data` is, right or wrong. */
export function interlacedPng(side: number, color = [16, 32, 48], data = draw(side, color)): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 6, 0, 0, 1], 8); // 8 bits, four channels, interlaced
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(data)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function draw(side: number, color: readonly number[]): Buffer {
  return Buffer.concat(
    passes.flatMap(([x, y, right, down]) => {
      const columns = Math.ceil((side - x) / right);
      const row = Buffer.from([0, ...Array.from({ length: columns }, () => [...color, 255]).flat()]);
      return columns > 0 ? Array<Buffer>(Math.ceil((side - y) / down)).fill(row) : [];
    }),
  );
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(content.length, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}
