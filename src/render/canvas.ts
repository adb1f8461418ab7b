/** Pixels as red, green, blue, alpha (not premultiplied), row by row from the north-west. Starts transparent. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8ClampedArray;
}

export type Pixels = Uint8ClampedArray<ArrayBuffer>;
/** Makes room for pixels: zeros. */
export type AllocatePixels = (bytes: number) => Pixels;

const allocateNew: AllocatePixels = (bytes) => new Uint8ClampedArray(bytes);

export function createCanvas(
  width: number,
  height: number,
  allocate = allocateNew,
): Canvas & { readonly rgba: Pixels } {
  return { width, height, rgba: allocate(width * height * 4) };
}

/** What the alpha channel says of a whole canvas. */
export type Opacity = 'opaque' | 'transparent' | 'mixed';

/** Pixels that are looked at without asking what is known already: asking at each takes twice as long. */
const AT_ONCE = 1024;

export function opacityOf({ rgba }: Canvas): Opacity {
  const pixels = new Int32Array(rgba.buffer);
  // Alpha is the last byte, and so the highest.
  let every = -1;
  let some = 0;
  for (let from = 0; from < pixels.length; from += AT_ONCE) {
    const end = Math.min(pixels.length, from + AT_ONCE);
    for (let at = from; at < end; at++) {
      every &= pixels[at]!;
      some |= pixels[at]!;
    }
    if (every >>> 24 !== 255 && some >>> 24 !== 0) return 'mixed';
  }
  return some >>> 24 === 0 ? 'transparent' : 'opaque';
}
