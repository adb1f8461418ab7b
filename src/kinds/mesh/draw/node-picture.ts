import { sharp } from '../../../geodata/pictures/picture-library.child.ts';

/** Pixels of the picture of a node. */
export interface NodePicture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue. */
  readonly data: Uint8Array;
}

/** Pixels of a picture that is decoded: more than builds make. */
const MOST_PIXELS = 2 ** 26;

const open = (bytes: Buffer) => sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'none' });

/** Width and height of a stored picture; null where it cannot be read. */
export async function sizeOfPicture(bytes: Buffer): Promise<Size | null> {
  try {
    const { width, height } = await open(bytes).metadata();
    return { width, height };
  } catch {
    // The model is drawn without it.
    return null;
  }
}

type Size = Pick<NodePicture, 'width' | 'height'>;

/**
 * Decodes a picture, made smaller by a whole number of halvings.
 *
 * @returns null where it cannot be read
 */
export async function decodePicture(bytes: Buffer, halvingsFor: (size: Size) => number): Promise<NodePicture | null> {
  const size = await sizeOfPicture(bytes);
  if (size === null) return null;
  // A hundred million pixels along a side become one.
  const halvings = Math.min(27, halvingsFor(size));
  const [width, height] = [size.width, size.height].map((side) => Math.max(1, Math.round(side / 2 ** halvings)));
  try {
    const small = halvings > 0 ? open(bytes).resize(width, height, { fit: 'fill' }) : open(bytes);
    const raw = small.toColourspace('srgb').removeAlpha().raw();
    const { data, info } = await raw.toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data };
  } catch {
    // The model is drawn without it.
    return null;
  }
}

/**
 * The colour between the middles of pixels; what lies beyond the borders has the colour of the nearest border pixel.
 *
 * @param v from the bottom
 * @returns red, green, blue in one number
 */
export function colourAt({ width, height, data }: NodePicture, u: number, v: number): number {
  const x = Math.min(width - 1, Math.max(0, u * width - 0.5));
  const y = Math.min(height - 1, Math.max(0, (1 - v) * height - 0.5));
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, low] = [x - left, y - top];
  const from = 3 * (top * width + left);
  const next = left + 1 < width ? from + 3 : from;
  const below = top + 1 < height ? 3 * width : 0;
  let colour = 0;
  for (let band = 0; band < 3; band += 1) {
    const above = data[from + band]! + right * (data[next + band]! - data[from + band]!);
    const under = data[from + below + band]! + right * (data[next + below + band]! - data[from + below + band]!);
    colour = (colour << 8) | Math.round(above + low * (under - above));
  }
  return colour;
}
