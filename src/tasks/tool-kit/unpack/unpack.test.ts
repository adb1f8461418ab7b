import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasProgram } from '../../../../test/support/programs.ts';
import { zipBytes } from '../../../../test/support/zip-bytes.ts';
import { pathProblem } from '../../../sync/index.ts';
import { createMembers } from './members.ts';
import { type Packing, unpacked } from './packing.ts';
import { createRoom, type Room, type RoomOverrun } from './room.ts';
import { unpackTar } from './tar.child.ts';
import type { UnpackedFile } from './unpacked-files.ts';
import { unpackZip } from './zip.child.ts';

const LIMIT = 1_000_000;
const hasTar = hasProgram('tar', '--version');
const voice = { progress: () => undefined, say: () => undefined, tell: () => undefined };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-unpack-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Room for LIMIT bytes. By default quota and disk are unlimited. */
const roomFor = (limits: Partial<Parameters<typeof createRoom>[0]> = {}): Room =>
  createRoom({
    maxBytes: LIMIT,
    quotaBytes: Infinity,
    diskBytes: Infinity,
    present: new Map(),
    overwrite: false,
    ...limits,
  });

interface Unpacked {
  readonly files: readonly UnpackedFile[];
  readonly leftOut: number;
}

async function unzip(bytes: Buffer, destination = ''): Promise<Unpacked> {
  const to = await mkdtemp(join(folder, 'zip-'));
  const path = join(folder, 'a.zip');
  await writeFile(path, bytes);
  const members = createMembers(to, destination, roomFor());
  const leftOut = await unpackZip({ path, maxBytes: LIMIT, members, voice });
  return { files: members.files, leftOut };
}

async function untar(bytes: Buffer, packing: Packing = 'none'): Promise<Unpacked> {
  const to = await mkdtemp(join(folder, 'tar-'));
  const path = join(folder, 'a.tar');
  await writeFile(path, bytes);
  const members = createMembers(to, '', roomFor());
  const leftOut = await unpackTar(
    unpacked(path, packing, () => undefined),
    members,
    LIMIT,
  );
  return { files: members.files, leftOut };
}

/** What is said of an archive that is refused. */
const wordsOf = (work: Promise<Unpacked>): Promise<string> =>
  work.then(
    ({ files }) => `unpacked ${files.map(({ path }) => path).join()}`,
    (error: Error) => (error.name === 'OperationRefusal' ? error.message : `${error.name}: ${error.message}`),
  );
const refusal = (bytes: Buffer): Promise<string> => wordsOf(unzip(bytes));
const contents = ({ files }: Unpacked): Promise<[string, string][]> =>
  Promise.all(files.map(async ({ path, file }) => [path, await readFile(file, 'utf8')] as [string, string]));

it('writes files under names of its own only', async () => {
  const { files } = await unzip(zipBytes([{ name: 'x/passwd', content: 'x' }]), 'flight');
  expect(files).toEqual([
    { path: 'flight/x/passwd', file: expect.stringMatching(/\/zip-\w+\/0$/), size: 1, hash: expect.any(String) },
  ]);
});

it('any names and contents come back as they went in', async () => {
  const name = fc
    .string({ minLength: 1, maxLength: 30, unit: 'grapheme' })
    .filter((each) => pathProblem(each) === undefined);
  // Names in folders of their own: none is a folder of another.
  const names = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 9 }), name), { maxLength: 8, selector: String });
  await fc.assert(
    fc.asyncProperty(
      names,
      fc.string({ maxLength: 500 }),
      fc.constantFrom(0 as const, 8 as const),
      async (of, text, method) => {
        const members = of.map(([at, each], index) => ({
          name: `${at}/${index}/${each}`,
          content: text + index,
          method,
        }));
        const found = await contents(await unzip(zipBytes(members)));
        expect(found).toEqual(members.map((each) => [each.name, each.content]));
      },
    ),
    { numRuns: 25 },
  );
});

it('of any bytes nothing leaves the folder, and the error is a word about them', async () => {
  const sound = zipBytes([
    { name: 'a/b.txt', content: 'x'.repeat(300), method: 8 },
    { name: 'c.txt', content: 'stored' },
  ]);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
      async (changes) => {
        const bytes = Buffer.from(sound);
        for (const [at, value] of changes) bytes[at] = value;
        expect(await refusal(bytes)).not.toMatch(/^\w*Error: /);
      },
    ),
    { numRuns: 80 },
  );
  expect((await readdir(folder)).every((name) => /^(?:zip|tar)-|^a\.(?:zip|tar)$|^slip/.test(name))).toBe(true);
});

