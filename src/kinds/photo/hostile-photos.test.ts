import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA } from '../../../test/support/shared-data.ts';
import { EntryType, type FileFacts } from '../../inspection/index.ts';
import { type Inspection, openInspection } from '../testing/inspection.ts';
import { gpsTexts, photoBytes, segment, withSegments, xmpPacket } from './testing/photo-bytes.ts';
import { processorTime } from '../../../test/support/processor-time.ts';

if (!hasSharedData)
  console.log('Skipped: damage to real photographs. There is no ../shared/data beside the repository.');

let inspection: Inspection;
beforeAll(async () => void (inspection = await openInspection()));
afterAll(() => inspection.close());

const PICTURES: readonly number[] = [EntryType.Image, EntryType.GeoImage, EntryType.Panorama, EntryType.GeoPanorama];

/** What holds for every file, however damaged: a picture or Generic, clean texts, finite numbers, nothing of this machine. */
function checkFacts(facts: FileFacts): void {
  expect([...PICTURES, EntryType.Generic]).toContain(facts.type);
  const values: unknown[] = [];
  const text = JSON.stringify(facts, (_, value: unknown) => {
    values.push(value);
    return value;
  });
  expect(values.filter((value) => typeof value === 'number').every(Number.isFinite)).toBe(true);
  expect(values.filter((value) => typeof value === 'string' && /\p{Cc}/u.test(value))).toEqual([]);
  expect(text).not.toContain(inspection.folder);
  expect(text.length).toBeLessThan(4000);
  const [longitude = 0, latitude = 0] = facts.pointGeometry?.coordinates ?? [];
  expect(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90).toBe(true);
  expect([EntryType.GeoImage, EntryType.GeoPanorama].some((type) => type === facts.type)).toBe(
    facts.pointGeometry !== null,
  );
}

/** An EXIF block: entries of tag, type, count and value in the directory at 8. */
function exifBlock(entries: readonly (readonly [number, number, number, number])[], tail = Buffer.alloc(0)): Buffer {
  const directory = Buffer.alloc(8 + 2 + entries.length * 12 + 4);
  directory.write('II*\0\x08\0\0\0', 'latin1');
  directory.writeUInt16LE(entries.length, 8);
  entries.forEach(([tag, type, count, value], index) => {
    const at = 10 + index * 12;
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(type, at + 2);
    directory.writeUInt32LE(count, at + 4);
    directory.writeUInt32LE(value >>> 0, at + 8);
  });
  directory.writeUInt32LE(8, directory.length - 4); // the next directory is this one
  return Buffer.concat([Buffer.from('Exif\0\0'), directory, tail]);
}

