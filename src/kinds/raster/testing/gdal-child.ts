/**
 * The two GDAL programs the tests need, from the library, for machines without them:
 * `node gdal-child.ts gdal_translate|gdalwarp <source> <destination> [options]`.
 */
import gdal from 'gdal-async';

const [program, source, destination, ...options] = process.argv.slice(2);
if (program === undefined || source === undefined || destination === undefined) throw new Error('arguments missing');

const input = gdal.open(source);
const output =
  program === 'gdalwarp' ? gdal.warp(destination, null, [input], options) : gdal.translate(destination, input, options);
output.close();
