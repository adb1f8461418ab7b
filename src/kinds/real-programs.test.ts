import { execFile } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type Sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../engine/engine.ts';
import { EngineError } from '../engine/engine-error.ts';
import { listProcesses } from '../engine/process-tree.ts';
import { endlessPdf, pdfBytes } from '../engine/testing/pdf-bytes.ts';
import { documentPage } from './document/document-page.ts';
import { videoFrame } from './video/video-frame.ts';

/** The files drawn here are the test's own. */
const sharp = createRequire(import.meta.url)('sharp') as typeof Sharp;
const run = promisify(execFile);

let folder: string;
let engine: Engine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-real-'));
  engine = createEngine({ children: 1, callTimeoutMs: 1000, memoryLimitBytes: 2 ** 29 });
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

function isInstalled(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((path) => {
    try {
      accessSync(join(path, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
const NEEDS = (program: string): string => `${program} is not installed here: its stand-in is tested elsewhere`;

/** Size, and the colour of the pixel in the middle. */
async function pictureAt(path: string): Promise<{ readonly size: readonly number[]; readonly middle: string }> {
  const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = 3 * (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2));
  const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
  const middle = red > 200 && blue < 60 ? 'red' : blue > 200 && red < 60 ? 'blue' : `${red} ${green} ${blue}`;
  return { size: [info.width, info.height], middle };
}

/** Why the engine gave up; another error is the test's own. */
function codeOf(error: unknown): string {
  if (error instanceof EngineError) return error.code;
  throw error;
}

/** Command lines of processes that have a file of this test open by name. */
async function leftRunning(): Promise<readonly string[]> {
  const lines = await Promise.all(
    (await listProcesses()).map(({ pid }) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter((line) => line.includes(folder));
}

describe('ffmpeg', () => {
  /** A film that is blue, and red from its second frame on. */
  const film = async (name: string, ...coding: readonly string[]): Promise<string> => {
    const path = join(folder, name);
    const [blue, red] = ['0.04', '1'].map((seconds) => `s=320x180:r=25:d=${seconds}`);
    const colours = ['-f', 'lavfi', '-i', `color=blue:${blue}`, '-f', 'lavfi', '-i', `color=red:${red}`];
    const joined = ['-filter_complex', '[0][1]concat=n=2,format=yuvj420p'];
    await run('ffmpeg', ['-v', 'error', '-y', ...colours, ...joined, ...coding, path]);
    return path;
  };
  const frameOf = async (source: string, timeoutMs?: number): Promise<string> => {
    const destination = join(folder, 'frame.jpg');
    await rm(destination, { force: true });
    const options = timeoutMs === undefined ? {} : { timeoutMs };
    await videoFrame(engine, { source, destination, size: 160 }, options);
    return destination;
  };

  it('finds the first frame in every container there is, upright', async ({ skip }) => {
    if (!isInstalled('ffmpeg')) skip(NEEDS('ffmpeg'));
    for (const name of ['a.mp4', 'a.mov', 'a.mkv', 'a.avi']) {
      const picture = await pictureAt(await frameOf(await film(name, '-c:v', 'mpeg4')));
      expect(picture, name).toEqual({ size: [160, 90], middle: 'blue' });
    }
    const turned = await film('turned.mp4', '-c:v', 'mpeg4', '-metadata:s:v', 'rotate=90');
    const { size } = await pictureAt(await frameOf(turned));
    // Newer versions keep the angle elsewhere, and forget this one.
    expect([
      [90, 160],
      [160, 90],
    ]).toContainEqual(size);
  });

  it('R-8 a film cut anywhere has its first frame or none, and no program stays', async ({ skip }) => {
    if (!isInstalled('ffmpeg')) skip(NEEDS('ffmpeg'));
    const whole = await readFile(await film('whole.mp4', '-c:v', 'mpeg4', '-movflags', 'faststart'));
    const cut = join(folder, 'cut.mp4');
    for (const percent of [0, 5, 20, 40, 60, 90]) {
      await writeFile(cut, whole.subarray(0, Math.floor((whole.length * percent) / 100)));
      const outcome: unknown = await frameOf(cut).then(pictureAt).catch(codeOf);
      expect([{ size: [160, 90], middle: 'blue' }, 'failed']).toContainEqual(outcome);
    }
    expect(await leftRunning()).toEqual([]);
  });

  it('R-1 a sound frame of 144 million pixels is refused: it would take the memory of many', async ({ skip }) => {
    if (!isInstalled('ffmpeg')) skip(NEEDS('ffmpeg'));
    const path = join(folder, 'huge.avi');
    const frame = ['-f', 'lavfi', '-i', 'color=red:s=12000x12000:r=1', '-frames:v', '1', '-c:v', 'mjpeg'];
    await run('ffmpeg', ['-v', 'error', '-y', ...frame, path]);
    await expect(frameOf(path)).rejects.toMatchObject({ code: 'failed' });
  });

  it('R-8 a film without end is given up, and the program is gone', async ({ skip }) => {
    if (!isInstalled('ffmpeg')) skip(NEEDS('ffmpeg'));
    // Behind its header 64 GiB of nothing, which take no room on the disk, are searched for a frame.
    const path = join(folder, 'endless.mkv');
    const whole = await readFile(await film('short.mkv', '-c:v', 'mpeg4'));
    await writeFile(path, whole.subarray(0, whole.indexOf('\x1f\x43\xb6\x75', 0, 'latin1')));
    await truncate(path, 2 ** 36);
    await expect(frameOf(path, 1000)).rejects.toMatchObject({ code: 'timeout', descendantsTerminated: true });
    expect(await leftRunning()).toEqual([]);
  });
});

describe('pdftoppm', () => {
  const page = async (bytes: Buffer, timeoutMs?: number): Promise<string> => {
    const [source, destination] = [join(folder, 'document'), join(folder, 'page.png')];
    await writeFile(source, bytes);
    await rm(destination, { force: true });
    await documentPage(engine, { source, destination, size: 200 }, timeoutMs === undefined ? {} : { timeoutMs });
    return destination;
  };

  it('draws the first page', async ({ skip }) => {
    if (!isInstalled('pdftoppm')) skip(NEEDS('pdftoppm'));
    const picture = await pictureAt(await page(pdfBytes({ box: '300 600', content: '1 0 0 rg 0 0 300 600 re f' })));
    expect(picture).toEqual({ size: [100, 200], middle: 'red' });
  });

  it('R-1 a page of ten kilometres is drawn as small as any', async ({ skip }) => {
    if (!isInstalled('pdftoppm')) skip(NEEDS('pdftoppm'));
    const [km, content] = ['28346456', '1 0 0 rg 0 0 28346456 28346456 re f'];
    expect(await pictureAt(await page(pdfBytes({ box: `${km} ${km}`, content })))).toEqual({
      size: [200, 200],
      middle: 'red',
    });
    expect((await pictureAt(await page(pdfBytes({ box: `${km} 1` })))).size).toEqual([200, 1]);
  });

  it('R-1 a page without a size, or of no size at all, is drawn small or not at all', async ({ skip }) => {
    if (!isInstalled('pdftoppm')) skip(NEEDS('pdftoppm'));
    for (const box of ['0 0', '-1 -1', '1e300 nan', '0.0001 0.0001']) {
      const longest = async (path: string): Promise<number> => Math.max(...(await pictureAt(path)).size);
      const outcome: unknown = await page(pdfBytes({ box })).then(longest).catch(codeOf);
      expect([200, 'failed'], box).toContain(outcome);
    }
  });

  it('R-8 a document that is cut off, empty or none is told from one that can be drawn', async ({ skip }) => {
    if (!isInstalled('pdftoppm')) skip(NEEDS('pdftoppm'));
    for (const bytes of [pdfBytes({}).subarray(0, 200), Buffer.from('%PDF-1.7\n'), Buffer.alloc(0)])
      await expect(page(bytes)).rejects.toMatchObject({ code: 'failed' });
  });

  it('R-8 a page that takes for ever is given up, and the program is gone', async ({ skip }) => {
    if (!isInstalled('pdftoppm')) skip(NEEDS('pdftoppm'));
    const drawing = page(endlessPdf(), 1000);
    await expect(drawing).rejects.toMatchObject({ code: 'timeout', descendantsTerminated: true });
    expect(await leftRunning()).toEqual([]);
  });
});
