import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { fail } from '../../errors/index.ts';
import { etagMatches, type RouteContext, sendLasting } from '../../http/index.ts';
import type { ArchivedTile } from './tiles/archive.ts';
import { MAX_PLAIN_BYTES } from './tiles/grid.ts';

const unpack = promisify(gunzip);

/** Unpacked tiles, by their digest: a map that is looked at asks for the same ones again. Two thousand tiles of 8 kB. */
const UNPACKED_BYTES = 16 * 1024 * 1024;
const unpacked = new LRUCache<string, Uint8Array>({
  maxSize: UNPACKED_BYTES,
  sizeCalculation: ({ length }) => length + 1,
});

async function unpackedTile({ digest, bytes }: ArchivedTile): Promise<Uint8Array> {
  const known = unpacked.get(digest);
  if (known !== undefined) return known;
  // A copy: small answers of zlib are pieces of larger blocks, which would stay with them.
  const tile = Uint8Array.from(await unpack(bytes(), { maxOutputLength: MAX_PLAIN_BYTES }).catch(tooLarge));
  unpacked.set(digest, tile);
  return tile;
}

/**
 * Sends a vector tile as it is stored, or unpacked to who does not take gzip; 204 where nothing is.
 *
 * @param keeping the header `Cache-Control`
 */
export async function sendVectorTile(
  { request, reply }: Pick<RouteContext<unknown, unknown, unknown>, 'request' | 'reply'>,
  tile: ArchivedTile | undefined,
  keeping: string,
): Promise<unknown> {
  const others = reply.getHeader('vary');
  void reply.headers({
    'cache-control': keeping,
    // Beside what the rights already depend on.
    vary: others === undefined ? 'Accept-Encoding' : `${String(others)}, Accept-Encoding`,
  });
  if (tile === undefined) return sendLasting(reply.code(204));
  const isPacked = acceptsGzip(request.headers['accept-encoding']);
  const etag = `"${tile.digest}${isPacked ? '' : '-plain'}"`;
  void reply.header('etag', etag);
  if (etagMatches(request.headers['if-none-match'], etag)) return sendLasting(reply.code(304));
  void reply.header('content-type', 'application/vnd.mapbox-vector-tile');
  if (!isPacked) return sendLasting(reply, await unpackedTile(tile));
  return sendLasting(reply.header('content-encoding', 'gzip'), tile.bytes());
}

/** Answers for an archive that was made before tiles had a bound, or is damaged. */
function tooLarge(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ERR_BUFFER_TOO_LARGE') throw error;
  throw fail('too-large', 'This tile is too large to be unpacked for you. Ask for it with Accept-Encoding: gzip.');
}

/** A request without the header gets plain bytes: simple programs ask so, and unpack nothing. */
function acceptsGzip(header: string | string[] | undefined): boolean {
  const accepted = String(header ?? '')
    .split(',')
    .map((part) =>
      part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/),
    );
  const find = (name: string): readonly string[] | undefined => accepted.find(([coding]) => coding === name);
  const chosen = find('gzip') ?? find('x-gzip') ?? find('*');
  return chosen !== undefined && !chosen.some((part) => /^q=0(?:\.0*)?$/.test(part));
}
