import { expect, it, vi } from 'vitest';
import { type Engine, EngineError } from '../../../engine/index.ts';
import { EntryType } from '../../../inspection/index.ts';
import type { TrackPoint } from './track-points.ts';
import { createVideoTracks } from './video-tracks.ts';

const DATASET = { id: 'd', organization: { slug: 'survey' }, slug: 'film' } as never;
const { signal } = new AbortController();

function bench() {
  const beside = new Map<string, { path: string; size: number }>();
  const call = vi.fn<(...asked: readonly unknown[]) => Promise<readonly TrackPoint[]>>(() =>
    Promise.resolve([0, 1].map((at) => ({ at, position: [11 + at, 46, at === 0 ? null : 300] as const }))),
  );
  const tracks = createVideoTracks({
    blobs: { locate: (hash) => `/blobs/${hash}` },
    engine: { call } as unknown as Engine,
    entry: (_, path) =>
      Promise.resolve({ path, type: path.endsWith('.MP4') ? EntryType.Video : EntryType.Generic, hash: 'ab' }),
    neighbours: () => ({ find: () => Promise.resolve(beside) }),
  });
  return { beside, call, find: (path: string, reach = '') => tracks.find(DATASET, path, reach, signal) };
}

it('reads a video once for all who ask, and once more when it gets other subtitles', async () => {
  const { beside, call, find } = bench();
  const [track] = await Promise.all([find('a/f.MP4'), find('a/f.MP4')]);
  expect(track.geometry?.coordinates).toEqual([
    [11, 46],
    [12, 46, 300],
  ]);
  expect(await find('a/f.MP4')).toEqual(track);
  expect(call).toHaveBeenCalledTimes(1);
  beside.set('f.SRT', { path: '/blobs/cd', size: 9 });
  await find('a/f.MP4');
  expect(call.mock.calls.map(([, request]) => request)).toEqual([
    { video: '/blobs/ab', subtitles: null },
    { video: '/blobs/ab', subtitles: '/blobs/cd' },
  ]);
});

it('tells no subtitles of a video that was shared alone', async () => {
  const { beside, call, find } = bench();
  beside.set('f.SRT', { path: '/blobs/cd', size: 9 });
  await find('a/f.MP4', 'a/f.MP4');
  await find('a/f.MP4', 'a');
  expect(call.mock.calls.map(([, request]) => request)).toEqual([
    { video: '/blobs/ab', subtitles: null },
    { video: '/blobs/ab', subtitles: '/blobs/cd' },
  ]);
});

it('keeps no failure', async () => {
  const { call, find } = bench();
  call.mockRejectedValueOnce(new Error('No child.'));
  await expect(find('f.MP4')).rejects.toThrow('No child.');
  expect((await find('f.MP4')).properties.seconds).toEqual([0, 1]);
});

it.each([
  ['timeout', 'busy'],
  ['crashed', 'internal'],
  ['memory', 'internal'],
  ['failed', 'internal'],
] as const)('asks no child again for some minutes when one ended by %s', async (code, answer) => {
  const { call, find } = bench();
  call.mockRejectedValueOnce(new EngineError(code, 'It ended.'));
  await expect(find('f.MP4')).rejects.toMatchObject({ name: 'ServiceError', code: answer });
  await expect(find('f.MP4')).rejects.toMatchObject({ code: answer });
  expect(call).toHaveBeenCalledTimes(1);
});

it.each(['busy', 'ended'] as const)('asks again when the engine was at fault: %s', async (code) => {
  const { call, find } = bench();
  call.mockRejectedValueOnce(new EngineError(code, 'Not now.'));
  await expect(find('f.MP4')).rejects.toMatchObject({ code: 'busy' });
  expect((await find('f.MP4')).properties.seconds).toEqual([0, 1]);
});

it('refuses what is no video', async () => {
  await expect(bench().find('notes.md')).rejects.toMatchObject({ code: 'invalid-input' });
});
