// Run in a process of its own: loads GDAL, makes it work once, and prints one line of JSON about it.
import { existsSync, readFileSync } from 'node:fs';
import gdal from 'gdal-async';

// A raster and a change of coordinates: the library's drivers and PROJ's database both answer.
gdal.open('check', 'w', 'MEM', 1, 1, 1).close();
const change = new gdal.CoordinateTransformation(
  gdal.SpatialReference.fromEPSG(4326),
  gdal.SpatialReference.fromEPSG(3857),
);
const { x, y } = change.transformPoint(0, 180);
const half = 20037508.34; // Half the width of the Web Mercator square, in metres.
if (Math.abs(Math.max(x, y) - half) > 1) throw new Error(`PROJ put 180 degrees east at ${x}, ${y} metres.`);

// The system's library this binary needs, by which the next start sees whether a system upgrade took it away.
const maps = existsSync('/proc/self/maps') ? readFileSync('/proc/self/maps', 'utf8') : '';
const library = gdal.bundled ? null : (/\S*\/libgdal\.so\S*/.exec(maps)?.[0] ?? null);
console.log(JSON.stringify({ gdal: gdal.version, bundled: gdal.bundled, library }));