describe('C-3 names that lead elsewhere', () => {
  it.each([
    '../../x',
    'a/../../x',
    '/etc/passwd',
    '..\\x',
    'C:\\x',
    'C:/x',
    '.ddb/dbase.sqlite',
    'a/.DDB/x',
    'build/x',
    'a//b',
    'a\u0007b',
    'n'.repeat(300),
  ])('%j is refused with all of its archive', async (name) => {
    const bytes = zipBytes([
      { name: 'sound.txt', content: 'x' },
      { name, content: 'x' },
    ]);
    expect(await refusal(bytes)).toMatch(/^The archive holds a name that /);
  });

  it.each([
    ['a name twice', [{ name: 'a' }, { name: 'a' }], /twice/],
    ['a file that is a folder', [{ name: 'a' }, { name: 'a/b' }], /as a file and as a folder|twice/],
    ['a folder that is a file', [{ name: 'a/b' }, { name: 'a' }], /twice/],
    ['another name before its bytes', [{ name: 'a', localName: 'b' }], /does not agree/],
    ['encryption', [{ name: 'a', encrypted: true, declaredPacked: 15 }], /encrypted/],
    ['an unknown method', [{ name: 'a', method: 93 as const }], /method 93/],
    ['another checksum', [{ name: 'a', checksumOff: 1 }], /damaged/],
  ])('%s', async (_, members, words) => {
    expect(await refusal(zipBytes(members.map((each) => ({ content: 'xyz', ...each }))))).toMatch(words);
  });

  it('links of a ZIP archive are left out', async () => {
    const bytes = zipBytes([
      { name: 'link', content: '/etc/passwd', mode: 0o120_777 },
      { name: 'a', content: 'x', mode: 0o100_644 },
    ]);
    const found = await unzip(bytes);
    expect([await contents(found), found.leftOut]).toEqual([[['a', 'x']], 1]);
  });

  it('a path of a tar archive that leads out of it', async ({ skip }) => {
    skip(!hasTar, 'tar is not installed');
    const content = await mkdtemp(join(folder, 'slip-'));
    await writeFile(join(content, 'x'), 'x');
    execFileSync('tar', ['-cPf', join(content, 'a.tar'), '--transform', 's,^x$,../../x,', '-C', content, 'x']);
    expect(await wordsOf(untar(await readFile(join(content, 'a.tar'))))).toMatch(/must not hold \. or \.\./);
  });
});

