import { finiteNumbers, type JsonObject, objectAt } from '../../../../geodata/bounded-json.ts';

/** Six numbers of an affine map of texture places: u' = a u + b v + c, v' = d u + e v + f. */
export type TextureMap = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** From the top of a picture, as in glTF, to the bottom, as in the model. */
const UPRIGHT: TextureMap = [1, 0, 0, 0, -1, 1];

/** The map of a reference to a texture, with KHR_texture_transform where it has that. */
export function textureMapOf(reference: JsonObject): TextureMap {
  const extension = objectAt(objectAt(reference, 'extensions'), 'KHR_texture_transform');
  const [x = 0, y = 0] = finiteNumbers(extension['offset'], 2) ?? [];
  const [scaleX = 1, scaleY = 1] = finiteNumbers(extension['scale'], 2) ?? [];
  const [angle = 0] = finiteNumbers([extension['rotation']], 1) ?? [];
  if (x === 0 && y === 0 && scaleX === 1 && scaleY === 1 && angle === 0) return UPRIGHT;
  // Scaled, then turned counter-clockwise in the picture, whose v leads down, then shifted.
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  return [cosine * scaleX, sine * scaleY, x, sine * scaleX, -cosine * scaleY, 1 - y];
}
