import { checkEntryPath } from '../../datasets/index.ts';
import { fail } from '../../errors/index.ts';
import { isStorable } from '../../input/index.ts';

/** What a client says of an upload that it begins. */
export interface Target {
  readonly path: string;
  /** SHA-256 the file will have, lower-case hexadecimal. */
  readonly sha256: string | null;
  /** Token of the batch that it is staged into; null: it is put at its path. */
  readonly batch: string | null;
  readonly metadata: Readonly<Record<string, string | null>>;
}

/**
 * Reads the metadata of a new upload: `path`, or `filename` (or `name`) for a file at the root, and optionally `sha256`
 * and `batch`.
 *
 * @throws `invalid-input`
 */
export function readTarget(metadata: Readonly<Record<string, string | null>> = {}): Target {
  for (const [name, value] of Object.entries(metadata))
    if (!isStorable(name) || !isStorable(value ?? ''))
      throw fail('invalid-input', 'Upload-Metadata must not hold a NUL character or half of a surrogate pair.');
  const path = metadata['path'] || metadata['filename'] || metadata['name'];
  if (!path)
    throw fail('invalid-input', 'Upload-Metadata needs the path of the file: `path`, or `filename` at the root.');
  const sha256 = metadata['sha256']?.toLowerCase() ?? null;
  if (sha256 !== null && !/^[0-9a-f]{64}$/.test(sha256))
    throw fail('invalid-input', 'sha256 must be 64 hexadecimal digits.');
  return { path: checkEntryPath(path), sha256, batch: metadata['batch'] || null, metadata };
}
