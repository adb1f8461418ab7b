import type { Display, Palette } from '../draw/colour.ts';
import { colourScale, SCALE_STEPS } from '../spectral/index.ts';
import { ELEVATION_COLOURS, type ValueRange } from './raster-look.ts';
import { isIndexStyle, rampColour, type RasterStyle } from './raster-style.ts';

/** What the colours of a raster mean, as plain data. */
export type Legend =
  /** Colours from low to high, and what is written beside them. */
  | { readonly kind: 'ramp'; readonly colours: readonly Colour[]; readonly labels: readonly RampLabel[] }
  /** One line for each colour that bands are drawn in. */
  | { readonly kind: 'bands'; readonly lines: readonly { readonly colour: Colour; readonly text: string }[] };

type Colour = readonly [red: number, green: number, blue: number];

interface RampLabel {
  /** 0 at the lower end of the ramp, 1 at the upper. */
  readonly share: number;
  readonly text: string;
}

const INDEX_LABELS = [-1, -0.5, 0, 0.5, 1];
const PRIMARIES: readonly Colour[] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
];

const GREYS: readonly Colour[] = [
  [0, 0, 0],
  [255, 255, 255],
];

/**
 * The legend of a raster that is drawn in a style.
 *
 * @param heights that are drawn in the colours of `elevation`
 */
export function legendOf(
  style: RasterStyle,
  { bands }: Display,
  { stretches }: Palette,
  heights: ValueRange = [0, 1],
): Legend {
  if (isIndexStyle(style)) {
    return {
      kind: 'ramp',
      colours: INDEX_LABELS.map((value) => rampColour(value)),
      labels: INDEX_LABELS.map((value) => ({ share: (value + 1) / 2, text: spelled(value) })),
    };
  }
  // Grey tells slopes and where they look: there is no number for it.
  if (style === 'hillshade') return { kind: 'ramp', colours: GREYS, labels: [] };
  if (style === 'elevation') return ramp(elevationColours(), heights);
  if (bands.length === 1) return ramp(GREYS, [stretches[0]!.min, stretches[0]!.max]);
  return { kind: 'bands', lines: bands.map((band, at) => ({ colour: PRIMARIES[at]!, text: `Band ${band + 1}` })) };
}

function ramp(colours: readonly Colour[], [low, high]: ValueRange): Legend {
  const shares = high > low ? [0, 0.5, 1] : [0];
  const labels = shares.map((share) => ({ share, text: spelled(low + (high - low) * share) }));
  return { kind: 'ramp', colours, labels };
}

/** Enough of a scale that nobody sees a step. */
const ELEVATION_STOPS = 25;

function elevationColours(): readonly Colour[] {
  const scale = colourScale(ELEVATION_COLOURS);
  return Array.from({ length: ELEVATION_STOPS }, (_, at) => {
    const step = 3 * Math.round((at / (ELEVATION_STOPS - 1)) * (SCALE_STEPS - 1));
    return [scale[step]!, scale[step + 1]!, scale[step + 2]!];
  });
}

/** Four digits tell a person what he sees; a real minus is as wide as a plus. */
function spelled(value: number): string {
  return String(Number(value.toPrecision(4))).replace('-', '\u2212');
}
