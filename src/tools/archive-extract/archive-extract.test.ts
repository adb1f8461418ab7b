import { execFileSync } from 'node:child_process';
import { chmod, link, mkdir, mkdtemp, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hasProgram } from '../../../test/support/programs.ts';
import { hasSharedData, SHARED_DATA } from '../../../test/support/shared-data.ts';
import { zipBytes } from '../../../test/support/zip-bytes.ts';
import { openToolBench, type ToolBench } from '../../tasks/testing/run-tool.ts';
import { archiveExtract } from './archive-extract.ts';

/** The programs that make archives for comparison. */
const [hasTar, hasUnzip, hasXz, hasBzip2, hasBsdtar] = [
  hasProgram('tar', '--version'),
  hasProgram('unzip', '-v'),
  hasProgram('xz', '--version'),
  hasProgram('bzip2', '--help'),
  hasProgram('bsdtar', '--version'),
];

const LIMIT = 1_000_000;
const tool = archiveExtract({ maxArchiveExtractSizeBytes: LIMIT, minFreeDiskBytes: 0 });
let bench: ToolBench;
let folder: string;
const path = process.env['PATH'];
beforeAll(async () => {
  bench = await openToolBench();
  folder = await mkdtemp(join(tmpdir(), 'alidade-archives-'));
});
afterAll(async () => {
  process.env['PATH'] = path;
  await bench[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const extract = (name: string, bytes: Buffer, more: object = {}, others: Record<string, Buffer> = {}) =>
  bench.run(tool, { sourcePath: name, ...more }, { [name]: bytes, ...others });
const texts = (written: ReadonlyMap<string, Buffer>): Record<string, string> =>
  Object.fromEntries([...written].map(([name, bytes]) => [name, bytes.toString()]));

/** A tar archive by the tar of the machine, of these files, packed by its option. */
async function tarBytes(files: Readonly<Record<string, string>>, option = '-cf', links: readonly string[] = []) {
  const content = await mkdtemp(join(folder, 'tar-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(content, name)), { recursive: true });
    await writeFile(join(content, name), text);
  }
  for (const link of links) await symlink('/etc/passwd', join(content, link));
  execFileSync('tar', [option, join(content, '../out.tar'), '-C', content, '.']);
  return readFile(join(content, '../out.tar'));
}

const LONG = `${'a/'.repeat(100)}${'n'.repeat(150)}.txt`;

/** How every 7z archive begins. */
const SEVEN_Z = Buffer.from('7z\xbc\xaf\x27\x1c\0\x04', 'latin1');

describe('what is in an archive comes into the dataset', () => {
  it('of a ZIP archive, in the folder that was named, empty folders not', async () => {
    const bytes = zipBytes([
      { name: 'photos/', content: '' },
      { name: 'photos/ä.txt', content: 'x'.repeat(50_000), method: 8 },
      { name: 'notes.txt', content: 'stored' },
      { name: 'build/inside.txt', content: 'a name that is reserved at the root only' },
      { name: 'nothing.txt', content: '' },
    ]);
    const { written, end, plan, removed } = await extract('a.zip', bytes, {
      destPath: 'flight/1',
      deleteArchive: true,
    });
    expect(texts(written)).toEqual({
      'flight/1/photos/ä.txt': 'x'.repeat(50_000),
      'flight/1/notes.txt': 'stored',
      'flight/1/build/inside.txt': 'a name that is reserved at the root only',
      'flight/1/nothing.txt': '',
    });
    expect(end.facts).toEqual({ files: 4, bytes: 50_046, kept: 0, leftOut: 0 });
    expect([plan.path, removed]).toEqual(['a.zip', ['a.zip']]);
  });

  it('but for what is there already, unless it is to be replaced', async () => {
    const bytes = zipBytes([
      { name: 'a.txt', content: 'new' },
      { name: 'b.txt', content: 'new' },
    ]);
    const there = { 'a.txt': Buffer.from('old') };
    const kept = await extract('a.zip', bytes, {}, there);
    expect([texts(kept.written), kept.end.facts]).toMatchObject([{ 'b.txt': 'new' }, { files: 1, kept: 1 }]);
    const replaced = await extract('a.zip', bytes, { overwrite: true }, there);
    expect(texts(replaced.written)).toEqual({ 'a.txt': 'new', 'b.txt': 'new' });
  });

  it.for([
    ['a.tar.gz', '-czf', true],
    ['a.tbz2', '-cjf', hasBzip2],
    ['a.tar.xz', '-cJf', hasXz],
  ] as const)('of %s, names longer than tar has room for too, links not', async ([name, option, canPack], { skip }) => {
    skip(!hasTar || !canPack, 'tar, bzip2 or xz is not installed');
    const files = { 'a.txt': 'one', [LONG]: 'deep', 'empty.txt': '' };
    const { written, end } = await extract(name, await tarBytes(files, option, ['link']));
    expect(texts(written)).toEqual(files);
    expect(end.facts).toMatchObject({ files: 3, leftOut: 1 });
  });

  it.for([
    ['flight/log.txt.gz', true, (text: string) => gzipSync(text)],
    ['flight/log.txt.xz', hasXz, (text: string) => execFileSync('xz', ['-c'], { input: text })],
    ['flight/log.txt.bz2', hasBzip2, (text: string) => execFileSync('bzip2', ['-c'], { input: text })],
  ] as const)('of %s, which is one file', async ([name, canPack, pack], { skip }) => {
    skip(!canPack, 'xz or bzip2 is not installed');
    const { written } = await extract(name, pack('take-off'), { destPath: 'logs' });
    expect(texts(written)).toEqual({ 'logs/log.txt': 'take-off' });
  });

  it('of a 7z archive, by a program that need not be there', async ({ skip }) => {
    skip(!hasTar, 'tar is not installed');
    await expect(extract('a.7z', SEVEN_Z)).rejects.toThrow(/bsdtar.*libarchive-tools|damaged/);
    // A stand-in that prints what bsdtar would: the files as a tar archive.
    const bin = await mkdtemp(join(folder, 'bin-'));
    await writeFile(join(bin, 'archive.tar'), await tarBytes({ 'a.txt': 'from 7z' }));
    await writeFile(
      join(bin, 'bsdtar'),
      `#!/bin/sh\n[ "$1$2$3" = "-cf---format=pax" ] || exit 2\ntest -f "\${4#@}" && cat ${bin}/archive.tar\n`,
    );
    await chmod(join(bin, 'bsdtar'), 0o755);
    process.env['PATH'] = `${bin}:${path}`;
    const other = await openToolBench();
    try {
      const { written } = await other.run(tool, { sourcePath: 'a.7z' }, { 'a.7z': SEVEN_Z });
      expect(texts(written)).toEqual({ 'a.txt': 'from 7z' });
    } finally {
      process.env['PATH'] = path;
      await other[Symbol.asyncDispose]();
    }
  });

  it.each([
    ['a list of files of this machine (mtree)', `#mtree\nout.txt type=file contents=${import.meta.filename}\n`],
    ['a tar archive', 'a.txt'.padEnd(512, '\0')],
    ['nothing', ''],
  ])('called 7z or RAR that is %s is refused: bsdtar would look what else it may be', async (_, text) => {
    for (const name of ['a.7z', 'a.rar'])
      await expect(extract(name, Buffer.from(text))).rejects.toThrow(/no 7z and no RAR archive/);
  });

  it('of a real 7z archive, links not', async ({ skip }) => {
    skip(!hasBsdtar, 'bsdtar is not installed');
    const from = await mkdtemp(join(folder, 'packed-'));
    await writeFile(join(from, 'a.txt'), 'from 7z');
    await mkdir(join(from, 'flight'));
    await writeFile(join(from, 'flight', 'log ü.txt'), 'x'.repeat(100_000));
    await symlink('/etc/passwd', join(from, 'link'));
    execFileSync('bsdtar', ['--format=7zip', '-cf', 'all.7z', 'a.txt', 'flight', 'link'], { cwd: from });
    const { written, end } = await extract('a.7z', await readFile(join(from, 'all.7z')));
    expect(texts(written)).toEqual({ 'a.txt': 'from 7z', 'flight/log ü.txt': 'x'.repeat(100_000) });
    expect(end.facts).toMatchObject({ files: 2, leftOut: 1 });
    await expect(extract('a.7z', (await readFile(join(from, 'all.7z'))).subarray(0, 60))).rejects.toThrow(/damaged/);
  });

  it('is what unzip makes of it', async ({ skip }) => {
    skip(!hasSharedData || !hasUnzip, 'no shared data, or unzip is not installed');
    const file = join(SHARED_DATA, 'vector/coutwildrnp.zip');
    const { written } = await extract('a.zip', await readFile(file));
    expect(written.size).toBeGreaterThan(3);
    for (const [name, bytes] of written)
      expect(bytes.equals(execFileSync('unzip', ['-p', file, name])), name).toBe(true);
  });
});

describe('C-2, C-3 of what is no plain file', () => {
  it('links, pipes and files with holes of a tar archive are left out and counted', async ({ skip }) => {
    skip(!hasTar, 'tar is not installed');
    const from = await mkdtemp(join(folder, 'odd-'));
    await writeFile(join(from, 'a.txt'), 'plain');
    await link(join(from, 'a.txt'), join(from, 'b-hard.txt'));
    await symlink('../../../../etc/passwd', join(from, 'c-soft.txt'));
    execFileSync('mkfifo', [join(from, 'd-pipe')]);
    await writeFile(join(from, 'e-holes.bin'), 'x');
    await truncate(join(from, 'e-holes.bin'), 500_000);
    const names = ['a.txt', 'b-hard.txt', 'c-soft.txt', 'd-pipe', 'e-holes.bin'];
    execFileSync('tar', ['-c', '-S', '-f', 'all.tar', ...names], { cwd: from });
    const { written, end, log } = await extract('a.tar', await readFile(join(from, 'all.tar')));
    expect(texts(written)).toEqual({ 'a.txt': 'plain' });
    expect(end.facts).toMatchObject({ files: 1, leftOut: 4 });
    expect(log).toContainEqual(expect.stringMatching(/^Left out 4 links, devices or files with holes/));
  });

  it('an archive within an archive comes as the file that it is', async () => {
    const bomb = zipBytes([{ name: 'bomb', content: Buffer.alloc(LIMIT + 1), method: 8 }]);
    const { written } = await extract('a.zip', zipBytes([{ name: 'inner.zip', content: bomb }]));
    expect([...written.keys()]).toEqual(['inner.zip']);
    expect(written.get('inner.zip')?.equals(bomb)).toBe(true);
  });

  it('names that are no UTF-8 bring all of their archive or nothing of it, and never another path', async ({
    skip,
  }) => {
    skip(!hasTar, 'tar is not installed');
    const bytes = await tarBytes({ 'xx.txt': 'text' });
    const at = bytes.indexOf('xx.txt');
    bytes.writeUInt16BE(0xff_fe, at);
    const header = bytes.subarray(at - (at % 512), at - (at % 512) + 512);
    header.write('        ', 148);
    header.write(
      `${header
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, '0')}\0 `,
      148,
    );
    const names = await extract('a.tar', bytes).then(
      ({ written }) => [...written.keys()],
      ({ code }: { readonly code: string }) => [code],
    );
    expect(names).toHaveLength(1);
    expect(names[0]).toMatch(/^(?:invalid-input|\uFFFD+\.txt)$/);
  });

  it('RAR and encrypted 7z archives are refused with what to do', async ({ skip }) => {
    // By programs that are there, and without them.
    await expect(extract('a.rar', Buffer.from('Rar!\u001a\u0007\u0001\u0000'))).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringMatching(hasBsdtar ? /damaged, cut off/ : /bsdtar.*libarchive-tools/),
    });
    process.env['PATH'] = '/nowhere';
    const other = await openToolBench();
    try {
      const attempt = other.run(
        tool,
        { sourcePath: 'a.rar' },
        { 'a.rar': Buffer.from('Rar!\u001a\u0007\u0001\u0000') },
      );
      await expect(attempt).rejects.toMatchObject({
        code: 'invalid-input',
        message: expect.stringMatching(/read with bsdtar.*may install libarchive-tools/),
      });
    } finally {
      process.env['PATH'] = path;
      await other[Symbol.asyncDispose]();
    }
    skip(!hasBsdtar || !hasProgram('7z', 'i'), 'bsdtar or 7z is not installed');
    const from = await mkdtemp(join(folder, 'secret-'));
    await writeFile(join(from, 'a.txt'), 'secret');
    for (const headers of ['off', 'on']) {
      execFileSync('7z', ['a', '-psecret', `-mhe=${headers}`, `${headers}.7z`, 'a.txt'], { cwd: from });
      await expect(extract('a.7z', await readFile(join(from, `${headers}.7z`)))).rejects.toMatchObject({
        code: 'invalid-input',
        message: expect.stringMatching(/damaged, cut off|encrypted/),
      });
    }
  });
});

describe('C-4 an archive that has no room', () => {
  const archive = zipBytes([
    { name: 'a', content: 'x'.repeat(600) },
    { name: 'b', content: 'x'.repeat(500) },
  ]);
  afterEach(() => {
    bench.room = Infinity;
  });

  it('under the quota is refused with both figures', async () => {
    bench.room = 1099;
    await expect(extract('a.zip', archive)).rejects.toMatchObject({
      code: 'quota-exceeded',
      message: 'The quota has 1099 of 1100 bytes.',
    });
    bench.room = 500;
    const replacing = await extract('a.zip', archive, { overwrite: true }, { a: Buffer.alloc(600) });
    expect([...replacing.written.keys()]).toEqual(['a', 'b']);
    const { written, end } = await extract('a.zip', archive, {}, { a: Buffer.alloc(1) });
    expect([[...written.keys()], end.facts]).toEqual([['b'], { files: 1, bytes: 500, kept: 1, leftOut: 0 }]);
  });

  it('on the disk beside its reserve is refused with both figures', async () => {
    const limits = { maxArchiveExtractSizeBytes: LIMIT, minFreeDiskBytes: Number.MAX_SAFE_INTEGER };
    await expect(
      bench.run(archiveExtract(limits), { sourcePath: 'a.zip' }, { 'a.zip': archive }),
    ).rejects.toMatchObject({
      code: 'no-space',
      message: expect.stringMatching(/unpacks to 1100 bytes, and 0 bytes are left/),
    });
  });
});

describe('C-3, C-4 an archive that does harm brings nothing', () => {
  it.each([
    [
      'a.zip',
      zipBytes([
        { name: 'sound.txt', content: 'x' },
        { name: '../../x', content: 'x' },
      ]),
      /a name that leads out/,
    ],
    [
      'b.zip',
      zipBytes([
        { name: 'sound.txt', content: 'x' },
        { name: 'build/x', content: 'x' },
      ]),
      /reserved name build/,
    ],
    ['c.zip', zipBytes([{ name: 'a', content: Buffer.alloc(LIMIT + 1), method: 8 }]), /more than 1000000 bytes/],
    ['d.gz', gzipSync(Buffer.alloc(LIMIT + 1)), /more than 1000000 bytes/],
    ['e.zip', Buffer.alloc(LIMIT + 1), /e\.zip has 1000001 bytes/],
    ['f.tgz', gzipSync(Buffer.alloc(5000)).subarray(0, 20), /damaged/],
  ])('%s', async (name, bytes, words) => {
    await expect(extract(name, bytes)).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringMatching(words),
    });
  });
});

it.each([
  [{ sourcePath: 'a.tif' }, /no archive by its name/],
  [{ sourcePath: 'missing.zip' }, /no entry/],
  [{ sourcePath: 'a.zip', destPath: '../x' }, /path must not hold/],
  [{ sourcePath: 'a.zip', destPath: 'x', more: 1 }, /more/],
  [{ sourcePath: '' }, /sourcePath/],
])('%j is refused', async (parameters, words) => {
  const files = { 'a.tif': Buffer.from('x'), 'a.zip': zipBytes([{ name: 'a', content: 'x' }]) };
  await expect(bench.run(tool, parameters, files)).rejects.toMatchObject({
    code: 'invalid-input',
    message: expect.stringMatching(words),
  });
});

it('ends with its signal', async () => {
  const stop = new AbortController();
  const big = gzipSync(Buffer.alloc(LIMIT));
  bench.onPhase = () => stop.abort();
  onTestFinished(() => void delete bench.onPhase);
  const run = bench.run(tool, { sourcePath: 'a.gz' }, { 'a.gz': big }, stop.signal);
  await expect(run).rejects.toMatchObject({ code: 'aborted' });
});
