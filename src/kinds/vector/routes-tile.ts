import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { fail } from '../../errors/index.ts';
import { etagMatches, type RouteContext } from '../../http/index.ts';
import type { ArchivedTile } from './tiles/archive.ts';
import { MAX_PLAIN_BYTES } from './tiles/grid.ts';

const unpack = promisify(gunzip);

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
  if (tile === undefined) return reply.code(204).send();
  const isPacked = acceptsGzip(request.headers['accept-encoding']);
  const etag = `"${tile.digest}${isPacked ? '' : '-plain'}"`;
  void reply.header('etag', etag);
  if (etagMatches(request.headers['if-none-match'], etag)) return reply.code(304).send();
  void reply.type('application/vnd.mapbox-vector-tile');
  const bytes = tile.bytes();
  if (!isPacked) return reply.send(await unpack(bytes, { maxOutputLength: MAX_PLAIN_BYTES }).catch(tooLarge));
  return reply.header('content-encoding', 'gzip').send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

/** Of an archive that was made before tiles had a bound, or is damaged. */
function tooLarge(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ERR_BUFFER_TOO_LARGE') throw error;
  throw fail('too-large', 'This tile is too large to be unpacked for you. Ask for it with Accept-Encoding: gzip.');
}

/** Whoever says nothing is sent plain bytes: simple programs ask so, and unpack nothing. */
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
