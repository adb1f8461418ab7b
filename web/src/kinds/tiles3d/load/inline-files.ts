import type { TileFetch } from './tile-fetch.ts';

/**
 * Puts the files that a subtree or an instanced model names into it: the renderer would ask for them by itself, without what lets the
 * page in and past the guard of addresses.
 *
 * @param address of the file
 */
export async function inlineFiles(bytes: ArrayBuffer, address: string, fetchFile: TileFetch): Promise<ArrayBuffer> {
  const fetchBeside = async (uri: string): Promise<Uint8Array> =>
    new Uint8Array(await (await fetchFile(new URL(uri, address).href)).arrayBuffer());
  if (/\.subtree$/i.test(new URL(address).pathname)) return inlineBuffers(bytes, fetchBeside);
  return magicOf(bytes) === 'i3dm' ? inlineModel(bytes, fetchBeside) : bytes;
}

type FetchBeside = (uri: string) => Promise<Uint8Array>;

const magicOf = (bytes: ArrayBuffer): string => textOf(new Uint8Array(bytes, 0, Math.min(4, bytes.byteLength)));
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const I3DM_HEADER = 32;
const [BY_ADDRESS, WITHIN] = [0, 1] as const;

async function inlineModel(bytes: ArrayBuffer, fetchBeside: FetchBeside): Promise<ArrayBuffer> {
  const view = new DataView(bytes);
  if (bytes.byteLength < I3DM_HEADER || view.getUint32(28, true) !== BY_ADDRESS) return bytes;
  const tables = [12, 16, 20, 24].reduce((sum, at) => sum + view.getUint32(at, true), 0);
  const start = I3DM_HEADER + tables;
  const uri = textOf(new Uint8Array(bytes).subarray(start, view.getUint32(8, true))).replace(/[\0\s]+$/, '');
  const model = await fetchBeside(uri);
  const result = new Uint8Array(start + model.length);
  result.set(new Uint8Array(bytes, 0, Math.min(start, bytes.byteLength)));
  result.set(model, start);
  const changed = new DataView(result.buffer);
  changed.setUint32(8, result.length, true);
  changed.setUint32(28, WITHIN, true);
  return result.buffer;
}

const SUBTREE_MAGIC = 'subt';
const SUBTREE_HEADER = 24;
/** Parts of a subtree begin at multiples of these bytes. */
const ALIGNED = 8;

type SubtreeJson = {
  readonly buffers?: readonly { readonly uri?: string; readonly byteLength: number }[];
  readonly bufferViews?: readonly { readonly buffer: number; readonly byteOffset: number }[];
};

async function inlineBuffers(bytes: ArrayBuffer, fetchBeside: FetchBeside): Promise<ArrayBuffer> {
  const { json, own } = openSubtree(bytes);
  const { buffers = [], bufferViews = [] } = json;
  if (magicOf(bytes) === SUBTREE_MAGIC && buffers.every(({ uri }) => uri === undefined)) return bytes;
  const parts = await Promise.all(buffers.map(async ({ uri }) => (uri === undefined ? own : fetchBeside(uri))));
  const starts: number[] = [];
  let length = 0;
  for (const part of parts) {
    starts.push(length);
    length += aligned(part.length);
  }
  const whole = {
    ...json,
    ...(parts.length === 0 ? {} : { buffers: [{ byteLength: length }] }),
    bufferViews: bufferViews.map((view) => ({
      ...view,
      buffer: 0,
      byteOffset: (starts[view.buffer] ?? 0) + view.byteOffset,
    })),
  };
  const text = new TextEncoder().encode(JSON.stringify(whole));
  const result = new Uint8Array(SUBTREE_HEADER + aligned(text.length) + length).fill(0x20, SUBTREE_HEADER);
  result.set(new TextEncoder().encode(SUBTREE_MAGIC));
  const head = new DataView(result.buffer);
  head.setUint32(4, 1, true);
  head.setBigUint64(8, BigInt(aligned(text.length)), true);
  head.setBigUint64(16, BigInt(length), true);
  result.set(text, SUBTREE_HEADER);
  for (const [index, part] of parts.entries())
    result.set(part, SUBTREE_HEADER + aligned(text.length) + (starts[index] ?? 0));
  return result.buffer;
}

const aligned = (length: number): number => Math.ceil(length / ALIGNED) * ALIGNED;

/** A subtree as JSON alone, or as JSON with bytes behind it. */
function openSubtree(bytes: ArrayBuffer): { readonly json: SubtreeJson; readonly own: Uint8Array } {
  if (magicOf(bytes) !== SUBTREE_MAGIC)
    return { json: JSON.parse(textOf(new Uint8Array(bytes))) as SubtreeJson, own: new Uint8Array() };
  const view = new DataView(bytes);
  const [text, own] = [8, 16].map((at) => Number(view.getBigUint64(at, true))) as [number, number];
  const end = SUBTREE_HEADER + text;
  return {
    json: JSON.parse(textOf(new Uint8Array(bytes, SUBTREE_HEADER, text))) as SubtreeJson,
    own: new Uint8Array(bytes, end, own),
  };
}
