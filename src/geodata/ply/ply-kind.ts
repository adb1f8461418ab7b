/** What a PLY file holds. */
export type PlyKind = 'points' | 'mesh' | 'splats';

/** Properties of a vertex that make it a Gaussian splat when all of one row are there; the last are packed in chunks. */
const SPLAT_PROPERTIES: readonly (readonly string[])[] = [
  ['f_dc_0'],
  ['scale_0', 'scale_1', 'scale_2', 'rot_0', 'rot_1', 'rot_2', 'rot_3', 'opacity'],
  ['packed_position', 'packed_rotation', 'packed_scale', 'packed_color'],
];

/** What a PLY file holds by the text header at its beginning; null when that has no end or is damaged. */
export function plyKind(head: Buffer): PlyKind | null {
  const text = head.toString('latin1');
  const end = /[\r\n]end_header\s/.exec(`${text}\n`);
  if (end === null) return null;
  const lines = text
    .slice(0, end.index)
    .split(/\r?\n|\r/)
    .map((line) => line.trim().split(/\s+/));
  const faces = lines.some(
    ([word, name = '', count]) => word === 'element' && /^(?:face|tristrips)$/.test(name) && Number(count) > 0,
  );
  if (faces) return 'mesh';
  const properties = new Set(
    lines.flatMap(([word, , name]) => (word === 'property' && name !== undefined ? [name] : [])),
  );
  return SPLAT_PROPERTIES.some((row) => row.every((name) => properties.has(name))) ? 'splats' : 'points';
}
