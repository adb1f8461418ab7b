import { createCanvas } from '@napi-rs/canvas';
import type { Vector3 } from '../../../../geodata/place/box.ts';
import type { Shape } from './shapes.ts';

/** A picture of four colours: red and green above, blue and white below. */
export function fourColours(side = 64): Buffer {
  const canvas = createCanvas(side, side);
  const context = canvas.getContext('2d');
  ['#ff0000', '#00ff00', '#0000ff', '#ffffff'].forEach((colour, at) => {
    context.fillStyle = colour;
    context.fillRect(((at % 2) * side) / 2, ((at >> 1) * side) / 2, side / 2, side / 2);
  });
  return canvas.toBuffer('image/png');
}

export interface ObjChoice {
  /** Added to all places. */
  readonly at?: Vector3;
  /** Name of the picture; null: a plain colour. */
  readonly picture?: string | null;
  readonly hasNormals?: boolean;
}

/**
 * An OBJ with two materials: triangles with an even number have a picture, whose part they show by where they lie; the others are half as
 * bright as white, with a colour.
 */
export function objOf(
  { places, triangles }: Shape,
  { at = [0, 0, 0], picture = null, hasNormals = false }: ObjChoice = {},
): string {
  const place = (vertex: Vector3): string => vertex.map((value, axis) => String(value + at[axis]!)).join(' ');
  const extent = places.flat().reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const share = (value: number): string => (0.5 + (0.45 * value) / extent).toFixed(6);
  const faces = (isEven: boolean): string[] =>
    triangles
      .filter((_, triangle) => (triangle % 2 === 0) === isEven)
      .map((corners) => {
        const words = corners.map((corner) => {
          const number = corner + 1;
          return hasNormals ? `${number}/${number}/${number}` : `${number}/${number}`;
        });
        return `f ${words.join(' ')}`;
      });
  return [
    ...(picture === null ? [] : ['mtllib house.mtl']),
    ...places.map((vertex) => `v ${place(vertex)}`),
    ...places.map(([x, y]) => `vt ${share(x)} ${share(y)}`),
    ...(hasNormals
      ? places.map((vertex) => {
          const length = Math.hypot(...vertex) || 1;
          return `vn ${vertex.map((value) => (value / length).toFixed(6)).join(' ')}`;
        })
      : []),
    ...(picture === null ? [] : ['usemtl wall']),
    ...faces(true),
    ...(picture === null ? [] : ['usemtl roof']),
    ...faces(false),
    '',
  ].join('\n');
}

export const mtlOf = (picture: string): string =>
  ['newmtl wall', `map_Kd ${picture}`, 'newmtl roof', 'Kd 0.5 0.25 0', ''].join('\n');

/** An OBJ with everything that belongs to it. */
export const texturedFiles = (shape: Shape, choice: ObjChoice = {}): Record<string, Buffer> => ({
  'house.obj': Buffer.from(objOf(shape, { picture: 'wall.png', ...choice })),
  'house.mtl': Buffer.from(mtlOf(choice.picture ?? 'wall.png')),
  [choice.picture ?? 'wall.png']: fourColours(),
});
