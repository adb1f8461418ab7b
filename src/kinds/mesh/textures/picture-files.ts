/** Pictures as raw pixels in one scratch file. Plain data, which threads get as it is. */
export interface PictureFiles {
  readonly path: string;
  /** By number of the material; null for one without a picture that can be read. */
  readonly pictures: readonly (StoredPicture | null)[];
}

export interface StoredPicture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue, with or without alpha. */
  readonly channels: 3 | 4;
  /** Each half as wide and high as the one before, rounded up, until one pixel is left. */
  readonly levels: readonly StoredLevel[];
}

/** Pixels in tiles, row by row; pixels of a tile row by row. Tiles at the right and lower borders are filled up. */
export interface StoredLevel {
  /** Offset of its first byte in the file. */
  readonly offset: number;
  readonly width: number;
  readonly height: number;
  readonly tileWidth: number;
  readonly tileHeight: number;
}

/** Side of a tile: 12 kB, so that a small part of a large picture is a few short reads. */
export const TILE = 64;

/** Describes the levels of a picture that is stored from `offset` on. */
export function storedPicture(width: number, height: number, channels: 3 | 4, offset: number): StoredPicture {
  const levels: StoredLevel[] = [];
  let end = offset;
  for (let [w, h] = [width, height]; ; [w, h] = [Math.ceil(w / 2), Math.ceil(h / 2)]) {
    const level = {
      offset: end,
      width: w,
      height: h,
      tileWidth: Math.min(TILE, w),
      tileHeight: Math.min(TILE, h),
    };
    levels.push(level);
    end += levelBytes(level, channels);
    if (w === 1 && h === 1) return { width, height, channels, levels };
  }
}

const levelBytes = ({ width, height, tileWidth, tileHeight }: StoredLevel, channels: number): number =>
  Math.ceil(width / tileWidth) * Math.ceil(height / tileHeight) * tileWidth * tileHeight * channels;

/** Where the bytes of a picture end. */
export function endOf({ levels, channels }: StoredPicture): number {
  const last = levels.at(-1)!;
  return last.offset + levelBytes(last, channels);
}
