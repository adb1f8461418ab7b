/** West, south, east, north of a tile in metres of EPSG:3857, as GDAL's `-te` takes them. */
export function tileExtent(z: number, x: number, y: number): readonly string[] {
  const half = Math.PI * 6_378_137;
  const side = (2 * half) / 2 ** z;
  return [x * side - half, half - (y + 1) * side, (x + 1) * side - half, half - y * side].map(String);
}

/** Options of `gdalwarp` for a tile of 256 pixels. */
export const warpOptions = (z: number, x: number, y: number): readonly string[] => [
  '-t_srs',
  'EPSG:3857',
  '-te',
  ...tileExtent(z, x, y),
  '-ts',
  '256',
  '256',
  '-r',
  'bilinear',
];
