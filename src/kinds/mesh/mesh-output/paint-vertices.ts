import type { TextureSource, TriangleModel } from '../model/triangle-model.ts';
import { byMaterial } from './by-material.ts';
import { eachPicture, openPicture } from './pictures.ts';

/** Longest side of a picture that colours are taken from: 48 MB of pixels. */
const MOST_SIDE = 4096;

interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue of each pixel. */
  readonly values: Uint8Array;
}

export interface PaintedVertices {
  /** Red, green, blue, alpha of each vertex; null for a model that has neither colours nor pictures. */
  readonly colours: Uint8Array | null;
  readonly warnings: readonly string[];
}

/** Colours of vertices with the colours and pictures of their materials in them, for formats without pictures. */
export async function paintVertices(model: TriangleModel): Promise<PaintedVertices> {
  const { materials, colours: own, uvs } = model;
  const isPlain = materials.every(
    ({ texture, colour }) => texture === null && sameColour(colour, materials[0]!.colour),
  );
  if (own === null && isPlain) return { colours: null, warnings: [] };
  const colours = own?.slice() ?? new Uint8Array((4 * model.positions.length) / 3).fill(255);
  // One picture at a time is in memory.
  const pictures = await eachPicture(materials, async (source) => {
    await decode(source, 16);
    return source;
  });
  for (const { material, vertices } of byMaterial(model)) {
    const { colour } = materials[material]!;
    const source = pictures.of[material] ?? null;
    const pixels = source === null || uvs === null ? null : await decode(source, MOST_SIDE);
    const sample = [255, 255, 255];
    for (const vertex of vertices) {
      if (pixels !== null) sampleInto(sample, pixels, uvs![2 * vertex]!, uvs![2 * vertex + 1]!);
      for (let band = 0; band < 3; band += 1)
        colours[4 * vertex + band] = Math.round((colours[4 * vertex + band]! * colour[band]! * sample[band]!) / 65_025);
      colours[4 * vertex + 3] = Math.round((colours[4 * vertex + 3]! * colour[3]) / 255);
    }
  }
  return { colours, warnings: pictures.warnings };
}

const sameColour = (one: readonly number[], other: readonly number[]): boolean =>
  one.every((value, band) => value === other[band]);

async function decode(source: TextureSource, mostSide: number): Promise<Pixels> {
  const picture = await openPicture(source);
  const { data, info } = await picture
    .resize(mostSide, mostSide, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, values: data };
}

/** The colour at a place of a picture that goes on in all directions, between the four nearest pixels. */
function sampleInto(sample: number[], { width, height, values }: Pixels, u: number, v: number): void {
  const x = (u - Math.floor(u)) * width - 0.5;
  const y = (1 - (v - Math.floor(v))) * height - 0.5;
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, down] = [x - left, y - top];
  const at = (column: number, row: number): number =>
    3 * (Math.max(0, Math.min(height - 1, row)) * width + Math.max(0, Math.min(width - 1, column)));
  const [a, b, c, d] = [at(left, top), at(left + 1, top), at(left, top + 1), at(left + 1, top + 1)];
  for (let band = 0; band < 3; band += 1)
    sample[band] =
      (1 - down) * ((1 - right) * values[a + band]! + right * values[b + band]!) +
      down * ((1 - right) * values[c + band]! + right * values[d + band]!);
}
