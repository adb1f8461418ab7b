import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { openToolBench, type TestFiles, type ToolBench } from '../../tasks/testing/run-tool.ts';
import { hasProgram } from '../../../test/support/programs.ts';
import { hasSharedData, SHARED_DATA } from '../../../test/support/shared-data.ts';
import { bulkDownload } from './bulk-download.ts';
import { followBytes } from './follow-bytes.ts';

const execute = promisify(execFile);
let bench: ToolBench;
beforeAll(async () => void (bench = await openToolBench()));
afterAll(() => bench[Symbol.asyncDispose]());

const noise = randomBytes(3_000_000);
const FILES: TestFiles = {
  'a.txt': Buffer.from('first\n'.repeat(200_000)),
  'a-b.txt': Buffer.from('second'),
  'folder/x.bin': noise,
  'folder/deep/ü*.md': Buffer.from('# third'),
  'folder/empty.txt': Buffer.alloc(0),
};

/** Contents of an archive by name, in its order; folders are empty. */
async function unzipped(archive: Buffer | undefined): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(archive!);
  const contents = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    contents.set(
      entry.fileName,
      entry.fileName.endsWith('/') ? Buffer.alloc(0) : await buffer(await zip.openReadStreamPromise(entry)),
    );
  return contents;
}

describe('what is in the archive', () => {
  it('is the whole dataset, byte by byte, with its folders', async () => {
    const { artifact, end, plan, phases } = await bench.run(bulkDownload, {}, FILES);
    const contents = await unzipped(artifact);
    expect([...contents.keys()].toSorted()).toEqual([...Object.keys(FILES), 'folder/', 'folder/deep/'].toSorted());
    for (const [path, bytes] of Object.entries(FILES)) expect(contents.get(path)?.equals(bytes as Buffer)).toBe(true);
    expect(plan).toMatchObject({ path: null, reads: 'dataset' });
    expect(artifact!.length).toBeLessThan(plan.estimatedBytes);
    // Texts are deflated.
    expect(artifact!.length).toBeLessThan(3_100_000);
    expect(end).toMatchObject({
      artifact: { name: 'field.zip', sha256: createHash('sha256').update(artifact!).digest('hex') },
      facts: { entries: 7, sizeBytes: artifact!.length },
    });
    expect(phases).toEqual(['archiving', 'done']);
  });

  it.each([
    ['one file', ['a-b.txt'], ['a-b.txt'], 'a-b.txt'],
    ['one that has a wildcard in its name', ['folder/deep/ü*.md'], ['folder/deep/ü*.md'], 'folder/deep/ü*.md'],
    ['a folder', ['folder/deep/'], ['folder/deep/', 'folder/deep/ü*.md'], 'folder/deep'],
    ['files of a folder', ['folder/x.bin', 'folder/deep/ü*.md'], ['folder/deep/ü*.md', 'folder/x.bin'], 'folder'],
    ['files of the dataset', ['a.txt', 'folder/empty.txt'], ['a.txt', 'folder/empty.txt'], null],
    [
      'a folder and what is in it',
      ['folder/deep', 'folder/deep/ü*.md'],
      ['folder/deep/', 'folder/deep/ü*.md'],
      'folder/deep',
    ],
    ['nothing named', [], [...Object.keys(FILES), 'folder/', 'folder/deep/'], null],
  ])('is %s', async (_, paths, names, path) => {
    const { artifact, plan } = await bench.run(bulkDownload, { paths }, FILES);
    expect([...(await unzipped(artifact)).keys()].toSorted()).toEqual(names.toSorted());
    expect(plan.path).toBe(path);
    const files = plan.reads === 'dataset' ? undefined : plan.reads.map((entry) => entry.path).toSorted();
    expect(files).toEqual(
      paths.length === 0 || names.some((name) => name.endsWith('/')) ? undefined : paths.toSorted(),
    );
  });

  it.each([
    ['mine', 'mine.zip'],
    ['mine.ZIP', 'mine.ZIP'],
    [null, 'field.zip'],
    ['v1.2', 'v1.2.zip'],
  ])('is saved as asked for: %s', async (archiveName, name) => {
    const { end } = await bench.run(bulkDownload, { paths: ['a-b.txt'], archiveName }, FILES);
    expect(end.artifact?.name).toBe(name);
  });

  it('is the same as other programs unpack of real surveys', async (context) => {
    const folder = join(SHARED_DATA, 'multispectral');
    if (!hasSharedData) return context.skip('the collection of surveys is not beside the repository');
    if (!hasProgram('unzip', '-v')) return context.skip('unzip is not installed');
    const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    const files = Object.fromEntries(
      names.map(({ parentPath, name }) => [join(parentPath, name).slice(folder.length + 1), join(parentPath, name)]),
    );
    const { artifact } = await bench.run(bulkDownload, {}, files);
    const place = await mkdtemp(join(tmpdir(), 'alidade-unzip-'));
    try {
      await writeFile(join(place, 'all.zip'), artifact!);
      await execute('unzip', ['-q', 'all.zip', '-d', 'all'], { cwd: place });
      for (const [path, original] of Object.entries(files))
        expect((await readFile(join(place, 'all', path))).equals(await readFile(original))).toBe(true);
    } finally {
      await rm(place, { recursive: true });
    }
  });
});

