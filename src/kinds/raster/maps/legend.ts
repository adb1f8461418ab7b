import type { Display, Palette } from '../draw/colour.ts';
import { rampColour, type RasterStyle } from './raster-style.ts';

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

/** Of a raster that is drawn in a style. */
export function legendOf(style: RasterStyle, { bands }: Display, { stretches }: Palette): Legend {
  if (style !== 'default') {
    return {
      kind: 'ramp',
      colours: INDEX_LABELS.map((value) => rampColour(value)),
      labels: INDEX_LABELS.map((value) => ({ share: (value + 1) / 2, text: spelled(value) })),
    };
  }
  if (bands.length === 1) {
    const { min, max } = stretches[0]!;
    const shares = max > min ? [0, 0.5, 1] : [0];
    return {
      kind: 'ramp',
      colours: [
        [0, 0, 0],
        [255, 255, 255],
      ],
      labels: shares.map((share) => ({ share, text: spelled(min + (max - min) * share) })),
    };
  }
  return { kind: 'bands', lines: bands.map((band, at) => ({ colour: PRIMARIES[at]!, text: `Band ${band + 1}` })) };
}

/** Four digits tell a person what he sees; a real minus is as wide as a plus. */
function spelled(value: number): string {
  return String(Number(value.toPrecision(4))).replace('-', '\u2212');
}
