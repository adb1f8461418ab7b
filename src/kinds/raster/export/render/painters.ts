import { colourScale, type ColourMapId, computeIndex, scaleStep, type SpectralIndexId } from '../../spectral/index.ts';
import type { PixelBlock } from './pixel-block.ts';

/** Planes of a picture: the colours, then the alpha. */
export type Planes = readonly Uint8Array[];
export type Painter = (block: PixelBlock) => Planes;

/** Bands as shades. What is no number of a band that others have is 0. */
export function shadesPainter(low: number, high: number): Painter {
  const scale = high > low ? 255 / (high - low) : 0;
  return ({ bands, opacity }) => [
    ...bands.map((values) => {
      const shades = new Uint8ClampedArray(values.length);
      // Rounds, and takes what lies beyond for the nearer end; NaN becomes 0.
      for (let at = 0; at < values.length; at++) shades[at] = (values[at]! - low) * scale;
      return new Uint8Array(shades.buffer);
    }),
    opacity,
  ];
}

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** Values that are numbers of colours; one without a colour does not show. */
export function palettePainter(colours: readonly Colour[]): Painter {
  return ({ bands: [values = new Float64Array()], opacity }) => {
    const planes = [0, 1, 2, 3].map(() => new Uint8Array(values.length));
    for (let at = 0; at < values.length; at++) {
      const colour = opacity[at] === 0 ? undefined : colours[values[at]!];
      colour?.forEach((part, plane) => (planes[plane]![at] = part));
    }
    return planes;
  };
}

/** An index in the colours of a scale; where it is not defined nothing shows. */
export function indexPainter(index: SpectralIndexId, map: ColourMapId, low: number, high: number): Painter {
  const scale = colourScale(map);
  return (block) => {
    const values = indexValues(index, block);
    const planes = [0, 1, 2, 3].map(() => new Uint8Array(values.length));
    const [red, green, blue, alpha] = planes as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
    for (let at = 0; at < values.length; at++) {
      const value = values[at]!;
      if (Number.isNaN(value)) continue;
      const step = 3 * scaleStep(value, low, high);
      red[at] = scale[step]!;
      green[at] = scale[step + 1]!;
      blue[at] = scale[step + 2]!;
      alpha[at] = block.opacity[at]!;
    }
    return planes;
  };
}

/** The index of every pixel of a block; NaN where it is not defined or nothing shows. */
export function indexValues(index: SpectralIndexId, { bands, opacity }: PixelBlock): Float64Array {
  const values = new Float64Array(opacity.length);
  computeIndex(index, bands, values);
  for (let at = 0; at < values.length; at++) if (opacity[at] === 0) values[at] = NaN;
  return values;
}

/** Makes white what does not show, for formats without transparency. */
export function onWhite(planes: Planes): Planes {
  const opacity = planes.at(-1)!;
  return planes.map((plane) =>
    plane === opacity ? plane : plane.map((value, at) => 255 + ((value - 255) * opacity[at]!) / 255),
  );
}
