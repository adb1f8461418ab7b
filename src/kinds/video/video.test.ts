import { open } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA, sharedFacts } from '../../../test/support/shared-data.ts';
import { EntryType, type FileFacts } from '../../inspection/index.ts';
import { type Inspection, openInspection } from '../testing/inspection.ts';
import {
  appleLocation,
  avi,
  box,
  FTYP,
  gpmf,
  gpmfDevice,
  gps5,
  gps9,
  type GpsSample,
  loci,
  movie,
  telemetryFilm,
  webm,
  words,
  xyz,
} from './testing/video-bytes.ts';
import { processorTime } from '../../../test/support/processor-time.ts';

if (!hasSharedData) console.log('Skipped: facts of real videos. There is no ../shared/data beside the repository.');

let inspection: Inspection;
beforeAll(async () => void (inspection = await openInspection()));
afterAll(() => inspection.close());

const film = { width: 640, height: 360, duration: 10, frameRate: 25, codec: 'avc1', captureTime: Date.UTC(2020, 0, 1) };

describe('a video', () => {
  it.each<readonly [string, Buffer, object]>([
    ['film.mp4', Buffer.concat([FTYP, movie()]), film],
    ['old.mov', Buffer.concat([box('wide'), box('mdat', Buffer.alloc(99)), movie()]), film],
    ['film.bin', Buffer.concat([FTYP, movie()]), film],
    [
      'film.webm',
      webm(),
      { width: 1280, height: 720, duration: 12.5, frameRate: 50, codec: 'V_VP9', captureTime: Date.UTC(2021, 5, 1) },
    ],
    ['film.avi', avi(), { width: 320, height: 240, duration: 8, frameRate: 25, codec: 'MJPG' }],
  ])('%s: size, length, compression and time by its header', async (name, bytes, properties) => {
    expect(await inspection.bytes(name, bytes)).toEqual({
      type: EntryType.Video,
      properties,
      pointGeometry: null,
      polygonGeometry: null,
    });
  });

  it.each<readonly [string, Buffer, readonly number[]]>([
    ['drones and Android', xyz('+46.8428-091.9936+198.4/'), [-91.9936, 46.8428, 198.4]],
    ['3GPP', loci(-91.5, 46.25, 100), [-91.5, 46.25, 100]],
    ['Apple', appleLocation('+46.8428-091.9936/'), [-91.9936, 46.8428, 0]],
  ])('with a position as %s write it is a GeoVideo', async (_, place, coordinates) => {
    const facts = await inspection.bytes('a.mp4', Buffer.concat([FTYP, movie(place)]));
    expect(facts).toMatchObject({ type: EntryType.GeoVideo, properties: film, pointGeometry: { coordinates } });
  });

  describe('of a GoPro', () => {
    const good = { fix: 3, dilution: 1.5 };
    const [before, there, later] = [
      [33.1, -117.5, 10],
      [33.125, -117.331, 15.5],
      [33.2, -117.2, 20],
    ] as const;
    const cameras: Readonly<Record<string, (sample: GpsSample) => Buffer>> = {
      GPS5: (sample) => gps5(sample, sample.at, later),
      GPS9: (sample) => gps9(sample, { ...good, at: later }),
    };
    const positionOf = async (pieces: readonly Buffer[], ...more: readonly Buffer[]) => {
      const { type, pointGeometry } = await inspection.bytes('GX010001.MP4', telemetryFilm(pieces, ...more));
      expect(type).toBe(pointGeometry === null ? EntryType.Video : EntryType.GeoVideo);
      return pointGeometry?.coordinates;
    };
    const asCoordinates = ([latitude, longitude, altitude]: readonly [number, number, number]) => [
      longitude,
      latitude,
      altitude,
    ];

    it.each(Object.entries(cameras))('%s: the first place with a fix and a low dilution', async (name, stream) => {
      const other = gpmf('ACCL', 's', 6, Buffer.alloc(600));
      const piece = (sample: GpsSample): Buffer => gpmfDevice(other, stream(sample));
      // Each stream of GPS9 has a good place behind the first one, of GPS5 the fix is that of all.
      const found = name === 'GPS9' ? later : there;
      for (const poor of [
        { fix: 0, dilution: 99.99 },
        { fix: 2, dilution: 1 },
        { fix: 3, dilution: 12 },
      ]) {
        const pieces = [piece({ ...poor, at: before }), piece({ ...good, at: there })];
        expect(await positionOf(pieces)).toEqual(asCoordinates(found));
        expect(await positionOf(pieces, xyz('+10.0000+020.0000/'))).toEqual(asCoordinates(found));
      }
      const nowhere = piece({ ...good, at: [0, 0, 0] });
      expect(await positionOf([nowhere])).toEqual(asCoordinates(later));
    });

    it('without such a place it is where the film says, then the best one that the receiver knew', async () => {
      const poor = [
        gpmfDevice(gps9({ at: before, fix: 2, dilution: 2 })),
        gpmfDevice(gps9({ at: later, fix: 3, dilution: 30 })),
        gpmfDevice(gps9({ at: there, fix: 3, dilution: 12 }, { at: before, fix: 3, dilution: 12 })),
      ];
      expect(await positionOf(poor, xyz('+10.0000+020.0000/'))).toEqual([20, 10, 0]);
      expect(await positionOf(poor, xyz('+00.0000+000.0000/'))).toEqual(asCoordinates(there));
      expect(await positionOf(poor)).toEqual(asCoordinates(there));
      expect(await positionOf(poor.slice(0, 1))).toEqual(asCoordinates(before));
      expect(await positionOf([gpmfDevice(gps5({ fix: 0, dilution: 99.99 }, before))])).toBeUndefined();
    });

    it('a fix that comes after two minutes is found', async () => {
      const waiting = gpmfDevice(gps5({ fix: 0, dilution: 99.99 }, before));
      const pieces = [...Array.from({ length: 130 }, () => waiting), gpmfDevice(gps5(good, there))];
      expect(await positionOf(pieces)).toEqual(asCoordinates(there));
    });

    it('R-8 streams within streams, of lengths that lie and of no length, take no time', async () => {
      let deep = gps5(good, there);
      for (let level = 0; level < 20; level += 1) deep = gpmf('DEVC', '\0', 1, deep);
      const many = gpmf('DEVC', '\0', 1, ...Array.from({ length: 8000 }, () => gpmf('STRM', '\0', 1)));
      const lies = Buffer.from(gps5(good, there));
      lies.writeUInt16BE(0xffff, lies.length - 22);
      const short = [gpmf('SCAL', 'l', 4, words(1, 1, 1)), gpmf('GPS9', '?', 12, words(1, 2, 3))];
      const zero = [gpmf('SCAL', 'l', 4, words(0, 0, 0, 0, 0)), gpmf('GPS5', 'l', 20, Buffer.alloc(20))];
      for (const piece of [deep, many, lies, Buffer.concat(short), Buffer.concat(zero), Buffer.alloc(0)]) {
        const began = processorTime();
        expect(await positionOf(Array.from({ length: 100 }, () => piece))).toBeUndefined();
        expect(processorTime() - began).toBeLessThan(3000);
      }
    });
  });

  it.each(['+999-999/', '+00.0+000.0/', 'nowhere', ''])('with the position "%s" it is placed nowhere', async (text) => {
    const facts = await inspection.bytes('a.mp4', Buffer.concat([FTYP, movie(xyz(text))]));
    expect([facts.type, facts.pointGeometry]).toEqual([EntryType.Video, null]);
  });

  it.each([
    ['32 bits', words(0, 0, 0, 1000, 0xffff_ffff)],
    ['64 bits', words(0x0100_0000, 0, 0, 0, 0, 1000, 0xffff_ffff, 0xffff_ffff)],
  ])('of a length that is not known (%s) has none', async (_, times) => {
    const bytes = movie();
    const own = bytes.subarray(8 + box('mvhd', words(0, 0, 0, 0, 0), Buffer.alloc(80)).length);
    const { properties } = await inspection.bytes('a.mp4', Buffer.concat([FTYP, box('moov', box('mvhd', times), own)]));
    expect(properties).toMatchObject({ width: 640 });
    expect(properties).not.toHaveProperty('duration');
  });

  it('R-8 recorded after the year 9999 has no time', async () => {
    const seconds = BigInt(Date.UTC(12_000, 0, 1) / 1000 + 2_082_844_800);
    const created = [Number(seconds >> 32n), Number(seconds & 0xffff_ffffn)] as const;
    const times = words(0x0100_0000, ...created, 0, 0, 1000, 0, 5000);
    const own = movie().subarray(8 + box('mvhd', words(0, 0, 0, 0, 0), Buffer.alloc(80)).length);
    const { properties } = await inspection.bytes('a.mp4', Buffer.concat([FTYP, box('moov', box('mvhd', times), own)]));
    expect(properties).toMatchObject({ width: 640, duration: 5 });
    expect(properties).not.toHaveProperty('captureTime');
  });

  it('whose header stands behind 10 GB is found without reading them', async () => {
    const path = join(inspection.folder, 'long');
    const file = await open(path, 'w');
    const length = 10 * 2 ** 30;
    const long = Buffer.concat([words(1), Buffer.from('mdat'), Buffer.alloc(8)]);
    long.writeBigUInt64BE(BigInt(length), 8);
    await file.write(Buffer.concat([FTYP, long]), 0);
    await file.write(movie(), 0, null, FTYP.length + length); // a hole: nothing of it takes place on the disk
    await file.close();
    const began = processorTime();
    expect((await inspection.file(path, 'long.mp4')).properties).toEqual(film);
    expect(processorTime() - began).toBeLessThan(1000);
  });

  it('that is sound only, cut off or something else is told so', async () => {
    const sound = await inspection.bytes(
      'a.mp4',
      Buffer.concat([FTYP, box('moov', box('mvhd', words(0, 0, 0, 0, 0)))]),
    );
    expect(sound).toMatchObject({ type: EntryType.Video, properties: { warning: 'This video has no pictures.' } });
    const cut = await inspection.bytes('a.mp4', FTYP);
    expect(cut).toMatchObject({ type: EntryType.Video, properties: { warning: expect.stringContaining('cut off') } });
    for (const name of ['a.mp4', 'a.mov', 'a.mkv'])
      expect((await inspection.bytes(name, 'words')).type).toBe(EntryType.Generic);
    expect((await inspection.bytes('song.m4a', FTYP)).type).toBe(EntryType.Generic);
  });
});

