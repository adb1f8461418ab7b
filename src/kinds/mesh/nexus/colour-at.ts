import type { Material } from '../model/triangle-model.ts';
import type { StoredPicture } from '../textures/picture-files.ts';
import type { PictureReader } from '../textures/picture-reader.ts';

/** Red, green and blue of a place in a picture, as it looks from afar. */
export type ColourAt = (material: number, u: number, v: number) => readonly [number, number, number];

/** Longest side of the level that colours are taken of. In coarser ones, islands of some pixels have colours of their neighbours. */
const MOST_SIDE = 2048;

/** Colours of the pictures of materials, and of the materials without one. */
export function createColourAt(materials: readonly Material[], reader: PictureReader): ColourAt {
  const pixel = new Uint8Array(4);
  return (material, u, v) => {
    const { colour } = materials[material]!;
    const picture = reader.pictures[material] ?? null;
    if (picture === null) return [colour[0], colour[1], colour[2]];
    const number = levelOf(picture);
    const { width, height } = picture.levels[number]!;
    const x = Math.min(width - 1, Math.floor((u - Math.floor(u)) * width));
    const y = Math.min(height - 1, Math.floor((1 - (v - Math.floor(v))) * height));
    reader.copy(picture, number, y, x, x + 1, pixel, 0);
    return [tinted(pixel[0]!, colour[0]), tinted(pixel[1]!, colour[1]), tinted(pixel[2]!, colour[2])];
  };
}

const levelOf = ({ levels }: StoredPicture): number =>
  levels.findIndex(({ width, height }) => Math.max(width, height) <= MOST_SIDE);

const tinted = (value: number, tint: number): number => Math.round((value * tint) / 255);
