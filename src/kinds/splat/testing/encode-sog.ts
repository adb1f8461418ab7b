import { sharp } from '../../../geodata/pictures/picture-library.child.ts';
import { zipBytes } from '../../../../test/support/zip-bytes.ts';
import { FIRST_HARMONIC, HARMONICS, type SplatModel } from '../model/splat-model.ts';
import { smallestThree } from './smallest-three.ts';

/** Alpha of a rotation whose w is largest; x, y and z follow. */
const FIRST_TAG = 252;

/** Maps a value from `low` to `high` to a whole number from 0 to `most`, and clamps values outside. */
const shareOf = (value: number, low: number, high: number, most: number): number =>
  Math.round(Math.min(1, Math.max(0, (value - low) / (high - low))) * most);

/** Encodes splats as the files of a SOG archive. All splats share the harmonics of the first 64. */
export async function sogFilesOf(model: SplatModel, version: 1 | 2): Promise<Map<string, Buffer>> {
  const { count, centres, scales, opacities, colours } = model;
  const width = Math.ceil(Math.sqrt(count));
  const picture = (of: (splat: number) => readonly number[]): Promise<Buffer> =>
    webp(width, width, (pixel) => (pixel < count ? of(pixel) : [0, 0, 0, 0]));
  const logs = centres.map((value) => Math.sign(value) * Math.log1p(Math.abs(value)));
  const [mins, maxs] = [Math.min, Math.max].map((pick) =>
    [0, 1, 2].map((axis) => pick(...logs.filter((_, at) => at % 3 === axis))),
  ) as [number[], number[]];
  const place = (splat: number, axis: number): number =>
    shareOf(logs[3 * splat + axis]!, mins[axis]!, maxs[axis]!, 65_535);
  const axes = [0, 1, 2];
  const logit = (value: number): number => Math.log(value / (1 - value));
  const [scaleRange, colourRange, opacityRange, shRange] = [
    [-8, -2],
    [-3, 3],
    [-4, 4],
    [-0.5, 0.5],
  ] as const;
  const bytesOf = (value: number, range: readonly [number, number]): number => shareOf(value, ...range, 255);
  const codebook = ([low, high]: readonly [number, number]): number[] =>
    Array.from({ length: 256 }, (_, at) => low + ((high - low) * at) / 255);
  const files = new Map<string, Buffer>();
  files.set('means_l.webp', await picture((splat) => [...axes.map((axis) => place(splat, axis) & 255), 255]));
  files.set('means_u.webp', await picture((splat) => [...axes.map((axis) => place(splat, axis) >> 8), 255]));
  files.set('quats.webp', await picture((splat) => rotationOf(model, splat)));
  files.set(
    'scales.webp',
    await picture((splat) => [...axes.map((axis) => bytesOf(Math.log(scales[3 * splat + axis]!), scaleRange)), 255]),
  );
  files.set(
    'sh0.webp',
    await picture((splat) => [
      ...axes.map((axis) => bytesOf((colours[3 * splat + axis]! - 0.5) / FIRST_HARMONIC, colourRange)),
      version === 1 ? bytesOf(logit(opacities[splat]!), opacityRange) : Math.round(255 * opacities[splat]!),
    ]),
  );
  const each = HARMONICS[model.shDegree];
  const rows = Math.min(64, count);
  if (each > 0) {
    const coefficients = each / 3;
    const centroids = await webp(64 * coefficients, 1, (pixel) => {
      const [row, coefficient] = [Math.floor(pixel / coefficients), pixel % coefficients];
      return [...axes.map((axis) => bytesOf(model.harmonics[each * row + 3 * coefficient + axis] ?? 0, shRange)), 255];
    });
    files.set('shN_centroids.webp', centroids);
    files.set('shN_labels.webp', await picture((splat) => [splat % rows, 0, 0, 255]));
  }
  const shFiles = ['shN_centroids.webp', 'shN_labels.webp'];
  const common = { means: { mins, maxs, files: ['means_l.webp', 'means_u.webp'] }, quats: { files: ['quats.webp'] } };
  const three = (value: number): number[] => [value, value, value];
  const meta =
    version === 2
      ? {
          version,
          count,
          ...common,
          scales: { codebook: codebook(scaleRange), files: ['scales.webp'] },
          sh0: { codebook: codebook(colourRange), files: ['sh0.webp'] },
          ...(each > 0
            ? { shN: { count: rows, bands: model.shDegree, codebook: codebook(shRange), files: shFiles } }
            : {}),
        }
      : {
          ...common,
          means: { ...common.means, shape: [count, 3] },
          scales: { mins: three(scaleRange[0]), maxs: three(scaleRange[1]), files: ['scales.webp'] },
          sh0: {
            mins: [...three(colourRange[0]), opacityRange[0]],
            maxs: [...three(colourRange[1]), opacityRange[1]],
            files: ['sh0.webp'],
          },
          ...(each > 0 ? { shN: { mins: shRange[0], maxs: shRange[1], files: shFiles } } : {}),
        };
  files.set('meta.json', Buffer.from(JSON.stringify(meta)));
  return files;
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
