/**
 * What finding out about a photo costs through the engine, beside reading its header with libvips alone in one process: photos
 * with EXIF and XMP as a drone writes them, two children as on a machine of two cores.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Sharp from 'sharp';
import { createEngine } from '../../src/engine/index.ts';
import { gpsTexts, photoBytes } from '../../src/kinds/photo/testing/photo-bytes.ts';
import { inspectFile } from '../../src/kinds/testing/inspect-file.ts';

const sharp = createRequire(import.meta.url)('sharp') as typeof Sharp;
const PHOTOS = 2000;
const AT_ONCE = 8;

const folder = await mkdtemp(join(tmpdir(), 'alidade-bench-'));
const engine = createEngine({ children: 2, callTimeoutMs: 10_000, memoryLimitBytes: 2 ** 29 });
try {
  const exif = { IFD0: { Make: 'DJI', Model: 'FC6310' }, IFD2: { FocalLength: '88/10' }, IFD3: gpsTexts(47, 8, 400) };
  const xmp = { 'drone-dji:RelativeAltitude': '+50.0', 'drone-dji:GimbalYawDegree': '+12.5' };
  const bytes = await photoBytes({ width: 4000, height: 3000, exif, xmp });
  const path = join(folder, 'photo');
  await writeFile(path, bytes);
  const signal = new AbortController().signal;
  const inspect = (): Promise<unknown> => inspectFile({ path, name: 'photo.jpg', size: bytes.length }, engine, signal);
  await Promise.all([inspect(), inspect()]);
  await report('header alone, libvips, one process', () => sharp(path).metadata());
  await report('type, properties and footprint, two children', inspect);
} finally {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
}

async function report(what: string, work: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  let left = PHOTOS;
  const worker = async (): Promise<void> => {
    while ((left -= 1) >= 0) await work();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const milliseconds = performance.now() - began;
  const rate = ((PHOTOS / milliseconds) * 1000).toFixed(0);
  console.log(`  ${what.padEnd(46)} ${rate.padStart(6)} photos/s  ${(milliseconds / PHOTOS).toFixed(2)} ms each`);
}
