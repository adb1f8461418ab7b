/** Pixels as red, green, blue, alpha (not premultiplied), row by row from the north-west. Starts transparent. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8ClampedArray<ArrayBuffer>;
}

export function createCanvas(width: number, height: number): Canvas {
  return { width, height, rgba: new Uint8ClampedArray(width * height * 4) };
}

/** What the alpha channel says of a whole canvas. */
export type Opacity = 'opaque' | 'transparent' | 'mixed';

export function opacityOf({ rgba }: Canvas): Opacity {
  const first = rgba[3] ?? 0;
  if (first !== 0 && first !== 255) return 'mixed';
  for (let i = 7; i < rgba.length; i += 4) if (rgba[i] !== first) return 'mixed';
  return first === 255 ? 'opaque' : 'transparent';
}
