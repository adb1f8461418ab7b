/** How points of a cloud are coloured, in every picture of it alike. */
export type CloudLook =
  /** By their own colours; bits by which those are shifted: some programs write 8 bits into the 16. */
  | { readonly by: 'colour'; readonly shift: 0 | 8 }
  /** By height, from the lowest to the highest colour. */
  | { readonly by: 'height'; readonly low: number; readonly high: number };

/** Colours of heights, from the lowest to the highest: dark blue, green, yellow; lighter all the way, so that it reads without colour, too. */
const STOPS = [
  [48, 18, 94],
  [45, 86, 142],
  [31, 141, 134],
  [93, 192, 95],
  [238, 226, 58],
] as const;

/** @param share 0 to 1. @returns red, green, blue in one number */
export function heightColour(share: number): number {
  const place = Math.min(1, Math.max(0, share)) * (STOPS.length - 1);
  const below = Math.min(STOPS.length - 2, Math.floor(place));
  const [low, high] = [STOPS[below]!, STOPS[below + 1]!];
  const part = place - below;
  const [red, green, blue] = [0, 1, 2].map((band) => Math.round(low[band]! + part * (high[band]! - low[band]!)));
  return (red! << 16) | (green! << 8) | blue!;
}

export const HEIGHT_COLOURS = Uint32Array.from({ length: 256 }, (_, index) => heightColour(index / 255));

const FIRST_COLOUR_FORMAT = 7;
const RED_AT = 30;
/** Share of points at each end of the heights that may be birds, or reflections below the ground. */
const LEFT_OUT = 0.01;

/**
 * @param samples records of points from all over the cloud
 * @param heightOf a stored height, in the units of the cloud
 */
export function lookOf(
  samples: readonly Uint8Array[],
  { format, recordBytes }: { readonly format: number; readonly recordBytes: number },
  heightOf: (stored: number) => number,
): CloudLook {
  const brightest = format < FIRST_COLOUR_FORMAT ? 0 : brightestOf(samples, recordBytes);
  if (brightest > 0) return { by: 'colour', shift: brightest > 255 ? 8 : 0 };
  const heights = Int32Array.from(heightsOf(samples, recordBytes)).sort();
  const at = (share: number): number => heightOf(heights[Math.floor(share * (heights.length - 1))] ?? 0);
  return { by: 'height', low: at(LEFT_OUT), high: at(1 - LEFT_OUT) };
}

function brightestOf(samples: readonly Uint8Array[], recordBytes: number): number {
  let brightest = 0;
  for (const records of samples) {
    const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
    for (let at = RED_AT; at < records.length; at += recordBytes)
      for (let band = 0; band < 3; band += 1) brightest = Math.max(brightest, view.getUint16(at + 2 * band, true));
  }
  return brightest;
}

function* heightsOf(samples: readonly Uint8Array[], recordBytes: number): Generator<number> {
  for (const records of samples) {
    const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
    for (let at = 8; at < records.length; at += recordBytes) if (isShown(view, at - 8)) yield view.getInt32(at, true);
  }
}

const [FLAGS_AT, CLASS_AT] = [15, 16];
const WITHHELD = 4;
const [LOW_NOISE, HIGH_NOISE] = [7, 18];

/** Whether a point is one of the surface: what is marked as noise, or withheld, hides it. */
export function isShown(records: DataView, at: number): boolean {
  const classification = records.getUint8(at + CLASS_AT);
  if (classification === LOW_NOISE || classification === HIGH_NOISE) return false;
  return (records.getUint8(at + FLAGS_AT) & WITHHELD) === 0;
}

/** Points of a node as they are drawn. */
export interface DrawnPoints {
  readonly count: number;
  /** x, y and z in turn, as stored. */
  readonly places: Int32Array;
  /** Red, green, blue in one number. */
  readonly colours: Uint32Array;
  /** Whether those tell heights. */
  readonly isByHeight: boolean;
}

/** Keeps what pictures need of records: 16 bytes a point. */
export function drawnPoints(
  records: Uint8Array,
  recordBytes: number,
  look: CloudLook,
  heightOf: (stored: number) => number,
): DrawnPoints {
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
  const most = records.length / recordBytes;
  const places = new Int32Array(3 * most);
  const colours = new Uint32Array(most);
  let count = 0;
  for (let at = 0; at < records.length; at += recordBytes) {
    if (!isShown(view, at)) continue;
    const height = view.getInt32(at + 8, true);
    places[3 * count] = view.getInt32(at, true);
    places[3 * count + 1] = view.getInt32(at + 4, true);
    places[3 * count + 2] = height;
    colours[count] = look.by === 'colour' ? ownColour(view, at, look.shift) : heightShade(look, heightOf(height));
    count += 1;
  }
  return { count, places, colours, isByHeight: look.by === 'height' };
}

/** A value above 255 in a cloud whose sample had none is as bright as can be. */
const byte = (value: number, shift: number): number => Math.min(255, value >> shift);

const ownColour = (view: DataView, at: number, shift: number): number =>
  (byte(view.getUint16(at + RED_AT, true), shift) << 16) |
  (byte(view.getUint16(at + RED_AT + 2, true), shift) << 8) |
  byte(view.getUint16(at + RED_AT + 4, true), shift);

function heightShade({ low, high }: { readonly low: number; readonly high: number }, height: number): number {
  const share = high > low ? (height - low) / (high - low) : 0.5;
  return HEIGHT_COLOURS[Math.round(255 * Math.min(1, Math.max(0, share)))]!;
}
