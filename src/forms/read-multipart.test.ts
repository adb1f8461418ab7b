import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discard } from '../bytes/index.ts';
import { readMultipart, type MultipartOptions, type PartHandlers } from './read-multipart.ts';

const TYPE = 'multipart/form-data; boundary=b';
const OPTIONS: MultipartOptions = { fieldBytes: 1000, maxParts: 10 };

/** Errors that would have ended the process. */
const escaped: unknown[] = [];
const note = (error: unknown): void => void escaped.push(error);
let listeners: NodeJS.UncaughtExceptionListener[];
beforeEach(() => {
  escaped.length = 0;
  // Vitest has its own, which would end the run.
  listeners = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', note);
});
afterEach(() => {
  process.removeAllListeners('uncaughtException');
  for (const listener of listeners) process.on('uncaughtException', listener);
});

const fieldPart = (name: string, value: string): string =>
  `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const filePart = (name: string, bytes: string): string =>
  `--b\r\ncontent-disposition: form-data; name="${name}"; filename="f"\r\n\r\n${bytes}\r\n`;

/** Reads a body that arrives in pieces of a size. @returns what became of it, and lets late errors escape */
async function read(
  body: string | Buffer,
  handlers: PartHandlers,
  { size = 7, type = TYPE, ...options }: { size?: number; type?: string } & Partial<MultipartOptions> = {},
): Promise<unknown> {
  const bytes = Buffer.from(body as string, 'latin1');
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
  const outcome = await readMultipart(Readable.from(pieces, { objectMode: false }), type, handlers, {
    ...OPTIONS,
    ...options,
  }).then(
    () => 'read',
    (error: unknown) => error,
  );
  // The parser reports some errors two turns later.
  for (let turns = 0; turns < 4; turns += 1) await turn();
  return outcome;
}

const nameOf = (outcome: unknown): string => (outcome instanceof Error ? outcome.name : String(outcome));

it('gives fields and files in their order, however the body is cut into pieces', async () => {
  // A boundary inside a value ends the value, so clients choose a boundary that no value contains.
  const value = fc.stringMatching(/^[a-z\r\n-]{0,20}$/).filter((text) => !`\r\n${text}`.includes('\r\n--b'));
  const part = fc.record({ isFile: fc.boolean(), name: fc.stringMatching(/^[a-z]{1,5}$/), value });
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 6 }), fc.integer({ min: 1, max: 200 }), async (parts, size) => {
      const seen: Promise<unknown>[] = [];
      const body = parts.map((one) => (one.isFile ? filePart : fieldPart)(one.name, one.value)).join('');
      const outcome = await read(
        `${body}--b--\r\n`,
        {
          field: (name, text) => void seen.push(Promise.resolve({ isFile: false, name, value: text })),
          file: (name, stream) =>
            void seen.push(buffer(stream).then((bytes) => ({ isFile: true, name, value: bytes.toString() }))),
        },
        { size },
      );
      expect([outcome, await Promise.all(seen)]).toEqual(['read', parts]);
    }),
    { numRuns: 100 },
  );
});

describe('G-2 J-1 a body that is broken ends its reading and nothing else', () => {
  const open = `${fieldPart('a', 'x')}${filePart('file', 'bytes of a file')}`;
  const ways: Record<string, PartHandlers> = {
    'files are ignored': { field: () => undefined },
    'files are discarded': { file: (_name, stream) => discard(stream) },
    'files are left unread': { file: () => undefined },
    'files are read': { file: (_name, stream) => void buffer(stream).catch(() => undefined) },
  };

  it.each(Object.entries(ways))('cut off at each byte: %s', async (_way, handlers) => {
    const whole = `${open}--b--\r\n`;
    const outcomes = new Set<string>();
    for (let length = 0; length < whole.length - 3; length += 1) {
      const signal = AbortSignal.timeout(2000);
      const outcome = await read(whole.slice(0, length), handlers, { size: 1000, signal });
      outcomes.add(`${length > open.length ? 'whole' : 'cut'}: ${nameOf(outcome)}`);
    }
    // Between the last byte of the file and the end of the boundary nothing tells that something is missing.
    expect([...outcomes].filter((one) => !/^cut: FormError$|^whole: /.test(one))).toEqual([]);
    expect(escaped).toEqual([]);
  });

  it.each([
    ['no boundary', { type: 'multipart/form-data' }],
    ['an empty boundary', { type: 'multipart/form-data; boundary=' }],
    ['an empty boundary in quotes', { type: 'multipart/form-data; boundary=""' }],
    ['a boundary of 70,000 characters', { type: `multipart/form-data; boundary=${'x'.repeat(70_000)}` }],
    [
      'a boundary that hides in another parameter',
      { type: `multipart/form-data; x="; boundary=b"; boundary=${'y'.repeat(300)}` },
    ],
    ['no body', { body: '' }],
    ['a part without a name', { body: '--b\r\ncontent-disposition: form-data\r\n\r\nx\r\n--b--\r\n' }],
  ])('%s', async (_case, { type, body = `${open}--b--` }: { type?: string; body?: string }) => {
    expect(await read(body, {}, { size: 1000, ...(type === undefined ? {} : { type }) })).toMatchObject({
      fault: 'malformed',
    });
    expect(escaped).toEqual([]);
  });

  it.each([
    ['more fields than allowed', fieldPart('x', 'y').repeat(11)],
    ['more files than allowed', filePart('x', 'y').repeat(11)],
    ['more bytes of fields than allowed', fieldPart('x', 'y'.repeat(600)).repeat(2)],
    ['a name that is too long', fieldPart('n'.repeat(201), 'y')],
    ['one value of more bytes than allowed', fieldPart('x', 'y'.repeat(1001))],
  ])('%s', async (_case, body) => {
    expect(await read(`${body}--b--\r\n`, {}, { size: 1000 })).toMatchObject({ fault: 'too-large' });
    expect(escaped).toEqual([]);
  });

  it('any bytes', async () => {
    const whole = Buffer.from(`${open}${filePart('second', 'more')}--b--\r\n`);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 100 }),
        async (changes, size) => {
          const bytes = Buffer.from(whole);
          for (const [at, byte] of changes) bytes[at] = byte;
          const outcome = await read(bytes, { file: (_name, stream) => discard(stream) }, { size });
          expect(['read', 'FormError']).toContain(nameOf(outcome));
        },
      ),
      { numRuns: 200 },
    );
    expect(escaped).toEqual([]);
  });
});

it('I-4 keeps an error of the source that comes behind the end of the reading from the process', async () => {
  const source = createReadStream('no such file');
  await expect(readMultipart(source, 'multipart/form-data', {}, OPTIONS)).rejects.toMatchObject({ fault: 'malformed' });
  source.destroy();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(escaped).toEqual([]);
});

it('ends with what a handler throws, and closes the files that are open', async () => {
  const refused = new Error('refused');
  const files: Readable[] = [];
  const outcome = await read(
    `${filePart('one', 'x'.repeat(50))}${fieldPart('a', 'b')}--b--\r\n`,
    {
      file: (_name, stream) => {
        files.push(stream);
        discard(stream);
      },
      field: () => {
        throw refused;
      },
    },
    { size: 10 },
  );
  expect(outcome).toBe(refused);
  expect(files.every(({ destroyed }) => destroyed)).toBe(true);
});

it('ends with the reason of the signal while nothing arrives, and leaves the source open', async () => {
  const source = new PassThrough();
  source.write(filePart('one', 'beginning').slice(0, -2));
  const given = new AbortController();
  const file = Promise.withResolvers<Readable>();
  const reading = readMultipart(
    source,
    TYPE,
    { file: (_name, stream) => file.resolve(stream) },
    {
      ...OPTIONS,
      signal: given.signal,
    },
  );
  const stream = await file.promise;
  const failed = once(stream, 'error');
  given.abort(new Error('given up'));
  await expect(reading).rejects.toThrow('given up');
  expect(await failed).toEqual([new Error('given up')]);
  expect([stream.destroyed, source.destroyed, source.listenerCount('data')]).toEqual([true, false, 0]);
});
