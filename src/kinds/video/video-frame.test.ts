import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../engine/engine.ts';
import { videoFrame } from './video-frame.ts';

let folder: string;
let engine: Engine;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-frame-'));
  engine = createEngine({ children: 1, callTimeoutMs: 1000, memoryLimitBytes: 2 ** 29, programPath: folder });
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

it('without ffmpeg it says which package is missing', async () => {
  const request = { source: '/blob', destination: join(folder, 'none.jpg'), size: 512 };
  await expect(videoFrame(engine, request)).rejects.toMatchObject({
    code: 'missing-program',
    message: expect.stringContaining('package ffmpeg'),
  });
});

it('ffmpeg is asked for one frame of that very file, and may open nothing else', async () => {
  const program = join(folder, 'ffmpeg');
  // A stand-in that writes its arguments where the picture would go: the last one, without `file:`.
  await writeFile(program, '#!/bin/sh\nfor last; do :; done\nprintf "%s\\n" "$@" > "${last#file:}"\n');
  await chmod(program, 0o755);
  const destination = join(folder, 'frame.jpg');
  await videoFrame(engine, { source: '/blobs/ab/c d', destination, size: 512 });
  const args = (await readFile(destination, 'utf8')).trimEnd().split('\n');
  const valueOf = (name: string): string | undefined => args[args.indexOf(name) + 1];
  expect(valueOf('-i')).toBe('file:/blobs/ab/c d');
  expect(valueOf('-protocol_whitelist')).toBe('file');
  expect(valueOf('-format_whitelist')).toBe('mov,matroska,avi');
  expect(valueOf('-frames:v')).toBe('1');
  expect(args).toContain('-nostdin');
  expect(args.indexOf('-protocol_whitelist')).toBeLessThan(args.indexOf('-i'));
});
