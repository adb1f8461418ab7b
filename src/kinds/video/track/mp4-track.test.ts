import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA } from '../../../../test/support/shared-data.ts';
import { gps5, gpmfDevice, telemetryFilm } from '../testing/video-bytes.ts';
import videoTrack from './video-track.child.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-track-'));
});
afterAll(() => rm(folder, { recursive: true }));

const piece = (fix: number, at: readonly [number, number, number]) => gpmfDevice(gps5({ fix, dilution: 1.2 }, at, at));

it('the telemetry of a camera is a place a second, of those seconds that knew one', async () => {
  const video = join(folder, 'film');
  await writeFile(
    video,
    telemetryFilm([piece(3, [46.5, 11.3, 300]), piece(0, [1, 1, 1]), piece(3, [46.6, 11.4, 310])]),
  );
  expect(videoTrack({ video, subtitles: null })).toEqual([
    { at: 0, position: [11.3, 46.5, 300] },
    { at: 2, position: [11.4, 46.6, 310] },
  ]);
});

it('a piece that is left out, as it is too long, moves no other one in time', async () => {
  const video = join(folder, 'long-piece');
  await writeFile(
    video,
    telemetryFilm([piece(3, [46.5, 11.3, 300]), Buffer.alloc(2 ** 18 + 1), piece(3, [46.6, 11.4, 310])]),
  );
  expect(videoTrack({ video, subtitles: null }).map(({ at }) => at)).toEqual([0, 2]);
});

it('subtitles that tell places come first, and others are passed over', async () => {
  const [video, told, words] = ['film-2', 'told', 'words'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(video, telemetryFilm([piece(3, [46.5, 11.3, 300])]));
  await writeFile(told, '1\n00:00:05,000 --> 00:00:06,000\nGPS(7.5, 46.9, 500)\n');
  await writeFile(words, '1\n00:00:05,000 --> 00:00:06,000\nHello\n');
  expect(videoTrack({ video, subtitles: told })).toEqual([{ at: 5, position: [7.5, 46.9, 500] }]);
  expect(videoTrack({ video, subtitles: words })).toEqual([{ at: 0, position: [11.3, 46.5, 300] }]);
});

it('a file that is cut off anywhere has a shorter track or none', async () => {
  const film = telemetryFilm([piece(3, [46.5, 11.3, 300]), piece(3, [46.6, 11.4, 310])]);
  const video = join(folder, 'cut');
  for (let length = 0; length < film.length; length += 13) {
    await writeFile(video, film.subarray(0, length));
    expect(videoTrack({ video, subtitles: null }).length).toBeLessThanOrEqual(2);
  }
});

it.skipIf(!hasSharedData)('a real film of a drone has one', () => {
  const track = videoTrack({ video: join(SHARED_DATA, 'video/gopro_karma.mp4'), subtitles: null });
  expect(track.length).toBeGreaterThan(1);
  expect(Math.abs(track[0]!.position[1])).toBeGreaterThan(1);
});
