import type { TriangleModel } from '../model/triangle-model.ts';

/** A model as text of an OBJ with the library `ground.mtl`. */
export function objText({ positions, uvs, triangles }: TriangleModel): string {
  const lines = ['mtllib ground.mtl', 'usemtl ground'];
  const values = (list: Float32Array, width: number, word: string): void => {
    for (let at = 0; at < list.length; at += width) lines.push(`${word} ${list.subarray(at, at + width).join(' ')}`);
  };
  values(positions, 3, 'v');
  if (uvs !== null) values(uvs, 2, 'vt');
  const corner = (vertex: number): string => (uvs === null ? `${vertex + 1}` : `${vertex + 1}/${vertex + 1}`);
  for (let at = 0; at < triangles.length; at += 3)
    lines.push(`f ${[0, 1, 2].map((step) => corner(triangles[at + step]!)).join(' ')}`);
  return `${lines.join('\n')}\n`;
}

/** @param picture file of its colours; without it, they are green */
export const mtlText = (picture?: string): string =>
  `newmtl ground\n${picture === undefined ? 'Kd 0 1 0' : `map_Kd ${picture}`}\n`;
