import { sharp } from '../../../geodata/pictures/picture-library.child.ts';
import { zipBytes } from '../../../../test/support/zip-bytes.ts';
import { FIRST_HARMONIC, HARMONICS, type SplatModel } from '../model/splat-model.ts';
import { smallestThree } from './smallest-three.ts';

/** Alpha of a rotation whose w is largest; x, y and z follow. */
const FIRST_TAG = 252;

/** Maps a value from `low` to `high` to a whole number from 0 to `most`, and clamps values outside. */
const shareOf = (value: number, low: number, high: number, most: number): number =>
  Math.round(Math.min(1, Math.max(0, (value - low) / (high - low))) * most);

type Range = readonly [low: number, high: number];
/** Ranges of the logarithms of scales, of colours, of the logits of opacities, and of harmonics. */
const [SCALES, COLOURS, OPACITIES, HARMONIC]: readonly [Range, Range, Range, Range] = [
  [-8, -2],
  [-3, 3],
  [-4, 4],
  [-0.5, 0.5],
];
const AXES = [0, 1, 2];
const HARMONIC_FILES = ['shN_centroids.webp', 'shN_labels.webp'];

/** Encodes splats as the files of a SOG archive. All splats share the harmonics of the first 64. */
export async function sogFilesOf(model: SplatModel, version: 1 | 2): Promise<Map<string, Buffer>> {
  const bounds = boundsOf(model);
  const files = new Map([
    ...(await splatPictures(model, version, bounds)),
    ...(model.shDegree > 0 ? await harmonicPictures(model) : []),
  ]);
  const meta = version === 1 ? metaOfVersion1(model, bounds) : metaOfVersion2(model, bounds);
  return files.set('meta.json', Buffer.from(JSON.stringify(meta)));
}

interface Bounds {
  readonly mins: readonly number[];
  readonly maxs: readonly number[];
}

const logOf = (value: number): number => Math.sign(value) * Math.log1p(Math.abs(value));

/** Bounds of the centres, as stored. */
function boundsOf({ centres }: SplatModel): Bounds {
  const along = (axis: number): number[] =>
    Array.from(
      centres.filter((_, at) => at % 3 === axis),
      logOf,
    );
  return {
    mins: AXES.map((axis) => Math.min(...along(axis))),
    maxs: AXES.map((axis) => Math.max(...along(axis))),
  };
}

type Pictures = readonly (readonly [name: string, bytes: Buffer])[];
type PixelOf = (splat: number) => readonly number[];

/** Encodes a pixel of each splat. */
function pictureOf(count: number, of: PixelOf): Promise<Buffer> {
  const width = Math.ceil(Math.sqrt(count));
  return webp(width, width, (pixel) => (pixel < count ? of(pixel) : [0, 0, 0, 0]));
}

async function splatPictures(model: SplatModel, version: 1 | 2, { mins, maxs }: Bounds): Promise<Pictures> {
  const { count, centres, scales, opacities, colours } = model;
  const place = (splat: number, axis: number): number =>
    shareOf(logOf(centres[3 * splat + axis]!), mins[axis]!, maxs[axis]!, 65_535);
  const logit = (value: number): number => Math.log(value / (1 - value));
  const pixels: Readonly<Record<string, PixelOf>> = {
    means_l: (splat) => [...AXES.map((axis) => place(splat, axis) & 255), 255],
    means_u: (splat) => [...AXES.map((axis) => place(splat, axis) >> 8), 255],
    quats: (splat) => rotationOf(model, splat),
    scales: (splat) => [...AXES.map((axis) => byteOf(Math.log(scales[3 * splat + axis]!), SCALES)), 255],
    sh0: (splat) => [
      ...AXES.map((axis) => byteOf((colours[3 * splat + axis]! - 0.5) / FIRST_HARMONIC, COLOURS)),
      version === 1 ? byteOf(logit(opacities[splat]!), OPACITIES) : Math.round(255 * opacities[splat]!),
    ],
  };
  return Promise.all(
    Object.entries(pixels).map(async ([name, of]) => [`${name}.webp`, await pictureOf(count, of)] as const),
  );
}

/** Number of splats whose harmonics are in the palette. */
const rowsOf = ({ count }: SplatModel): number => Math.min(64, count);

async function harmonicPictures(model: SplatModel): Promise<Pictures> {
  const each = HARMONICS[model.shDegree];
  const coefficients = each / 3;
  const centroids = await webp(64 * coefficients, 1, (pixel) => {
    const [row, coefficient] = [Math.floor(pixel / coefficients), pixel % coefficients];
    return [...AXES.map((axis) => byteOf(model.harmonics[each * row + 3 * coefficient + axis] ?? 0, HARMONIC)), 255];
  });
  const labels = await pictureOf(model.count, (splat) => [splat % rowsOf(model), 0, 0, 255]);
  return HARMONIC_FILES.map((name, at) => [name, [centroids, labels][at]!] as const);
}

const byteOf = (value: number, range: Range): number => shareOf(value, ...range, 255);
const three = (value: number): number[] => [value, value, value];

/** Names of pictures that both versions have. */
const MEANS = { files: ['means_l.webp', 'means_u.webp'] };
const QUATS = { files: ['quats.webp'] };

function metaOfVersion1({ count, shDegree }: SplatModel, bounds: Bounds): object {
  return {
    means: { ...bounds, ...MEANS, shape: [count, 3] },
    quats: QUATS,
    scales: { mins: three(SCALES[0]), maxs: three(SCALES[1]), files: ['scales.webp'] },
    sh0: {
      mins: [...three(COLOURS[0]), OPACITIES[0]],
      maxs: [...three(COLOURS[1]), OPACITIES[1]],
      files: ['sh0.webp'],
    },
    ...(shDegree > 0 ? { shN: { mins: HARMONIC[0], maxs: HARMONIC[1], files: HARMONIC_FILES } } : {}),
  };
}

function metaOfVersion2(model: SplatModel, bounds: Bounds): object {
  const { count, shDegree: bands } = model;
  const codebook = ([low, high]: Range): number[] =>
    Array.from({ length: 256 }, (_, at) => low + ((high - low) * at) / 255);
  return {
    version: 2,
    count,
    means: { ...bounds, ...MEANS },
    quats: QUATS,
    scales: { codebook: codebook(SCALES), files: ['scales.webp'] },
    sh0: { codebook: codebook(COLOURS), files: ['sh0.webp'] },
    ...(bands > 0 ? { shN: { count: rowsOf(model), bands, codebook: codebook(HARMONIC), files: HARMONIC_FILES } } : {}),
  };
}

export const sogOf = async (model: SplatModel, version: 1 | 2): Promise<Buffer> =>
  zipBytes(Array.from(await sogFilesOf(model, version), ([name, content]) => ({ name, content })));

function webp(width: number, height: number, of: (pixel: number) => readonly number[]): Promise<Buffer> {
  const pixels = Buffer.from(Array.from({ length: width * height }, (_, pixel) => of(pixel)).flat());
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .webp({ lossless: true, exact: true })
    .toBuffer();
}

/** Bytes of a rotation: the smaller three of w, x, y, z, and an alpha that names the largest. */
function rotationOf({ rotations }: SplatModel, splat: number): readonly number[] {
  const { largest, others } = smallestThree([3, 0, 1, 2].map((component) => rotations[4 * splat + component]!));
  return [...others.map((value) => Math.round(((value * Math.SQRT2 + 1) / 2) * 255)), FIRST_TAG + largest];
}
