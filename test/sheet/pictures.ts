import { PNG } from 'pngjs';

/** Where a picture lies in a sheet, in pixels. */
export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What stands between pictures in a sheet: red, green, blue. */
const ground = [0x8c, 0x8c, 0x94] as const;

export function readPicture(bytes: Uint8Array): PNG {
  return PNG.sync.read(Buffer.from(bytes));
}

/** An empty sheet. */
export function createSheet(width: number, height: number): PNG {
  const sheet = new PNG({ width, height });
  sheet.data.fill(Uint8Array.of(...ground, 255));
  return sheet;
}

export function place(sheet: PNG, picture: PNG, x: number, y: number): void {
  PNG.bitblt(picture, sheet, 0, 0, picture.width, picture.height, x, y);
}
