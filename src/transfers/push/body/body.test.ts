import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readUrlencoded, type BodyReader, type OpenField } from '../../../forms/index.ts';
import { jsonFields } from './json-fields.ts';
import { readBody } from './read-body.ts';

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'alidade-push-body-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Gathers fields as they come. */
function gather(): { readonly open: OpenField; readonly fields: [string, string][] } {
  const fields: [string, string][] = [];
  const open: OpenField = (name) => {
    let value = '';
    return { text: (piece) => (value += piece), end: () => fields.push([name, value]) };
  };
  return { open, fields };
}

/** What a reader makes of a body that comes in pieces of these sizes. */
function readIn(reader: (open: OpenField) => BodyReader, body: string, sizes: readonly number[]): [string, string][] {
  const { open, fields } = gather();
  const bytes = Buffer.from(body);
  const read = reader(open);
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length]!;
    read.bytes(bytes.subarray(at, at + size));
    at += size;
  }
  read.end();
  return fields;
}

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });
const text = fc.string({ unit: 'binary', maxLength: 12 }).map((given) => given.toWellFormed());
const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 });

describe('a form', () => {
  it('gives the fields that URLSearchParams reads, however it is cut', () => {
    const raw = fc.string({
      unit: fc.constantFrom('a', '=', '&', '%', '+', '2', '5', 'F', '%C3%A9'),
      maxLength: 30,
    });
    fc.assert(
      fc.property(
        fc.oneof(
          raw.filter(isUtf8),
          fc.array(fc.tuple(name, text)).map((pairs) => String(new URLSearchParams(pairs))),
        ),
        sizes,
        (body, cut) => {
          const expected = [...new URLSearchParams(body)].filter(([key]) => key !== '');
          expect(readIn(readUrlencoded, body, cut).filter(([key]) => key !== '')).toEqual(expected);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('is refused when it is no UTF-8', () => {
    expect(() => readIn(readUrlencoded, 'stamp=%FF', [3])).toThrow('not valid UTF-8');
    expect(() => readIn(readUrlencoded, 'stamp=%C3', [100])).toThrow('not valid UTF-8');
  });
});

describe('a body of JSON', () => {
  it('gives texts as they are and other values as JSON, however it is cut', () => {
    const value = fc.oneof(text, fc.jsonValue());
    const escapeAll = (json: string): string =>
      json.replaceAll(/[^\0-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(name, value)),
        sizes,
        fc.boolean(),
        fc.constantFrom(undefined, 2),
        (members, cut, ascii, indent) => {
          const json = JSON.stringify(Object.fromEntries(members), undefined, indent);
          const fields = readIn(jsonFields, ascii ? escapeAll(json) : json, cut);
          const read = fields.map(([key, field]) => [key, field]);
          const expected = Object.entries(JSON.parse(json) as object) as [string, unknown][];
          expect(read.map(([key]) => key)).toEqual(expected.map(([key]) => key));
          const values = read.map(([, field], at) =>
            typeof expected[at]?.[1] === 'string' ? field : (JSON.parse(field!) as unknown),
          );
          expect(values).toEqual(expected.map(([, wanted]) => wanted));
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each(['[1]', '{"a":1', '{"a":"x', '{"a" 1}', '{,}', '{"a":1,}', '{"a":1}x', '{"a":"\\x"}', 'x', '{"a'])(
    'refuses %s',
    (body) => {
      for (const size of [1, 100]) expect(() => readIn(jsonFields, body, [size])).toThrow(/JSON/);
    },
  );
});

describe('a body of any type', () => {
  const read = async (type: string, body: string | Buffer): Promise<Record<string, string>> => {
    const path = join(folder, 'body');
    await writeFile(path, body);
    const { open, fields } = gather();
    await readBody(path, type, open, () => undefined);
    return Object.fromEntries(fields);
  };

  it('gives the same fields in each form', async () => {
    const wanted = { checksum: 'abc', stamp: '{"entries":[{"é & ü":""}],"meta":[]}' };
    expect(await read('application/x-www-form-urlencoded', String(new URLSearchParams(wanted)))).toEqual(wanted);
    expect(await read('', String(new URLSearchParams(wanted)))).toEqual(wanted);
    expect(await read('application/json; charset=utf-8', JSON.stringify(wanted))).toEqual(wanted);
    const form = new FormData();
    form.set('stamp', new Blob([wanted.stamp]), 'stamp.json');
    form.set('checksum', wanted.checksum);
    const sent = new Response(form);
    expect(await read(sent.headers.get('content-type')!, Buffer.from(await sent.arrayBuffer()))).toEqual(wanted);
  });

  it('is refused when it is of another type or cut off', async () => {
    await expect(read('text/plain', 'x')).rejects.toThrow('as a form');
    await expect(read('multipart/form-data', 'x')).rejects.toThrow('no boundary');
    const cut = '--b\r\ncontent-disposition: form-data; name="stamp"\r\n\r\n{';
    await expect(read('multipart/form-data; boundary=b', cut)).rejects.toThrow('ended too early');
  });
});

/** Whether what is left of escapes is UTF-8. */
function isUtf8(form: string): boolean {
  const bytes = form.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    Number.parseInt(hex, 16) > 0x7f ? '\uFFFD' : '',
  );
  return !bytes.replaceAll('%C3%A9', '').includes('\uFFFD');
}
