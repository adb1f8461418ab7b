import { expect, test, vi } from 'vitest';
import { inlineFiles } from './inline-files.ts';

const HERE = 'https://alidade.test/3dtiles/s/0.subtree';
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const bytesOf = (...parts: readonly Uint8Array[]): ArrayBuffer => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole.buffer;
};
const files = (content: Readonly<Record<string, Uint8Array>>) =>
  vi.fn<(address: string) => Promise<Response>>((address) =>
    Promise.resolve(new Response((content[address] ?? new Uint8Array()) as Uint8Array<ArrayBuffer>)),
  );

function subtree(json: object, own = new Uint8Array()): ArrayBuffer {
  const text = encode(JSON.stringify(json));
  const head = new DataView(new ArrayBuffer(24));
  encode('subt').forEach((value, index) => head.setUint8(index, value));
  head.setUint32(4, 1, true);
  head.setBigUint64(8, BigInt(text.length), true);
  head.setBigUint64(16, BigInt(own.length), true);
  return bytesOf(new Uint8Array(head.buffer), text, own);
}

/** The views of a subtree, as bytes. */
function viewsOf(bytes: ArrayBuffer): readonly (readonly number[])[] {
  const head = new DataView(bytes);
  const text = Number(head.getBigUint64(8, true));
  const json = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 24, text))) as {
    bufferViews: { byteOffset: number; byteLength: number }[];
  };
  return json.bufferViews.map(({ byteOffset, byteLength }) => [
    ...new Uint8Array(bytes, 24 + text + byteOffset, byteLength),
  ]);
}

test.each([
  ['with bytes of its own', (json: object) => subtree(json, new Uint8Array([9, 8, 7]))],
  ['of JSON alone', (json: object) => bytesOf(encode(JSON.stringify(json)))],
])('the bits of a subtree %s that lie in other files come into it', async (what, make) => {
  const isOwn = what.startsWith('with');
  const json = {
    buffers: [...(isOwn ? [{ byteLength: 3 }] : []), { uri: 'a.bin', byteLength: 2 }],
    bufferViews: [
      ...(isOwn ? [{ buffer: 0, byteOffset: 1, byteLength: 2 }] : []),
      { buffer: isOwn ? 1 : 0, byteOffset: 1, byteLength: 1 },
    ],
  };
  const fetchFile = files({ 'https://alidade.test/3dtiles/s/a.bin': new Uint8Array([1, 2]) });
  const result = await inlineFiles(make(json), HERE, fetchFile);
  expect(viewsOf(result)).toEqual([...(isOwn ? [[8, 7]] : []), [2]]);
  expect(fetchFile).toHaveBeenCalledOnce();
});

test('a subtree that has all its bits stays as it is', async () => {
  const bytes = subtree({ buffers: [{ byteLength: 1 }], bufferViews: [] }, new Uint8Array([1]));
  expect(await inlineFiles(bytes, HERE, files({}))).toBe(bytes);
});

test('the model of an instanced tile comes into it', async () => {
  const head = new DataView(new ArrayBuffer(32));
  encode('i3dm').forEach((value, index) => head.setUint8(index, value));
  const [table, address] = [encode('{}'), encode('models/tree.glb\0 ')];
  head.setUint32(8, 32 + table.length + address.length, true);
  head.setUint32(12, table.length, true);
  const bytes = bytesOf(new Uint8Array(head.buffer), table, address);
  const fetchFile = files({ 'https://alidade.test/3dtiles/models/tree.glb': encode('glTF') });
  const result = await inlineFiles(bytes, 'https://alidade.test/3dtiles/a.i3dm', fetchFile);
  const changed = new DataView(result);
  expect([changed.getUint32(8, true), changed.getUint32(28, true)]).toEqual([38, 1]);
  expect(new TextDecoder().decode(new Uint8Array(result, 32))).toBe('{}glTF');
});

test('any other file stays as it is', async () => {
  const bytes = bytesOf(encode('b3dm and more'));
  expect(await inlineFiles(bytes, 'https://alidade.test/3dtiles/a.b3dm', files({}))).toBe(bytes);
});
