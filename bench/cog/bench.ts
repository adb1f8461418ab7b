/**
 * COGs of orthophotos of 12,000 x 12,000 pixels, from the end of the upload to the first tile, beside `gdalwarp -of COG` with the
 * same tiles, overviews, quality and threads. Time, processor time and memory of all processes. `BENCH_SOURCE` picks one source.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { peerOptionsOf } from './peer-options.ts';
import { type OrthophotoForm, writeOrthophoto } from './sources.ts';
import { type CogTiming, timeGdalwarp, timeServedCog } from './served.ts';

const side = Number(process.env['BENCH_SIDE'] ?? 12_000);
const rgb = { side, type: 'Byte', bands: 3, crs: 32632 } as const;
const TILED = ['TILED=YES', 'NUM_THREADS=2'];
const DEFLATE = [...TILED, 'COMPRESS=DEFLATE'];
const SOURCES: Readonly<Record<string, OrthophotoForm>> = {
  'RGB, DEFLATE': { ...rgb, creation: [...DEFLATE, 'PHOTOMETRIC=RGB'] },
  'RGB, strips': { ...rgb, creation: ['PHOTOMETRIC=RGB'] },
  'RGB, JPEG': { ...rgb, creation: [...TILED, 'COMPRESS=JPEG', 'PHOTOMETRIC=YCBCR', 'JPEG_QUALITY=90'] },
  'RGB, DEFLATE, EPSG:3857': { ...rgb, crs: 3857, creation: [...DEFLATE, 'PHOTOMETRIC=RGB'] },
  'heights with nodata': { ...rgb, type: 'Float32', bands: 1, nodata: -9999, creation: DEFLATE },
  'five bands of 16 bits': { ...rgb, type: 'UInt16', bands: 5, creation: DEFLATE },
};
const asked = process.env['BENCH_SOURCE'];

console.log(`${side} x ${side} pixels, from the end of the upload to the first tile, beside gdalwarp -of COG:`);
for (const [name, form] of Object.entries(SOURCES)) {
  if (asked !== undefined && asked !== name) continue;
  const folder = await mkdtemp(join(tmpdir(), 'alidade-bench-'));
  try {
    const source = join(folder, 'source.tif');
    writeOrthophoto(source, form);
    console.log(`\n${name}, ${((await stat(source)).size / 1e6).toFixed(0)} MB`);
    const { log, ...served } = await timeServedCog(source, folder);
    report('Alidade', served);
    const peer = await timeGdalwarp(source, folder, peerOptionsOf(log));
    report('gdalwarp -of COG', peer);
    console.log(
      `  ${(served.seconds / peer.seconds).toFixed(2)} x the time, ${(served.cpu / peer.cpu).toFixed(2)} x the processor time`,
    );
    console.log(log.replaceAll(/^/gm, '    '));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function report(what: string, { seconds, cpu, peakMB }: CogTiming): void {
  const figures = [`${seconds.toFixed(1)} s`, `${cpu.toFixed(1)} CPU-s`, `${peakMB.toFixed(0)} MB`];
  console.log(`  ${what.padEnd(20)} ${figures.map((figure) => figure.padStart(14)).join('')}`);
}