const xmp = (packet: string): Buffer => segment(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${packet}`));
const bomb = (inner: string): string =>
  `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${xmpPacket({ 'drone-dji:RelativeAltitude': inner })}`;

describe('R-5: hostile metadata is ignored, and the picture stays one', () => {
  it.each<readonly [string, () => readonly Buffer[]]>([
    [
      'a directory that leads to itself, three ways',
      () => [
        segment(
          0xe1,
          exifBlock([
            [0x8769, 4, 1, 8],
            [0x8825, 4, 1, 8],
            [0xa005, 4, 1, 8],
          ]),
        ),
      ],
    ],
    [
      'counts of four billion',
      () => [
        segment(
          0xe1,
          exifBlock([
            [0x10f, 2, 0xffff_ffff, 8],
            [0x110, 5, 0xffff_ffff, 8],
          ]),
        ),
      ],
    ],
    [
      'offsets outside of the block',
      () => [
        segment(
          0xe1,
          exifBlock([
            [0x10f, 2, 100, 0xffff_ff00],
            [0x8825, 4, 1, 0xffff_fff0],
          ]),
        ),
      ],
    ],
    [
      '5,000 fields of 60,000 bytes that lie over each other',
      () => [segment(0xe1, exifBlock(Array.from({ length: 5000 }, () => [0x10f, 2, 60_000, 8] as const)))],
    ],
    [
      '1,000 segments of 64 KB',
      () => Array.from({ length: 1000 }, () => segment(0xe1, Buffer.alloc(65_533, 'Exif\0\0'))),
    ],
    ['XMP with entities', () => [xmp(bomb('&b;'))]],
    [
      'XMP that names a file',
      () => [xmp(`<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>${xmpPacket({ 'tiff:Make': '&f;' })}`)],
    ],
    ['XMP of 20,000 open tags', () => [xmp('<a:b '.repeat(10_000)), xmp('<a:b>'.repeat(10_000))]],
    ['XMP of one long word', () => [xmp(`<${'a'.repeat(60_000)}`), xmp(`<x ${'a.'.repeat(30_000)}>`)]],
  ])('R-5 %s', async (_, segments) => {
    const bytes = withSegments(await photoBytes({}), segments());
    const began = processorTime();
    const facts = await inspection.bytes('photo.jpg', bytes);
    expect(processorTime() - began).toBeLessThan(3000);
    checkFacts(facts);
    expect(facts).toMatchObject({ type: EntryType.Image, properties: { width: 40, height: 30 } });
    expect(JSON.stringify(facts)).not.toMatch(/root:|aaaa/);
    expect(facts.properties).not.toHaveProperty('relativeAltitude');
  });

  it('R-5 GPS of 999 degrees, NaN and infinity never get in', async () => {
    const exif = { IFD3: { ...gpsTexts(999, 999), GPSDOP: '1/0', GPSSpeed: '0/0', GPSImgDirection: '4294967295/0' } };
    const numbers = ['NaN', 'Infinity', '-1e999', '9'.repeat(400), '0x7f', '1/0'];
    for (const value of numbers) {
      const attributes = {
        'drone-dji:RelativeAltitude': value,
        'drone-dji:GimbalYawDegree': value,
        'drone-dji:GpsLatitude': value,
      };
      const facts = await inspection.bytes('a.jpg', await photoBytes({ exif, xmp: attributes }));
      checkFacts(facts);
      expect(facts.properties).toMatchObject({ cameraYaw: 0, hasCameraOrientation: false });
      for (const name of ['relativeAltitude', 'gpsDop', 'flightSpeed', 'gpsImgDirection'])
        expect(facts.properties).not.toHaveProperty(name);
    }
  });

  it('R-5 texts lose control characters and what is beyond their length', async () => {
    const exif = { IFD0: { Make: `Ac\u0007me\n<b>${'x'.repeat(5000)}`, Model: '\u0001\u0002' } };
    const { properties } = await inspection.bytes('a.jpg', await photoBytes({ exif }));
    expect(properties['make']).toMatch(/^Ac me <b>x+$/);
    expect(String(properties['make'])).toHaveLength(128);
    expect(properties['model']).toBe('unknown');
  });
});

const seeded = { seed: 11, numRuns: 60 };
const drone = {
  exif: { IFD0: { Make: 'DJI', Model: 'FC6310' }, IFD2: { FocalLength: '88/10' }, IFD3: gpsTexts(47, 8, 400) },
  xmp: { 'drone-dji:RelativeAltitude': '+50', 'drone-dji:GimbalPitchDegree': '-60' },
};

async function checkDamage(whole: Buffer, name: string): Promise<void> {
  const header = Math.min(whole.length, 20_000);
  for (let percent = 0; percent < 100; percent += 4)
    checkFacts(await inspection.bytes(name, whole.subarray(0, Math.floor((header * percent) / 100))));
  const flips = fc.array(fc.integer({ min: 32, max: header * 8 - 1 }), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(flips, async (bits) => {
      const damaged = Buffer.from(whole);
      for (const bit of bits) damaged[bit >> 3]! ^= 1 << (bit & 7);
      checkFacts(await inspection.bytes(name, damaged));
    }),
    seeded,
  );
}

describe('R-8: damage anywhere, cut or flipped', () => {
  it.each(['jpeg', 'png', 'webp', 'tiff'] as const)('R-8 %s', async (format) => {
    await checkDamage(await photoBytes({ ...drone, format }), `photo.${format}`);
  });

  it
    .runIf(hasSharedData)
    .each([
      'thermal/DJI_H20T.jpg',
      'thermal/xt2_radiometric.tiff',
      'odd/corrupt_exif.jpg',
      'pano/machu-picchu_gpano.jpg',
    ])('R-8 %s', async (path) => checkDamage(await readFile(`${SHARED_DATA}photos/${path}`), path));
});

it.runIf(hasSharedData)('offsets outside of the file: the picture is one, without metadata', async () => {
  expect(await inspection.file(`${SHARED_DATA}hostile/range_error.jpg`)).toMatchObject({
    type: EntryType.Image,
    properties: { width: 100, height: 63 },
    pointGeometry: null,
  });
});
