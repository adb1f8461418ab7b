import { type AllocatePixels, type Canvas, createCanvas, opacityOf } from './canvas.ts';

/** An opaque colour, 0 to 255 each. */
export type Background = readonly [red: number, green: number, blue: number];

/**
 * Pictures of one size on top of each other, the first one lowest (Porter and Duff's "source over").
 * @param background what shows through all of them; null for nothing
 * @throws RangeError for pictures of different sizes, or none
 */
export function composeLayers(
  layers: readonly Canvas[],
  background: Background | null,
  allocate?: AllocatePixels,
): Canvas {
  const [lowest] = layers;
  if (lowest === undefined) throw new RangeError('There is nothing to compose.');
  if (layers.some(({ width, height }) => width !== lowest.width || height !== lowest.height)) {
    throw new RangeError('Only pictures of one size can be composed.');
  }
  if (layers.length === 1 && background === null) return lowest;
  // Nothing shows of what lies below it.
  const hiding = layers.findLastIndex((layer) => opacityOf(layer) === 'opaque');
  const shown = layers.slice(Math.max(0, hiding));
  if (shown.length === 1 && hiding >= 0) return shown[0]!;
  const result = createCanvas(lowest.width, lowest.height, allocate);
  if (background !== null) fill(result, background);
  for (const layer of shown) putOver(result, layer);
  return result;
}

function fill({ rgba }: Canvas, [red, green, blue]: Background): void {
  for (let at = 0; at < rgba.length; at += 4) {
    rgba[at] = red;
    rgba[at + 1] = green;
    rgba[at + 2] = blue;
    rgba[at + 3] = 255;
  }
}

function putOver({ rgba: under }: Canvas, { rgba: over }: Canvas): void {
  for (let at = 0; at < over.length; at += 4) {
    const opacity = over[at + 3]!;
    if (opacity === 0) continue;
    // What is left of the lower picture.
    const rest = opacity === 255 ? 0 : (under[at + 3]! * (255 - opacity)) / 255;
    const shown = opacity + rest;
    for (let channel = at; channel < at + 3; channel++) {
      under[channel] = (over[channel]! * opacity + under[channel]! * rest) / shown;
    }
    under[at + 3] = shown;
  }
}
