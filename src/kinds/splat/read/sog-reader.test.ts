import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zipBytes } from '../../../../test/support/zip-bytes.ts';
import { sharp } from '../../../geodata/pictures/picture-library.child.ts';
import { sogFilesOf } from '../testing/encode-sog.ts';
import { type BytesReader, createBytesReader, mostApart } from '../testing/read-bytes.ts';
import { sheetOfSplats } from '../testing/simple-tree.ts';
import { openSog } from './read-sog.child.ts';

let files: BytesReader;
let sound: ReadonlyMap<string, Buffer>;
const model = sheetOfSplats(90, 1);
beforeAll(async () => {
  files = await createBytesReader(openSog);
  sound = await sogFilesOf(model, 2);
});
afterAll(() => files[Symbol.asyncDispose]());

const archiveOf = (changed: Readonly<Record<string, Buffer>>): Buffer =>
  zipBytes([...sound].map(([name, content]) => ({ name, content: changed[name] ?? content })));

/** A picture of the archive whose pixels, of four bytes each, were changed. */
async function repainted(name: string, change: (pixels: Buffer) => unknown): Promise<Record<string, Buffer>> {
  const { data, info } = await sharp(sound.get(name)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  change(data);
  const raw = { width: info.width, height: info.height, channels: 4 as const };
  return { [name]: await sharp(data, { raw }).webp({ lossless: true, exact: true }).toBuffer() };
}

describe('SOG files', () => {
  it('keep their colours where the opacity is 0', async () => {
    const clear = (pixels: Buffer): void => {
      for (let at = 3; at < pixels.length; at += 4) pixels[at] = 0;
    };
    const [plain, read] = [
      await files.read(archiveOf({})),
      await files.read(archiveOf(await repainted('sh0.webp', clear))),
    ];
    expect(mostApart(read.colours, plain.colours)).toBe(0);
    expect(Math.max(...read.opacities)).toBe(0);
  });

  it('have splats that are not turned where a pixel is no rotation', async () => {
    const read = await files.read(archiveOf(await repainted('quats.webp', (pixels) => (pixels[7] = 17))));
    expect([...read.rotations.subarray(4, 8)]).toEqual([0, 0, 0, 1]);
  });

  it('have no harmonics where a label is of no row, by both of its bytes', async () => {
    const read = await files.read(archiveOf(await repainted('shN_labels.webp', (pixels) => (pixels[1] = 1))));
    expect([...read.harmonics.subarray(0, 9)]).toEqual(Array.from({ length: 9 }, () => 0));
    expect(mostApart(read.harmonics.subarray(9, 18), model.harmonics.subarray(9, 18))).toBeLessThan(0.01);
  });

  it('are looked for among the first 1000 files, also where those have one name', async () => {
    const same = (count: number): Buffer =>
      zipBytes([
        ...Array.from({ length: count }, () => ({ name: 'same', content: '' })),
        ...Array.from(sound, ([name, content]) => ({ name, content })),
      ]);
    expect((await files.read(same(900))).count).toBe(90);
    expect(await files.refusalOf(same(1000))).toBe('It has no meta.json.');
  });

  it('are read where the first number of a codebook is left out', async () => {
    const meta = JSON.parse(sound.get('meta.json')!.toString('utf8')) as { scales: { codebook: unknown[] } };
    const least = meta.scales.codebook[0] as number;
    meta.scales.codebook[0] = null;
    const darkest = await repainted('scales.webp', (pixels) => (pixels[0] = 0));
    const read = await files.read(archiveOf({ ...darkest, 'meta.json': Buffer.from(JSON.stringify(meta)) }));
    expect(Math.log(read.scales[0]!)).toBeCloseTo(least, 3);
  });
});
