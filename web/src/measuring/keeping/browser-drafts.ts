import type { Draft, DraftPort } from './ports.ts';
import { formatSidecar, newId, parseSidecar } from './sidecar.ts';

/** Browsers keep 5 MB for a site. */
const MOST_CHARACTERS = 1_500_000;
const PREFIX = 'alidade.measurements';

/**
 * Unsaved changes in the browser's storage, by person and file. Each page has its own, as two tabs would write over each
 * other's; a page that opens takes over what is there.
 */
export function browserDrafts(person: string, file: string, storage: Storage | null = usualStorage()): DraftPort {
  const prefix = `${PREFIX} ${JSON.stringify([person, file])} `;
  const own = prefix + newId();
  return {
    take() {
      if (storage === null) return [];
      const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
      return names
        .filter((name) => name.startsWith(prefix))
        .flatMap((name) => {
          const draft = draftOf(storage.getItem(name));
          if (draft !== null) storage.removeItem(name);
          return draft ?? [];
        });
    },
    keep({ base, mine }) {
      const text = JSON.stringify([formatSidecar(base), formatSidecar(mine)]);
      if (storage === null || text.length > MOST_CHARACTERS) return false;
      try {
        storage.setItem(own, text);
        return true;
      } catch {
        // It is full. The page says that the changes would be lost with it.
        return false;
      }
    },
    forget: () => storage?.removeItem(own),
  };
}

/** Null where the person allows no storage. */
function usualStorage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

/** Null for what another release wrote, which stays where it is. */
function draftOf(text: string | null): Draft | null {
  try {
    const value: unknown = JSON.parse(text ?? '');
    if (!Array.isArray(value)) return null;
    const [base, mine] = value as readonly unknown[];
    return typeof base === 'string' && typeof mine === 'string'
      ? { base: parseSidecar(base), mine: parseSidecar(mine) }
      : null;
  } catch {
    return null;
  }
}
