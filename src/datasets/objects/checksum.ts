import type { IncomingHttpHeaders } from 'node:http';
import { fail } from '../../errors/index.ts';

/**
 * The SHA-256 a client says the file of an upload has, as lower-case hexadecimal digits: header `Content-Digest` or
 * `Repr-Digest` (RFC 9530), header `X-Content-SHA256`, or the field `sha256`. Other algorithms of the first two are not looked at.
 *
 * @throws `invalid-input` for what is no SHA-256, and when two of them differ
 */
export function expectedHash(headers: IncomingHttpHeaders, field: unknown): string | undefined {
  const told = [
    ...[headers['content-digest'], headers['repr-digest']].map(fromDigest),
    ...[headers['x-content-sha256'], field].map(fromHex),
  ].filter((hash) => hash !== undefined);
  if (new Set(told).size > 1) throw fail('invalid-input', 'The request names two different SHA-256 of the file.');
  return told[0];
}

function fromDigest(header: string | string[] | undefined): string | undefined {
  const values = [header ?? []].flat().flatMap((value) => value.split(','));
  const value = values.map((member) => member.trim()).find((member) => /^sha-256=/i.test(member));
  if (value === undefined) return undefined;
  const base64 = /^sha-256=:([A-Za-z0-9+/]{43}=):$/i.exec(value)?.[1];
  if (base64 === undefined) throw fail('invalid-input', 'The digest must be written sha-256=:<base64 of 32 bytes>:');
  return Buffer.from(base64, 'base64').toString('hex');
}

function fromHex(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !/^[0-9a-f]{64}$/i.test(value))
    throw fail('invalid-input', 'The SHA-256 of the file must be 64 hexadecimal digits.');
  return value.toLowerCase();
}
