import fc from 'fast-check';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { gpsTexts, photoBytes, segment, withSegments, xmpPacket } from '../testing/photo-bytes.ts';
import photoFacts from './photo-facts.child.ts';
import { plainPhotoFacts } from './plain-photo.ts';

const APP1 = 0xe1;
let folder: string;
let photo: Buffer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-plain-'));
  const exif = {
    IFD0: { Make: 'DJI', Model: 'FC6310' },
    IFD2: { FocalLength: '88/10', DateTimeOriginal: '2021:07:01 12:00:00', ExifVersion: '0230' },
    IFD3: gpsTexts(-47.25, 8.5, 400),
  };
  photo = await photoBytes({
    width: 400,
    height: 300,
    exif,
    xmp: xmpPacket({ 'drone-dji:RelativeAltitude': '+50.0' }),
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function byChild(bytes: Buffer): Promise<unknown> {
  const path = join(folder, 'photo');
  await writeFile(path, bytes);
  return photoFacts({ path });
}

it('says of a photograph what the library says', async () => {
  const facts = plainPhotoFacts(photo);
  expect(facts).toMatchObject({ width: 400, height: 300, orientation: 1, radiometric: false });
  expect(facts!.exif!.get('GPSLatitude')).toHaveLength(3);
  expect(facts).toEqual(await byChild(photo));
  const bare = await photoBytes({});
  expect(plainPhotoFacts(bare)).toEqual(await byChild(bare));
  const flir = withSegments(photo, [segment(APP1, Buffer.from('FLIR\0 1 2 3'))]);
  expect(plainPhotoFacts(flir)).toMatchObject({ radiometric: true });
});

it.each<readonly [string, () => Buffer | Promise<Buffer>]>([
  ['another format', () => photoBytes({ format: 'png' })],
  ['a header that is cut off', () => photo.subarray(0, 300)],
  ['EXIF twice', () => withSegments(photo, [segment(APP1, Buffer.from('Exif\0\0II*\0'))])],
  [
    'EXIF that is cut off',
    async () => withSegments(await photoBytes({}), [segment(APP1, Buffer.from('Exif\0\0II*\0\x08\0'))]),
  ],
  [
    'a segment longer than the file',
    () => Buffer.concat([photo.subarray(0, 2), Buffer.from([0xff, 0xe0, 0xff, 0xff]), photo.subarray(2)]),
  ],
  ['bytes between segments', () => Buffer.concat([photo.subarray(0, 2), Buffer.from([0xff]), photo.subarray(2)])],
  ['nothing', () => Buffer.alloc(0)],
])('leaves %s to the child', async (_what, bytes) => {
  expect(plainPhotoFacts(await bytes())).toBeUndefined();
});

it('throws for no bytes, and never takes a size that the library does not see', async () => {
  const changes = fc.array(fc.tuple(fc.nat(1200), fc.nat(255)), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(changes, async (changed) => {
      const bytes = Buffer.from(photo);
      for (const [at, value] of changed) if (at < bytes.length) bytes[at] = value;
      const facts = plainPhotoFacts(bytes);
      if (!facts) return;
      const { width, height } = facts;
      expect(await byChild(bytes)).toMatchObject({ width, height });
    }),
    { numRuns: 200 },
  );
});