describe('C-4 bombs', () => {
  const zeros = (bytes: number): Buffer => Buffer.alloc(bytes);

  it.each([
    [
      'more than is allowed, as declared',
      [{ name: 'a', content: zeros(LIMIT + 1), method: 8 as const }],
      /more than 1000000/,
    ],
    ['more than it declares', [{ name: 'a', content: zeros(5000), method: 8 as const, declaredSize: 100 }], /damaged/],
    ['less than it declares', [{ name: 'a', content: zeros(5000), method: 8 as const, declaredSize: 5001 }], /damaged/],
    ['more declared than can be', [{ name: 'a', content: 'x', declaredSize: 999_999 }], /declares more|damaged/],
    [
      'files that share bytes',
      [
        { name: 'a', content: zeros(400) },
        { name: 'b', localName: 'a', content: zeros(400), offset: 0 },
      ],
      /share bytes|does not agree/,
    ],
  ])('%s', async (_, members, words) => {
    expect(await refusal(zipBytes(members))).toMatch(words);
  });

  it('a hundred thousand files and one', async () => {
    const bytes = zipBytes([{ name: 'a', content: '' }]);
    bytes.writeUInt16LE(0xffff, bytes.length - 12);
    expect(await refusal(bytes)).toMatch(/damaged|more than/);
    // As tar, where no number stands in front: headers of empty files, 512 bytes each.
    expect(await wordsOf(untar(gzipSync(emptyTarFiles(100_001)), 'gzip'))).toMatch(/more than 100000 files/);
  });

  it('42.zip: an archive of archives is not unpacked any deeper', async () => {
    let inner = zipBytes([{ name: 'zeros', content: zeros(900_000), method: 8 }]);
    for (let level = 0; level < 5; level += 1)
      inner = zipBytes(
        Array.from({ length: 16 }, (_, at) => ({ name: `${at}.zip`, content: inner, method: 8 as const })),
      );
    const { files } = await unzip(inner);
    expect(files.map(({ path }) => path).sort()).toEqual(Array.from({ length: 16 }, (_, at) => `${at}.zip`).sort());
    // All sixteen are the same bytes, which are on the disk once.
    expect(new Set(files.map(({ file }) => file)).size).toBe(1);
  });

  it('a million files, as declared', async () => {
    const bytes = zipBytes([{ name: 'a', content: '' }], 1_000_000);
    expect(await refusal(bytes)).toMatch(/more than 100000 files/);
  });

  it('what grows while it is unpacked', async () => {
    const members = createMembers(await mkdtemp(join(folder, 'one-')), '', roomFor());
    await expect(members.write('a', Readable.from([zeros(LIMIT), zeros(1)]))).rejects.toThrow(
      /more than 1000000 bytes/,
    );
    // Zeros behind the end of a tar archive are read too.
    expect(await wordsOf(untar(gzipSync(zeros(500_000_000), { level: 1 }), 'gzip'))).toMatch(
      /more than 1000000|damaged/,
    );
  });

  it.each(['none', 'gzip', 'zstd', 'xz', 'bzip2'] as const)('damage: tar packed by %s', async (packing) => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('no archive at all'.repeat(100)), zeros(100)])
      expect(await wordsOf(untar(bytes, packing))).toMatch(/^The archive is damaged|^Archives of this kind/);
  });

  it('damage: ZIP', async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('no archive at all'.repeat(100)), zeros(100)])
      expect(await refusal(bytes)).toMatch(/^The archive is damaged/);
    expect(await refusal(zipBytes([{ name: 'a', content: zeros(3000) }]).subarray(0, 2000))).toMatch(/damaged/);
  });

  it('a tar archive that is cut off anywhere', async () => {
    const whole = gzipSync(emptyTarFiles(20));
    for (const share of [0.2, 0.5, 0.9])
      expect(await wordsOf(untar(whole.subarray(0, whole.length * share), 'gzip'))).toMatch(/damaged/);
  });
});

