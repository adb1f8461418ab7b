import { fail } from '../../errors/index.ts';
import { isStorable } from '../../input/index.ts';

/** Free facts about a user. Two keys mean something: `maxStorageMB` is the quota, `roles` are the roles. */
export type Metadata = Readonly<Record<string, unknown>>;

const MIB = 1024 * 1024;
/** A page of facts; it is read with every look at the user. */
const MAX_BYTES = 64 * 1024;
/** Far more than facts nest; the database and JSON writers recurse once for each level. */
const MAX_DEPTH = 32;
const MAX_ROLES = 100;

export interface MetadataChange {
  readonly metadata: Metadata;
  /** Bytes; null: unlimited. */
  readonly storageQuota: number | null;
  /** Absent: the roles stay as they are. */
  readonly roles: readonly string[] | undefined;
}

/**
 * What metadata sent by an administrator asks for. It replaces all of before, so without `maxStorageMB` there is no quota.
 *
 * @throws `invalid-input` with the name of the key; `too-large`
 */
export function readMetadata(input: unknown): MetadataChange {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw fail('invalid-input', 'The metadata must be a JSON object.');
  }
  check(input, []);
  const text = JSON.stringify(input);
  if (Buffer.byteLength(text) > MAX_BYTES) throw fail('too-large', `Metadata may take ${MAX_BYTES / 1024} KiB.`);
  const metadata = input as Metadata;
  return { metadata, storageQuota: readQuota(metadata['maxStorageMB']), roles: readRoles(metadata['roles']) };
}

/** The metadata as it is shown: what means something tells how things are now, however they became so. */
export function presentMetadata(
  metadata: Metadata,
  { storageQuota, roles }: { readonly storageQuota: number | null; readonly roles: readonly string[] },
): Metadata {
  return {
    ...metadata,
    // Left out of the answer, as `undefined`, when there is none.
    maxStorageMB: storageQuota === null ? undefined : storageQuota / MIB,
    roles: metadata['roles'] === undefined ? undefined : roles,
  };
}

function readQuota(quota: unknown): number | null {
  if (quota === undefined || quota === null) return null;
  if (typeof quota === 'number' && quota >= 0 && quota * MIB <= Number.MAX_SAFE_INTEGER) return Math.floor(quota * MIB);
  throw fail('invalid-input', 'maxStorageMB must be a number of MiB, 0 or more; null or nothing is no limit.');
}

function readRoles(roles: unknown): readonly string[] | undefined {
  if (roles === undefined || roles === null) return undefined;
  if (Array.isArray(roles) && roles.length <= MAX_ROLES && roles.every((role) => typeof role === 'string'))
    return roles;
  throw fail('invalid-input', 'roles must be a list of role names.');
}

/** @param path names of the facts that lead to it. @throws `invalid-input` for what cannot be stored */
function check(value: unknown, path: readonly string[]): void {
  if (typeof value === 'string') checkText(value, path);
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= MAX_DEPTH) throw fail('invalid-input', `Metadata may nest ${MAX_DEPTH} levels.`);
  for (const [name, inner] of Object.entries(value)) {
    checkText(name, path);
    check(inner, [...path, name]);
  }
}

function checkText(text: string, path: readonly string[]): void {
  if (isStorable(text)) return;
  const place = path.length === 0 ? 'The metadata' : path.join('.');
  throw fail('invalid-input', `${place} must not hold a NUL character or half of a surrogate pair.`);
}
