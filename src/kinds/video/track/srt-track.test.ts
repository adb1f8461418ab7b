import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ByteWindow } from '../../../geodata/tiff/byte-window.ts';
import { hasSharedData, SHARED_DATA } from '../../../../test/support/shared-data.ts';
import { srtTrack } from './srt-track.ts';
import { MOST_POINTS } from './track-points.ts';

const windowOf = (content: Buffer): ByteWindow => ({
  size: content.length,
  bytes: (offset, length) => (offset + length > content.length ? null : content.subarray(offset, offset + length)),
  close: () => undefined,
  [Symbol.dispose]: () => undefined,
});
const trackOf = (text: string) => srtTrack(windowOf(Buffer.from(text)));

const clock = (seconds: number): string => {
  const milliseconds = Math.round(seconds * 1000);
  const part = (value: number, digits = 2): string => String(value).padStart(digits, '0');
  const [hours, minutes] = [Math.floor(milliseconds / 3_600_000), Math.floor(milliseconds / 60_000) % 60];
  return `${part(hours)}:${part(minutes)}:${part(Math.floor(milliseconds / 1000) % 60)},${part(milliseconds % 1000, 3)}`;
};
const cue = (number: number, at: number, text: string): string =>
  `${number}\n${clock(at)} --> ${clock(at + 0.03)}\n${text}\n\n`;

const WRITERS = {
  list: ([longitude, latitude, altitude]: readonly number[]) =>
    `HOME(1.0000,2.0000) 2022.08.07 13:40:40\nGPS(${longitude},${latitude},${altitude}) BAROMETER:12.3`,
  spaced: ([longitude, latitude, altitude]: readonly number[]) =>
    `F/2.8, SS 200, ISO 100, GPS (${longitude}, ${latitude}, ${altitude}), D 12.5m, H 30.1m`,
  brackets: ([longitude, latitude, altitude]: readonly number[]) =>
    `<font size="36">SrtCnt : 1\n2022-08-07 13:40:40,774,808\n[iso : 100] [latitude: ${latitude}] [longitude: ${longitude}] [altitude: ${altitude}] </font>`,
  misspelled: ([longitude, latitude, altitude]: readonly number[]) =>
    `[latitude : ${latitude}] [longtitude : ${longitude}] [rel_alt: 3.100 abs_alt: ${altitude}]`,
} as const;

const degrees = (most: number) => fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((value) => value / 1e6);
const place = fc
  .tuple(degrees(180), degrees(90), fc.integer({ min: -100, max: 9000 }))
  .filter(([longitude, latitude]) => longitude !== 0 || latitude !== 0);

describe('subtitles of a drone', () => {
  it.each(Object.entries(WRITERS))('that have places as %s are read as they were written', (_, write) => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 40 }), fc.constantFrom('\n', '\r\n'), (places, end) => {
        const text = places.map((at, index) => cue(index + 1, index, write(at))).join('');
        expect(trackOf(text.replaceAll('\n', end))).toEqual(places.map((position, at) => ({ at, position })));
      }),
    );
  });

  it('are never more points than a map can use, from the beginning to the end', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30_000 }), (count) => {
        const text = Array.from({ length: count }, (_, at) =>
          cue(at + 1, at, `GPS(11.${String(at).padStart(6, '0')},46.5,100)`),
        );
        const track = trackOf(text.join(''));
        expect(track.length).toBeLessThanOrEqual(MOST_POINTS);
        expect(track.length).toBeGreaterThanOrEqual(Math.min(count, MOST_POINTS / 2));
        expect(track[0]?.at).toBe(0);
        expect(count - (track.at(-1)?.at ?? 0)).toBeLessThanOrEqual(2 * Math.ceil(count / MOST_POINTS) + 8);
      }),
      { numRuns: 5 },
    );
  });

  it('of each picture are one place in a fifth of a second', () => {
    const text = Array.from({ length: 300 }, (_, at) => cue(at, at / 30, `GPS(11.3,46.5,${at})`)).join('');
    const track = trackOf(text);
    expect(track.length).toBe(50);
    expect(track[1]).toEqual({ at: 0.2, position: [11.3, 46.5, 6] });
  });

  it('never fail and tell only places on earth, whatever they hold', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'GPS(',
        '[latitude: ',
        '[longitude: ',
        '00:00:01,000 --> 00:00:02,000\n',
        '999',
        '-',
        ',',
        ']',
        '\n',
      ),
      fc.double().map(String),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
        for (const { at, position } of trackOf(pieces.join(''))) {
          expect(Number.isFinite(at) && Math.abs(position[0]) <= 180 && Math.abs(position[1]) <= 90).toBe(true);
        }
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), (bytes) => {
        expect(srtTrack(windowOf(Buffer.from(bytes)))).toEqual([]);
      }),
    );
  });

  it('without an end of a line take no time, and no place before the first cue counts', () => {
    expect(trackOf(`GPS(1,2,3)\n${cue(1, 1, 'GPS(0.000,0.000,0)')}`)).toEqual([]);
    const started = performance.now();
    expect(trackOf(`${cue(1, 1, '')}${'GPS ( 1 , '.repeat(2_000_000)}`)).toEqual([]);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  it.skipIf(!hasSharedData)('are read from a real file', () => {
    const track = srtTrack(windowOf(readFileSync(join(SHARED_DATA, 'video/dji_air2s.srt'))));
    expect(track[0]).toEqual({ at: 0, position: [2.234156, 41.424724, 117] });
    expect(track.map(({ at }) => at)).toEqual([0, 0.2, 0.4]);
  });
});
