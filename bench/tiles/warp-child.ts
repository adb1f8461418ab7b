/**
 * The reference of the bench, in a process of its own: the GDAL library warps tiles out of a raster, one after another.
 * `node warp-child.ts <source> <pixels|png>` reads lines `z x y` from its input and prints the milliseconds all took,
 * by the clock and of processor time.
 */
import { text } from 'node:stream/consumers';
import gdal from 'gdal-async';
import { warpOptions } from './tile-extent.ts';

const [source = '', output] = process.argv.slice(2);
const tiles = (await text(process.stdin)).trim().split('\n');
const dataset = gdal.open(source);

const started = performance.now();
const usage = process.cpuUsage();
for (const [index, line] of tiles.entries()) {
  const [z = 0, x = 0, y = 0] = line.split(' ').map(Number);
  const warped = gdal.warp(`tile${index}`, null, [dataset], ['-of', 'MEM', ...warpOptions(z, x, y)]);
  if (output === 'png') {
    const path = `/vsimem/${index}.png`;
    // ZLEVEL 1: as fast as the PNG it is compared with.
    gdal.translate(path, warped, ['-of', 'PNG', '-co', 'ZLEVEL=1']).close();
    gdal.vsimem.release(path);
  }
  warped.close();
}
const { user, system } = process.cpuUsage(usage);
console.log(performance.now() - started, (user + system) / 1000);
