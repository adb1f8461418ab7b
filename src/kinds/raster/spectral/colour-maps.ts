/** Colours of a scale from low to high, evenly spread; between them they blend, or each is a class of its own. */
interface ColourMap {
  readonly colours: readonly string[];
  readonly classes?: true;
}

const map = (colours: string): ColourMap => ({ colours: colours.split(' ') });

/**
 * Named scales. RdYlGn, Spectral, BuGn, Blues and Greys are those of Cynthia Brewer (colorbrewer2.org, Apache-2.0); viridis, plasma,
 * inferno and magma those of Matplotlib (CC0), at nine places each; the others are of this service.
 */
const COLOUR_MAPS = {
  rdylgn: map('a50026 d73027 f46d43 fdae61 fee08b ffffbf d9ef8b a6d96a 66bd63 1a9850 006837'),
  /** For an index from -1 to 1: water in blues below 0, soil, and plants the greener the more. */
  discrete_ndvi: {
    ...map('0b1f4f 14347a 2455a4 5b8ac2 a9c4dd c8ad7f e6d98a b5d56a 5fae46 14692b'),
    classes: true,
  },
  spectral: map('9e0142 d53e4f f46d43 fdae61 fee08b ffffbf e6f598 abdda4 66c2a5 3288bd 5e4fa2'),
  viridis: map('440154 472d7b 3b528b 2c728e 21918c 28ae80 5ec962 addc30 fde725'),
  plasma: map('0d0887 4c02a1 7e03a8 aa2395 cc4778 e66c5c f89540 fdc527 f0f921'),
  inferno: map('000004 210c4a 57106e 8a226a bc3754 e45a31 f98e09 f9cb35 fcffa4'),
  magma: map('000004 1c1044 4f127b 812581 b5367a e55064 fb8761 fec287 fcfdbf'),
  grayscale: map('000000 ffffff'),
  ironbow: map('00000a 2d0b7f 7d0f9c bf2a72 e8602c fba812 fff5c4'),
  rainbow: map('0000ff 00ffff 00ff00 ffff00 ff0000'),
  bugn: map('f7fcfd e5f5f9 ccece6 99d8c9 66c2a4 41ae76 238b45 006d2c 00441b'),
  whitehot: map('000000 ffffff'),
  blackhot: map('ffffff 000000'),
  arctic: map('06123a 0d4a8c 1f93c4 7fd0e0 e9f8fa f3d27a d9822b'),
  lava: map('000000 4a0403 a81405 e8480c fb9a1f fddf6b fffdf0'),
  terrain: map('2b5c9e 3f9c6c a5ca6d f1e7a3 b28c5c 8d6d5c ffffff'),
  blues: map('f7fbff deebf7 c6dbef 9ecae1 6baed6 4292c6 2171b5 08519c 08306b'),
  greys: map('ffffff f0f0f0 d9d9d9 bdbdbd 969696 737373 525252 252525 000000'),
} as const satisfies Readonly<Record<string, ColourMap>>;

export type ColourMapId = keyof typeof COLOUR_MAPS;
export const COLOUR_MAP_IDS = Object.keys(COLOUR_MAPS) as readonly ColourMapId[];

/** Steps of a scale: more than a shade of 8 bits has, and a whole number for each of ten classes. */
export const SCALE_STEPS = 1280;

/** Red, green and blue of every step, one after the other. */
export function colourScale(id: ColourMapId): Uint8Array {
  const { colours, classes }: ColourMap = COLOUR_MAPS[id];
  const stops = colours.map((hex) => [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)));
  const scale = new Uint8Array(3 * SCALE_STEPS);
  for (let step = 0; step < SCALE_STEPS; step++) {
    const place = classes
      ? Math.floor((step * stops.length) / SCALE_STEPS)
      : (step / (SCALE_STEPS - 1)) * (stops.length - 1);
    const below = Math.min(Math.floor(place), stops.length - 1);
    const [low, high] = [stops[below]!, stops[Math.min(below + 1, stops.length - 1)]!];
    for (let channel = 0; channel < 3; channel++)
      scale[3 * step + channel] = Math.round(low[channel]! + (high[channel]! - low[channel]!) * (place - below));
  }
  return scale;
}

/** Whether the colours of a scale are classes, which do not blend. */
export const hasClasses = (id: ColourMapId): boolean => (COLOUR_MAPS[id] as ColourMap).classes === true;

/** So many colours of a scale from low to high, `#rrggbb`, evenly spread; those of classes all, and no more. */
export function shownColours(id: ColourMapId, count: number): readonly string[] {
  const { colours, classes }: ColourMap = COLOUR_MAPS[id];
  if (classes) return colours.map((hex) => `#${hex}`);
  const scale = colourScale(id);
  return Array.from({ length: count }, (_, at) => {
    const step = 3 * Math.round((at / (count - 1)) * (SCALE_STEPS - 1));
    return `#${Buffer.from(scale.subarray(step, step + 3)).toString('hex')}`;
  });
}

/** The step of a value in a scale from low to high; beyond its ends the nearer one. */
export function scaleStep(value: number, low: number, high: number): number {
  const share = high > low ? (value - low) / (high - low) : value < low ? 0 : 1;
  return Math.max(0, Math.min(SCALE_STEPS - 1, Math.floor(share * SCALE_STEPS)));
}
