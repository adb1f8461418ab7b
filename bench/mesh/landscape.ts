import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

/** A drone photograph, for realistic detail; without it a soft pattern, which compresses far better. */
const PHOTO = fileURLToPath(new URL('../../../shared/data/photos/brighton/DJI_0024.JPG', import.meta.url));
/** Islands of a side of each picture, as programs that reconstruct models leave them. */
const ISLANDS = 32;

export interface Landscape {
  /** Path of the OBJ. */
  readonly path: string;
  readonly triangles: number;
  readonly objBytes: number;
  readonly pictureBytes: number;
}

/**
 * Writes a hilly square as OBJ with two materials, one for each half, whose pictures have thousands of islands.
 *
 * @param triangles about as many
 * @param pixels of a side of each picture
 */
export async function writeLandscape(folder: string, triangles: number, pixels: number): Promise<Landscape> {
  // Islands are whole: each has as many cells.
  const side = 2 * ISLANDS * Math.max(1, Math.round(Math.sqrt(triangles / 2) / (2 * ISLANDS)));
  const path = join(folder, 'landscape.obj');
  const objBytes = await writeObj(path, side);
  await writeFile(join(folder, 'landscape.mtl'), 'newmtl west\nmap_Kd west.jpg\nnewmtl east\nmap_Kd east.jpg\n');
  let pictureBytes = 0;
  for (const [index, name] of ['west', 'east'].entries()) {
    await writePicture(join(folder, `${name}.jpg`), pixels, index);
    pictureBytes += (await stat(join(folder, `${name}.jpg`))).size;
  }
  return { path, triangles: 2 * side * side, objBytes, pictureBytes };
}

/** 1024 x 1024 pixels of three bands, of middle values. */
const softNoise = (): Buffer => Buffer.from(randomBytes(3 * 1024 * 1024).map((value) => 64 + (value >> 1)));

async function writePicture(path: string, pixels: number, turn: number): Promise<void> {
  const photo = existsSync(PHOTO);
  if (!photo && turn === 0) console.log('../shared is absent: a soft pattern instead of a photograph.');
  const source = photo ? sharp(PHOTO) : sharp(softNoise(), { raw: { width: 1024, height: 1024, channels: 3 } });
  await source
    .rotate(180 * turn)
    .resize(pixels, pixels, { fit: 'fill', kernel: 'cubic' })
    .jpeg({ quality: 85 })
    .toFile(path);
}

const heightOf = (x: number, y: number): number =>
  12 * Math.sin(x * 0.013) + 9 * Math.cos(y * 0.017) + 0.3 * Math.sin(0.7 * x + 0.9 * y) + 0.05 * Math.sin(x * y);

async function writeObj(path: string, side: number): Promise<number> {
  const file = createWriteStream(path);
  let lines: string[] = ['mtllib landscape.mtl'];
  const flush = async (): Promise<void> => {
    const isReady = file.write(`${lines.join('\n')}\n`);
    lines = [];
    if (!isReady) await once(file, 'drain');
  };
  for (let y = 0; y <= side; y += 1) {
    for (let x = 0; x <= side; x += 1)
      lines.push(`v ${(0.1 * x).toFixed(3)} ${(0.1 * y).toFixed(3)} ${heightOf(0.1 * x, 0.1 * y).toFixed(3)}`);
    await flush();
  }
  const cells = side / (2 * ISLANDS);
  const rows = side / ISLANDS;
  const own = (cells + 1) * (rows + 1);
  // Each half has ISLANDS x ISLANDS islands of cells x rows cells.
  for (let island = 0; island < ISLANDS * ISLANDS; island += 1) {
    const [left, low] = [island % ISLANDS, Math.floor(island / ISLANDS)];
    for (let row = 0; row <= rows; row += 1)
      for (let cell = 0; cell <= cells; cell += 1)
        lines.push(
          `vt ${((left + 0.02 + (0.96 * cell) / cells) / ISLANDS).toFixed(6)} ` +
            ((low + 0.02 + (0.96 * row) / rows) / ISLANDS).toFixed(6),
        );
    await flush();
  }
  for (const [half, name] of ['west', 'east'].entries()) {
    lines.push(`usemtl ${name}`);
    for (let island = 0; island < ISLANDS * ISLANDS; island += 1) {
      const [left, low] = [(island % ISLANDS) * cells + (half * side) / 2, Math.floor(island / ISLANDS) * rows];
      for (let row = 0; row < rows; row += 1)
        for (let cell = 0; cell < cells; cell += 1) {
          const v = left + cell + 1 + (low + row) * (side + 1);
          const t = island * own + cell + 1 + row * (cells + 1);
          const [a, b] = [`${v}/${t}`, `${v + 1}/${t + 1}`];
          const [c, d] = [`${v + side + 1}/${t + cells + 1}`, `${v + side + 2}/${t + cells + 2}`];
          lines.push(`f ${a} ${b} ${c}`, `f ${b} ${d} ${c}`);
        }
      await flush();
    }
  }
  file.end();
  await once(file, 'finish');
  return (await stat(path)).size;
}
