import { EntryType } from '../entry-type.ts';

/** Properties of a vertex that make a PLY file a Gaussian splat when all are there. */
const SPLAT_PROPERTIES = [...['scale_0', 'scale_1', 'scale_2'], ...['rot_0', 'rot_1', 'rot_2', 'rot_3'], 'opacity'];

/** What a PLY file holds, by its text header: splats, points, a model, or a textured mesh that is kept as it is. */
export function plyType(head: Buffer): EntryType {
  const end = head.indexOf('end_header');
  if (end < 0) return EntryType.Generic;
  const lines = head
    .toString('latin1', 0, end)
    .split(/\r?\n|\r/)
    .map((line) => line.trim());
  const faces = lines.some((line) => /^element face [1-9]/.test(line));
  if (faces) return lines.some((line) => line.startsWith('comment TextureFile')) ? EntryType.Generic : EntryType.Model;
  const properties = new Set(lines.flatMap((line) => /^property \S+ (\S+)$/.exec(line)?.[1] ?? []));
  const splat = properties.has('f_dc_0') || SPLAT_PROPERTIES.every((name) => properties.has(name));
  return splat ? EntryType.GaussianSplat : EntryType.PointCloud;
}
