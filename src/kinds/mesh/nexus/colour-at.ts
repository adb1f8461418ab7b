import { closeSync, openSync, readSync } from 'node:fs';
import type { Material } from '../model/triangle-model.ts';
import type { PictureFiles, StoredLevel, StoredPicture } from '../textures/picture-files.ts';

/** Red, green and blue of a place in a picture, as it looks from afar. */
export type ColourAt = (material: number, u: number, v: number) => readonly [number, number, number];

/** Longest side of the level that colours are taken of: 1 MB of memory a picture. */
const MOST_SIDE = 512;

/** Colours of the pictures of materials, and of the materials without one. Each picture is read when it is first asked for. */
export function createColourAt(materials: readonly Material[], { path, pictures }: PictureFiles): ColourAt {
  const known = new Map<StoredPicture, (u: number, v: number) => readonly [number, number, number]>();
  return (material, u, v) => {
    const { colour } = materials[material]!;
    const picture = pictures[material] ?? null;
    if (picture === null) return [colour[0], colour[1], colour[2]];
    let pixel = known.get(picture);
    if (pixel === undefined) known.set(picture, (pixel = openPixels(path, picture)));
    const found = pixel(u, v);
    return [tinted(found[0], colour[0]), tinted(found[1], colour[1]), tinted(found[2], colour[2])];
  };
}

const tinted = (value: number, tint: number): number => Math.round((value * tint) / 255);

function openPixels(path: string, { channels, levels }: StoredPicture) {
  const level = levels.find(({ width, height }) => Math.max(width, height) <= MOST_SIDE) ?? levels.at(-1)!;
  const bytes = readLevel(path, level, channels);
  const across = Math.ceil(level.width / level.tileWidth);
  return (u: number, v: number): readonly [number, number, number] => {
    const x = Math.min(level.width - 1, Math.floor((u - Math.floor(u)) * level.width));
    const y = Math.min(level.height - 1, Math.floor((1 - (v - Math.floor(v))) * level.height));
    const tile = Math.floor(x / level.tileWidth) + across * Math.floor(y / level.tileHeight);
    const inTile = (x % level.tileWidth) + level.tileWidth * (y % level.tileHeight);
    const at = (tile * level.tileWidth * level.tileHeight + inTile) * channels;
    return [bytes[at]!, bytes[at + 1]!, bytes[at + 2]!];
  };
}

function readLevel(path: string, { offset, width, height, tileWidth, tileHeight }: StoredLevel, channels: number) {
  const tiles = Math.ceil(width / tileWidth) * Math.ceil(height / tileHeight);
  const bytes = new Uint8Array(tiles * tileWidth * tileHeight * channels);
  const file = openSync(path, 'r');
  try {
    for (let done = 0; done < bytes.length;) {
      const count = readSync(file, bytes, done, bytes.length - done, offset + done);
      if (count === 0) throw new Error('The file of pictures is shorter than it was.');
      done += count;
    }
  } finally {
    closeSync(file);
  }
  return bytes;
}
