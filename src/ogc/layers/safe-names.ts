import { createHash } from 'node:crypto';

/**
 * A name that XML takes for one without a colon (NCName): letters, digits, `_`, `-` and `.` are kept, all else becomes `_`,
 * and a name that would not begin with a letter begins with `_`.
 */
export function safeName(name: string): string {
  const safe = name.replaceAll(/[^A-Za-z0-9_.-]/g, '_');
  return /^[A-Za-z_]/.test(safe) ? safe : `_${safe}`;
}

/** Characters of the hash that tells names apart that would be the same. */
const HASH_LENGTH = 8;

/**
 * The safe names of all names, in their order: where several would be the same, all have a piece of the name's hash behind
 * them; so has one that is the same as another with its hash.
 */
export function safeNames(names: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  const plain = names.map(safeName);
  for (const name of plain) counts.set(name, (counts.get(name) ?? 0) + 1);
  const isShared = (safe: string): boolean => counts.get(safe) !== 1;
  const hashed = new Set(names.filter((_, at) => isShared(plain[at]!)).map(withHash));
  return names.map((name, at) => {
    const safe = plain[at]!;
    return isShared(safe) || hashed.has(safe) ? withHash(name) : safe;
  });
}

function withHash(name: string): string {
  const hash = createHash('sha256').update(name).digest('hex').slice(0, HASH_LENGTH);
  return `${safeName(name)}_${hash}`;
}
