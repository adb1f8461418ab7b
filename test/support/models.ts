import { gltfJson } from '../../src/kinds/mesh/testing/mesh-bytes.ts';

/** A CRS as a .prj file has it. */
export const UTM_17 =
  'PROJCS["WGS_1984_UTM_Zone_17N",GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],' +
  'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],' +
  'PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",-81.0],PARAMETER["Scale_Factor",0.9996],' +
  'PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';

const CORNERS = [
  [0, 0, 0],
  [10, 0, 0],
  [10, 20, 0],
  [0, 20, 5],
] as const;

/** Two triangles with a picture. */
export const quadObj = (library = 'materials/house.mtl'): string =>
  [
    `mtllib ${library}`,
    ...CORNERS.map((corner) => `v ${corner.join(' ')}`),
    'vt 0 0',
    'vt 1 0',
    'vt 1 1',
    'vt 0 1',
    'usemtl tiles',
    'f 1/1 2/2 3/3',
    'f 1/1 3/3 4/4',
    '',
  ].join('\n');

/** Two triangles without a picture. @param words that make its bytes its own. @param shift of all corners */
export const roofObj = (words: string, shift: readonly [number, number, number] = [0, 0, 0]): string =>
  [
    `# ${words}`,
    ...CORNERS.map((corner) => `v ${corner.map((value, axis) => value + shift[axis]!).join(' ')}`),
    'f 1 2 3',
    'f 1 3 4',
    '',
  ].join('\n');

/** A triangle with a picture, in two files beside it. */
export const pictureGltf = (buffer: string, picture: string): string =>
  JSON.stringify({
    ...gltfJson(buffer, picture),
    textures: [{ source: 0 }],
    materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
  });

/** A hilly ground of two triangles for each cell. @param side cells along a side */
export function terrainObj(side: number, words = ''): Buffer {
  const lines = [`# ${words}`];
  for (let row = 0; row <= side; row += 1)
    for (let column = 0; column <= side; column += 1) {
      const height = 5 * Math.sin(column / 9) * Math.cos(row / 7) + Math.sin(column * row);
      lines.push(`v ${column} ${row} ${height.toFixed(3)}`);
    }
  for (let row = 0; row < side; row += 1)
    for (let column = 0; column < side; column += 1) {
      const corner = row * (side + 1) + column + 1;
      lines.push(
        `f ${corner} ${corner + 1} ${corner + side + 2}`,
        `f ${corner} ${corner + side + 2} ${corner + side + 1}`,
      );
    }
  return Buffer.from(`${lines.join('\n')}\n`);
}
