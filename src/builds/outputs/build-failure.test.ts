import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, EngineError, type EngineErrorCode } from '../../engine/index.ts';
import { gdalPrograms } from '../../geodata/gdal-programs.ts';
import {
  BuildFailure,
  type BuildFailureReason,
  requireWritten,
  toBuildFailure,
  toWriteFailure,
} from './build-failure.ts';
import { writeProgram } from './testing/write-program.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-failure-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const errno = (code: string): Error => Object.assign(new Error(`${code}: some words, write '/a/path'`), { code });

describe('what was thrown below a build', () => {
  it.each([
    ['timeout', 'timeout'],
    ['idle-timeout', 'idle-timeout'],
    ['memory', 'memory'],
    ['crashed', 'tool-failed'],
    ['aborted', 'aborted'],
    ['refused', 'invalid-input'],
    ['too-large', 'invalid-input'],
    ['failed', 'tool-failed'],
    ['missing-program', 'missing-tool'],
    ['no-space', 'no-space'],
  ] satisfies readonly (readonly [EngineErrorCode, BuildFailureReason])[])(
    'the engine’s %s is %s, in its words',
    (code, reason) => {
      const failure = toBuildFailure(new EngineError(code, 'In words.'));
      expect(failure).toMatchObject({ name: 'BuildFailure', reason, message: 'In words.' });
    },
  );

  it.each(['ENOSPC', 'EDQUOT'])('%s of the file system is a full disk, and names no path', (code) => {
    expect(toBuildFailure(errno(code))).toMatchObject({ reason: 'no-space', message: 'The disk is full.' });
  });

  it.each([
    errno('EIO'),
    errno('EROFS'),
    errno('EACCES'),
    errno('ENOENT'),
    errno('EMFILE'),
    new TypeError('a mistake'),
    new EngineError('busy', 'Too much is being read.'),
    new EngineError('ended', 'gdalwarp ended by SIGTERM.'),
    'text',
    null,
  ])('is thrown on where it is no verdict: %s', (error) => {
    const thrown = (): unknown => toBuildFailure(error);
    expect(thrown).toThrow(error instanceof Error ? error : undefined);
  });

  it('a program that failed is quoted, without paths', () => {
    const output = ['Warning 1: odd', 'ERROR 1: /tmp/x/in.tif: ZIPDecode failed', 'ERROR 1: IReadBlock failed'];
    const failed = new EngineError('failed', 'gdalwarp ended with exit code 1.', { output });
    expect(toBuildFailure(failed).message).toBe('gdalwarp ended with exit code 1: a file: ZIPDecode failed');
    const silent = new EngineError('failed', 'gdalwarp ended with exit code 1.', { output: ['Warning 1: odd'] });
    expect(toBuildFailure(silent).message).toBe('gdalwarp ended with exit code 1.');
  });

  it('a BuildFailure stays what it is', () => {
    const failure = new BuildFailure('low-space', 'Only 3 MB are free.');
    expect(toBuildFailure(failure)).toBe(failure);
  });

  it('an unexplained end on a disk with room is the tool’s', async () => {
    const failed = new EngineError('failed', 'gdal_translate ended with exit code 1.');
    expect(await toWriteFailure(failed, folder)).toMatchObject({ reason: 'tool-failed' });
    expect(await toWriteFailure(errno('ENOSPC'), folder)).toMatchObject({ reason: 'no-space' });
    await expect(toWriteFailure(errno('EIO'), folder)).rejects.toMatchObject({ code: 'EIO' });
  });
});

describe('what a program printed', () => {
  const engines: { close(): Promise<void> }[] = [];
  afterEach(() => Promise.all(engines.splice(0).map((engine) => engine.close())));

  /** The reason of a build whose program prints the lines and ends so. */
  async function reasonOf(lines: readonly string[], exitCode: number): Promise<BuildFailureReason | null> {
    await writeProgram(folder, 'gdalwarp', `cat <<'END' >&2\n${lines.join('\n')}\nEND\nexit ${exitCode}`);
    const programPath = [folder, dirname(process.execPath)].join(delimiter);
    const engine = createEngine({ children: 1, callTimeoutMs: 1000, memoryLimitBytes: 2 ** 28, programPath });
    engines.push(engine);
    // Nothing can be stored there, as on a disk that is full.
    return engine.run(gdalPrograms.gdalwarp, ['a', 'b'], { temporaryFolder: '/proc' }).then(
      () => null,
      async (error: unknown) => (await toWriteFailure(error, folder)).reason,
    );
  }

  it.each([
    [
      'libtiff',
      1,
      ['ERROR 1: _tiffWriteProc:No space left on device', 'ERROR 1: TIFFAppendToStrip:Write error at scanline 1'],
    ],
    ['libtiff, at the very end', 0, ['ERROR 1: _tiffWriteProc:No space left on device']],
    [
      'GDAL, before it begins',
      1,
      ['ERROR 3: Free disk space available is 9 bytes, whereas 27 are at least necessary.'],
    ],
    [
      'ogr2ogr to a GeoPackage',
      1,
      ['ERROR 1: sqlite3_exec(COMMIT) failed: database or disk is full', 'ERROR 1: no such table: p'],
    ],
    ['ogr2ogr to a shapefile', 1, ['ERROR 1: Failure writing .shx contents: No space left on device']],
    ['PROJ, whose cache is SQLite', 1, ['pj_open_lib: database or disk is full']],
    ['a quota', 1, ['ERROR 3: write failed: Disk quota exceeded']],
    ['Node.js', 1, ['Error: ENOSPC: no space left on device, write']],
  ] as const)('%s (exit code %i) is a full disk', async (_, exitCode, lines) => {
    expect(await reasonOf(lines, exitCode)).toBe('no-space');
  });

  it.each([
    ['a file it cannot read', 1, ['ERROR 4: `a` not recognized as a supported file format.'], 'tool-failed'],
    ['a write error without a word about space', 1, ['ERROR 1: libpng: Write Error'], 'tool-failed'],
    ['too little memory', 1, ['ERROR 2: Not enough memory to allocate lines.'], 'tool-failed'],
    ['a word of warning', 0, ['Warning 1: Not enough bytes in TRE'], null],
  ] as const)('%s (exit code %i) is not', async (_, exitCode, lines, reason) => {
    expect(await reasonOf(lines, exitCode)).toBe(reason);
  });
});

describe('a program that ends well', () => {
  it('has failed all the same when it wrote nothing', async () => {
    const path = join(folder, 'output');
    const failure = { reason: 'tool-failed', message: 'gdalwarp ended without an error, but wrote no output.' };
    await expect(requireWritten(path, 'gdalwarp')).rejects.toMatchObject(failure);
    await writeFile(path, '');
    await expect(requireWritten(path, 'gdalwarp')).rejects.toMatchObject(failure);
    await expect(requireWritten(folder, 'gdalwarp')).rejects.toMatchObject(failure);
    await writeFile(path, 'a');
    await requireWritten(path, 'gdalwarp');
  });
});