describe('C-4 no more is written than there is room for', () => {
  const content = (bytes: number): string => 'x'.repeat(bytes);
  /** Bytes that are on the disk when an archive was unpacked or refused, and what was said. */
  const onDisk = async (
    bytes: Buffer,
    limits: Parameters<typeof roomFor>[0],
    holds: 'zip' | 'tar' | 'one' = 'zip',
  ): Promise<{ readonly bytes: number; readonly overrun: unknown; readonly paths: readonly string[] }> => {
    const to = await mkdtemp(join(folder, 'zip-'));
    const path = join(folder, 'a.zip');
    await writeFile(path, bytes);
    const members = createMembers(to, '', roomFor(limits));
    const packed = unpacked(path, holds === 'one' ? 'gzip' : 'none', () => undefined);
    const work =
      holds === 'zip'
        ? unpackZip({ path, maxBytes: LIMIT, members, voice })
        : holds === 'tar'
          ? unpackTar(packed, members, LIMIT)
          : members.write(members.admit('one', 'file', 0)!, packed);
    const overrun: unknown = await work.then(
      () => undefined,
      (cause: RoomOverrun) => cause.overrun,
    );
    const names = await readdir(to);
    const sizes = await Promise.all(names.map(async (name) => (await readFile(join(to, name))).length));
    return {
      bytes: sizes.reduce((sum, size) => sum + size, 0),
      overrun,
      paths: members.files.map((each) => each.path),
    };
  };
  const two = zipBytes([
    { name: 'a', content: content(600) },
    { name: 'b', content: content(500) },
  ]);

  it('of a ZIP archive that declares more, nothing at all', async () => {
    for (const [limit, limits] of [
      ['quota', { quotaBytes: 1099 }],
      ['disk', { diskBytes: 1099 }],
    ] as const)
      expect(await onDisk(two, limits)).toEqual({ bytes: 0, overrun: { limit, bytes: 1100, room: 1099 }, paths: [] });
    expect(await onDisk(two, { quotaBytes: 1100, diskBytes: 1100 })).toMatchObject({ bytes: 1100, overrun: undefined });
  });

  it('of 10 GB that an archive declares, nothing at all', async () => {
    // As many as the packed bytes could become: what is declared is no lie that could be told from the list.
    const file = { content: randomBytes(3_400_000), method: 8, declaredSize: 3_400_000_000 } as const;
    const bytes = zipBytes(['a', 'b', 'c'].map((name) => ({ name, ...file })));
    expect(await onDisk(bytes, { maxBytes: Infinity, quotaBytes: 60_000_000 })).toEqual({
      bytes: 0,
      paths: [],
      overrun: { limit: 'quota', bytes: 10_200_000_000, room: 60_000_000 },
    });
  });

  it('overlapping files, before any of them', async () => {
    const bytes = zipBytes([
      { name: 'a', content: zerosOf(400) },
      { name: 'c', content: zerosOf(400) },
      { name: 'b', localName: 'a', content: zerosOf(400), offset: 0 },
    ]);
    expect((await onDisk(bytes, {})).bytes).toBe(0);
  });

  it.skipIf(!hasTar)('of a tar archive, the files whose headers came before', async () => {
    const from = await mkdtemp(join(folder, 'tar-'));
    for (const [name, size] of Object.entries({ a: 600, b: 500 })) await writeFile(join(from, name), content(size));
    execFileSync('tar', ['-cf', 'all.tar', 'a', 'b'], { cwd: from });
    const bytes = await readFile(join(from, 'all.tar'));
    expect(await onDisk(bytes, { quotaBytes: 1099 }, 'tar')).toEqual({
      bytes: 600,
      paths: ['a'],
      overrun: { limit: 'quota', bytes: 1100, room: 1099 },
    });
  });

  it('of a single file, no byte beyond the quota', async () => {
    const { bytes, overrun } = await onDisk(gzipSync(zerosOf(900_000)), { quotaBytes: 100_000 }, 'one');
    expect(bytes).toBeLessThanOrEqual(100_000);
    expect(overrun).toMatchObject({ limit: 'quota', room: 100_000 });
  });

  it.each([
    ['a file that is written', new Map<string, number>()],
    ['a file that the dataset keeps', new Map([['one', 5]])],
  ])('of %s, no byte is unpacked beyond the largest size', async (_, present) => {
    const to = await mkdtemp(join(folder, 'one-'));
    const members = createMembers(to, '', roomFor({ present }));
    const path = members.admit('one', 'file', 0)!;
    let unpackedBytes = 0;
    const source = async function* (): AsyncGenerator<Buffer> {
      for (; unpackedBytes < 20 * LIMIT; unpackedBytes += 100_000) yield zerosOf(100_000);
    };
    await expect(members.write(path, source())).rejects.toThrow(/more than 1000000 bytes/);
    expect(unpackedBytes).toBe(LIMIT);
  });

  it('files that are there count as free where they are replaced, and are not written where they stay', async () => {
    const present = new Map([['a', 600]]);
    expect(await onDisk(two, { quotaBytes: 500, present, overwrite: true })).toMatchObject({ bytes: 1100 });
    expect(await onDisk(two, { quotaBytes: 499, present, overwrite: true })).toMatchObject({
      overrun: { limit: 'quota', bytes: 500, room: 499 },
    });
    expect(await onDisk(two, { quotaBytes: 500, present, overwrite: false })).toEqual({
      bytes: 500,
      overrun: undefined,
      paths: ['b'],
    });
    expect(await onDisk(two, { quotaBytes: 500 })).toMatchObject({ overrun: { limit: 'quota', bytes: 1100 } });
  });
});

const zerosOf = (bytes: number): Buffer => Buffer.alloc(bytes);

/** Headers of files without bytes, as many as asked for, each with its checksum. */
function emptyTarFiles(count: number): Buffer {
  const bytes = Buffer.alloc(count * 512 + 1024);
  for (let index = 0; index < count; index += 1) {
    const header = bytes.subarray(index * 512, index * 512 + 512);
    header.write(String(index), 0);
    header.write('0000644\0', 100);
    header.write('00000000000\0', 124);
    header.write('        0', 148);
    header.write('ustar\0' + '00', 257);
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  }
  return bytes;
}
