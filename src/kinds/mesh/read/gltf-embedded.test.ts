import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import { embeddedBytes, embeddedLength, embeddedText, readEmbeddedGltf } from './gltf-embedded.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-embedded-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('embedded data of a description', () => {
  it('are read by ranges, wherever their texts begin and end', async () => {
    const files = fc.record({
      before: fc.oneof(fc.nat(50), fc.integer({ min: 2 ** 20 - 80, max: 2 ** 20 })),
      data: fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 4 }),
      range: fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 40 })),
      name: fc.string({ maxLength: 20 }),
    });
    await fc.assert(
      fc.asyncProperty(files, async ({ before, data, range: [offset, length], name }) => {
        const path = join(folder, 'a.gltf');
        const uris = data.map((bytes) => `data:a/b;base64,${Buffer.from(bytes).toString('base64')}`);
        await writeFile(path, `${' '.repeat(before)}${JSON.stringify({ uris, name })}`);
        using window = openWindow(path);
        const document = readEmbeddedGltf(window);
        expect(document.json['name']).toBe(name);
        const texts = (document.json['uris'] as string[]).map((uri) => embeddedText(uri, document)!);
        expect(texts.map((text) => embeddedLength(window, text))).toEqual(data.map((bytes) => bytes.length));
        for (const [index, bytes] of data.entries()) {
          const expected =
            offset + length <= bytes.length ? Buffer.from(bytes.subarray(offset, offset + length)) : null;
          expect(embeddedBytes(window, texts[index]!, offset, length)).toEqual(expected);
        }
      }),
      { numRuns: 60 },
    );
  });
});
