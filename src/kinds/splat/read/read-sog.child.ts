import { setImmediate } from 'node:timers/promises';
import { FIRST_HARMONIC, HARMONICS, type ShDegree, type SplatModel } from '../model/splat-model.ts';
import { damaged } from './refusals.ts';
import { openSogArchive, type SogArchive } from './sog-archive.child.ts';
import { type SogHarmonics, type SogMeta, sogMeta } from './sog-meta.ts';
import { openSogPicture, type SogPicture } from './sog-pictures.child.ts';
import type { SplatReader } from './splat-reader.ts';

/** Palette entries per row of the picture of harmonics, and maximum number of entries, as labels have 16 bits. */
const [ROWS_ASIDE, MOST_ROWS] = [64, 2 ** 16];

/** Opens a SOG archive of version 1 or 2, and checks the sizes of all pictures against the number of splats. */
export async function openSog(path: string): Promise<SplatReader> {
  const archive = await openSogArchive(path);
  try {
    const meta = sogMeta(archive.meta);
    const { count, shN } = meta;
    const open = (name: string): Promise<SogPicture> => openSogPicture(archive, name, count);
    const lower = await open(meta.means.files[0]!);
    const upper = await open(meta.means.files[1]!);
    const [quats, scales, sh0] = [await open(meta.quats), await open(meta.scales.file), await open(meta.sh0.file)];
    const harmonics = shN === null ? null : await openHarmonics(archive, shN, count);
    return {
      count,
      shDegree: harmonics?.degree ?? 0,
      readingBytes: decodingMemory([lower, upper, quats, scales, sh0, ...(harmonics?.pictures ?? [])]),
      async fill(model, progress) {
        const steps = [
          async () => decodePositions(await lower.pixels(), await upper.pixels(), meta, model),
          async () => decodeRotations(await quats.pixels(), model),
          async () => decodeScales(await scales.pixels(), meta, model),
          async () => decodeColours(await sh0.pixels(), meta, model),
          async () => harmonics?.decode(model),
        ];
        for (const [index, step] of steps.entries()) {
          await step();
          progress((index + 1) / steps.length);
          await setImmediate();
        }
      },
      close: () => archive[Symbol.dispose](),
    };
  } catch (error) {
    archive[Symbol.dispose]();
    throw error;
  }
}

/** Memory for decoding pictures: the pixels of two are needed at once, and the second one is decoded beside the first. */
const decodingMemory = (pictures: readonly SogPicture[]): number =>
  Math.max(...pictures.map(({ width, height, decodingBytes }) => 2 * 4 * width * height + decodingBytes));

/** Decodes centres: sign(x) ln(|x| + 1) in 16 bits between the bounds. */
function decodePositions(
  lower: Uint8Array,
  upper: Uint8Array,
  { means }: SogMeta,
  { centres, count }: SplatModel,
): void {
  for (let axis = 0; axis < 3; axis += 1) {
    const low = means.mins[axis]!;
    // PlayCanvas takes bounds of width 0 as 1 wide.
    const width = means.maxs[axis]! - low || 1;
    for (let splat = 0; splat < count; splat += 1) {
      const bits = lower[4 * splat + axis]! | (upper[4 * splat + axis]! << 8);
      const value = low + width * (bits / 65_535);
      centres[3 * splat + axis] = value < 0 ? -Math.expm1(-value) : Math.expm1(value);
    }
  }
}

/** Alpha of a rotation whose w is largest; x, y and z follow. The other components are stored in this order. */
const FIRST_LARGEST = 252;

function decodeRotations(pixels: Uint8Array, { rotations, count }: SplatModel): void {
  for (let splat = 0; splat < count; splat += 1) {
    const largest = pixels[4 * splat + 3]! - FIRST_LARGEST;
    const four = 4 * splat;
    if (largest < 0) {
      // PlayCanvas takes other alphas as no rotation.
      rotations[four + 3] = 1;
      continue;
    }
    let place = four;
    let squares = 0;
    for (let number = 0; number < 4; number += 1) {
      if (number === largest) continue;
      const value = ((pixels[place]! / 255) * 2 - 1) * Math.SQRT1_2;
      rotations[four + ((number + 3) & 3)] = value;
      squares += value * value;
      place += 1;
    }
    rotations[four + ((largest + 3) & 3)] = Math.sqrt(Math.max(0, 1 - squares));
  }
}

function decodeScales(pixels: Uint8Array, { scales: { tables } }: SogMeta, { scales, count }: SplatModel): void {
  for (let axis = 0; axis < 3; axis += 1) {
    const values = tables[axis]!.map(Math.exp);
    for (let splat = 0; splat < count; splat += 1) scales[3 * splat + axis] = values[pixels[4 * splat + axis]!] ?? NaN;
  }
}

function decodeColours(pixels: Uint8Array, { sh0 }: SogMeta, { colours, opacities, count }: SplatModel): void {
  for (let colour = 0; colour < 3; colour += 1) {
    const values = sh0.tables[colour]!.map((value) => 0.5 + FIRST_HARMONIC * value);
    for (let splat = 0; splat < count; splat += 1)
      colours[3 * splat + colour] = values[pixels[4 * splat + colour]!] ?? NaN;
  }
  for (let splat = 0; splat < count; splat += 1) opacities[splat] = sh0.opacities[pixels[4 * splat + 3]!]!;
}

/** Opens the pictures of harmonics: a label per splat, and the palette that labels refer to. */
async function openHarmonics(
  archive: SogArchive,
  { degree, count, table, centroids, labels }: SogHarmonics,
  splats: number,
) {
  const labelPicture = await openSogPicture(archive, labels, splats);
  const rows = await openSogPicture(archive, centroids, 1);
  const found = ([1, 2, 3] as const).find((one) => rows.width === ROWS_ASIDE * (HARMONICS[one] / 3));
  if (found === undefined || (degree !== null && degree !== found))
    throw damaged(`Its picture of harmonics is ${rows.width} pixels wide, which goes with no degree.`);
  const shDegree: ShDegree = found;
  const known = Math.min(MOST_ROWS, ROWS_ASIDE * rows.height, count ?? MOST_ROWS);
  return {
    degree: shDegree,
    pictures: [labelPicture, rows],
    async decode({ harmonics, count: held }: SplatModel): Promise<void> {
      const [labelPixels, rowPixels] = [await labelPicture.pixels(), await rows.pixels()];
      const each = HARMONICS[shDegree];
      const values = Float64Array.from({ length: 256 }, (_, byte) => table[byte] ?? 0);
      for (let splat = 0; splat < held; splat += 1) {
        const label = labelPixels[4 * splat]! | (labelPixels[4 * splat + 1]! << 8);
        // PlayCanvas takes a label outside of the palette as no harmonics.
        if (label >= known) continue;
        const pixel = Math.floor(label / ROWS_ASIDE) * rows.width + (label % ROWS_ASIDE) * (each / 3);
        for (let coefficient = 0; coefficient < each / 3; coefficient += 1)
          for (let colour = 0; colour < 3; colour += 1)
            harmonics[each * splat + 3 * coefficient + colour] =
              values[rowPixels[4 * (pixel + coefficient) + colour]!]!;
      }
    },
  };
}