describe('what is refused', () => {
  it.each([
    ['a path of which there is no entry', { paths: ['a.txt', 'none.txt'] }, /no entry none\.txt/],
    ['a wildcard', { paths: ['*.txt'] }, /wildcard/],
    ['a path that leaves the dataset', { paths: ['../a.txt'] }, /path/],
    ['an absolute path', { paths: ['/etc/passwd'] }, /path/],
    ['a path twice', { paths: ['a.txt', 'a.txt'] }, /paths/],
    ['a name with a slash', { archiveName: 'a/b' }, /archiveName/],
    ['another parameter', { path: 'a.txt' }, /path/],
  ])('%s', async (_, parameters, words) => {
    await expect(bench.run(bulkDownload, parameters, FILES)).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringMatching(words),
    });
  });

  it('an empty dataset', async () => {
    await expect(bench.run(bulkDownload, {}, {})).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

it.each([0, 5, 20])('ends when it is cancelled %d ms after its begin', async (ms) => {
  const files = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`${at}.bin`, noise]));
  const cancelling = new AbortController();
  const run: typeof bulkDownload.run = (task) => {
    setTimeout(() => cancelling.abort(), ms);
    return bulkDownload.run(task);
  };
  await expect(bench.run({ ...bulkDownload, run }, {}, files, cancelling.signal)).rejects.toThrow(/aborted/);
});

describe('progress', () => {
  it('goes up to 100, and counts what was written', async () => {
    const file = fc.record({ size: fc.nat(1000), ratio: fc.double({ min: 0, max: 1.2, noNaN: true }) });
    await fc.assert(
      fc.asyncProperty(fc.array(file, { maxLength: 20 }), async (files) => {
        const told: number[] = [];
        const total = files.reduce((sum, { size }) => sum + size, 0);
        const followed = followBytes(total, (percent) => told.push(percent));
        const entries = followed.entered(
          (async function* () {
            for (const { size } of files)
              yield await Promise.resolve({ name: 'any', modified: 0, size, deflate: false });
          })(),
        );
        const archive = async function* () {
          for (const { size, ratio } of files) {
            await entries.next();
            yield Buffer.alloc(Math.floor(size * ratio));
          }
          await entries.next();
          yield Buffer.from('directory');
        };
        let bytes = 0;
        for await (const piece of archive()) {
          followed.seen(piece);
          bytes += piece.length;
        }
        expect(told.every((percent, at) => percent >= (told[at - 1] ?? 0) && percent <= 100)).toBe(true);
        expect(total === 0 || told.at(-1) === 100).toBe(true);
        expect([followed.count(), followed.bytes()]).toEqual([files.length, bytes]);
      }),
      { numRuns: 50 },
    );
  });
});