function checkFacts({ type, properties, pointGeometry }: FileFacts): void {
  expect([EntryType.Video, EntryType.GeoVideo, EntryType.Generic, EntryType.Image]).toContain(type);
  const numbers = [...Object.values(properties), ...(pointGeometry?.coordinates ?? [])].filter(
    (one) => typeof one === 'number',
  );
  expect(numbers.every(Number.isFinite)).toBe(true);
}

describe('R-8: damage anywhere, cut or flipped', () => {
  it.each([
    ['mp4', Buffer.concat([FTYP, movie(xyz('+46.8-091.9/'), appleLocation('+1+2/'))])],
    [
      'mp4',
      telemetryFilm([
        gpmfDevice(gps5({ fix: 3, dilution: 1 }, [1, 2, 3]), gps9({ at: [1, 2, 3], fix: 3, dilution: 1 })),
      ]),
    ],
    ['webm', webm()],
    ['avi', avi()],
  ])('R-8 %s', async (extension, whole) => {
    for (let length = 0; length < whole.length; length += Math.ceil(whole.length / 60))
      checkFacts(await inspection.bytes(`film.${extension}`, whole.subarray(0, length)));
    const flips = fc.array(fc.integer({ min: 96, max: whole.length * 8 - 1 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(flips, async (bits) => {
        const damaged = Buffer.from(whole);
        for (const bit of bits) damaged[bit >> 3]! ^= 1 << (bit & 7);
        checkFacts(await inspection.bytes(`film.${extension}`, damaged));
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  it('R-8 boxes of no length, without end, and within each other', async () => {
    const many = Buffer.concat(Array.from({ length: 200_000 }, () => box('free')));
    let deep = box('trak');
    for (let level = 0; level < 5000; level += 1) deep = box('moov', deep);
    const tracks = box('moov', ...Array.from({ length: 64 }, () => box('trak', many.subarray(0, 2048), box('mdia'))));
    for (const bytes of [many, deep, tracks, box('moov', words(8, 0, 0, 0)), words(0, 0)]) {
      const began = processorTime();
      checkFacts(await inspection.bytes('film.mp4', Buffer.concat([FTYP, bytes])));
      expect(processorTime() - began).toBeLessThan(3000);
    }
  });
});

interface Expected {
  readonly facts: {
    readonly ImageWidth: number;
    readonly ImageHeight: number;
    readonly CreateDate: string;
    readonly Duration: number;
    readonly VideoFrameRate: number;
    readonly CompressorID: string;
    readonly gpsTrack?: { readonly first: readonly [number, number, number] };
  };
}

describe.runIf(hasSharedData)('facts of real videos, read by another program', async () => {
  const videos = (await sharedFacts<Expected>('video/')).filter(([path]) => path.endsWith('.mp4'));

  it.each(videos)('%s', async (path, { facts }) => {
    const { type, properties, pointGeometry } = await inspection.file(`${SHARED_DATA}${path}`);
    expect(type).toBe(facts.gpsTrack === undefined ? EntryType.Video : EntryType.GeoVideo);
    expect(properties).toMatchObject({
      width: facts.ImageWidth,
      height: facts.ImageHeight,
      codec: facts.CompressorID,
      captureTime: Date.parse(`${facts.CreateDate.replace(/(\d{4}):(\d\d):(\d\d) /, '$1-$2-$3T')}Z`),
    });
    expect(properties['duration']).toBeCloseTo(facts.Duration, 3);
    expect(properties['frameRate']).toBeCloseTo(facts.VideoFrameRate, 3);
    // The other program keeps the last position of a second.
    const [latitude, longitude] = facts.gpsTrack?.first ?? [];
    const near = (value: number | undefined, wanted: number | undefined): boolean =>
      Math.abs((value ?? 0) - (wanted ?? 0)) < 1e-4;
    expect([near(pointGeometry?.coordinates[0], longitude), near(pointGeometry?.coordinates[1], latitude)]).toEqual([
      true,
      true,
    ]);
  });
});
