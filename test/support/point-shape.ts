/** A shapefile of one point at 46 degrees north: `.shp` and `.shx`. */
export function pointShape(longitude: number): { readonly shp: Buffer; readonly shx: Buffer } {
  const shp = Buffer.alloc(128);
  shp.writeInt32BE(9994, 0);
  shp.writeInt32BE(shp.length / 2, 24);
  shp.writeInt32LE(1000, 28);
  shp.writeInt32LE(1, 32);
  [longitude, 46, longitude, 46].forEach((value, index) => shp.writeDoubleLE(value, 36 + 8 * index));
  shp.writeInt32BE(1, 100);
  shp.writeInt32BE(10, 104);
  shp.writeInt32LE(1, 108);
  shp.writeDoubleLE(longitude, 112);
  shp.writeDoubleLE(46, 120);
  const shx = Buffer.alloc(108);
  shp.copy(shx, 0, 0, 100);
  shx.writeInt32BE(shx.length / 2, 24);
  shx.writeInt32BE(50, 100);
  shx.writeInt32BE(10, 104);
  return { shp, shx };
}
