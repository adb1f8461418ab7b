import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { inThread } from '../../../concurrency/index.ts';
import { openEnlargeableTile, type EnlargeableTile } from './enlarge.ts';
import { MAX_PLAIN_BYTES, type TileAddress } from './grid.ts';

/** A part of a stored tile that is wanted. */
export interface EnlargeTask {
  /** Bytes of the stored tile, packed. */
  readonly bytes: Uint8Array;
  /** Names these bytes. */
  readonly digest: string;
  /** Where the stored tile lies. */
  readonly above: TileAddress;
  readonly address: TileAddress;
}

/** A map that is looked at asks for parts of four tiles again and again. */
const KEPT_BYTES = 32 * 2 ** 20;
const [pack, unpack] = [promisify(gzip), promisify(gunzip)];
// Owner of the tiles that are taken apart. A digest names their bytes, and the address where they lie.
const opened = new LRUCache<string, EnlargeableTile>({ maxSize: KEPT_BYTES, sizeCalculation: ({ size }) => size });

/** The part of a tile, packed, with its digest; undefined where it is empty. */
export const enlarge = inThread(async ({ bytes, digest, above, address }: EnlargeTask) => {
  const key = `${digest}/${above.z}/${above.x}/${above.y}`;
  const tile = opened.get(key) ?? openEnlargeableTile(await unpack(bytes, { maxOutputLength: MAX_PLAIN_BYTES }), above);
  opened.set(key, tile);
  const plain = tile.enlarge(address);
  if (plain.length === 0) return undefined;
  return { digest: createHash('sha256').update(plain).digest('hex').slice(0, 32), packed: await pack(plain) };
});
