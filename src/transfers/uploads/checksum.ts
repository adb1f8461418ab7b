import { createHash, type Hash } from 'node:crypto';
import { fail } from '../../errors/index.ts';

/** Algorithms of the checksum extension. */
export const CHECKSUM_ALGORITHMS = ['sha256', 'sha1', 'md5'] as const;

/** A request's promise about its bytes. */
export interface Checksum {
  readonly digest: Hash;
  /** Base64. */
  readonly expected: string;
}

/** Reads `Upload-Checksum: <algorithm> <base64>`. @throws `invalid-input` */
export function readChecksum(header: string | undefined): Checksum | undefined {
  if (header === undefined) return undefined;
  const [, name = '', expected = ''] = /^(\S+) (\S+)$/.exec(header.trim()) ?? [];
  const algorithm = CHECKSUM_ALGORITHMS.find((known) => known === name.toLowerCase().replace('-', ''));
  if (algorithm === undefined)
    throw fail('invalid-input', `Upload-Checksum takes ${CHECKSUM_ALGORITHMS.join(', ')} and the sum in Base64.`);
  return { digest: createHash(algorithm), expected };
}

/** What the protocol answers bytes with that have another sum: they are dropped, and to be sent again. */
export const CHECKSUM_MISMATCH = {
  status_code: 460,
  body: 'The bytes that arrived do not have the checksum that was sent with them; send them again.',
} as const;
