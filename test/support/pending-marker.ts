import { join } from 'node:path';
import { createMarkers, type Marker } from '../../src/builds/pending/marker.ts';
import { pendingRows, putPending } from '../../src/builds/pending/pending-store.ts';
import { openDatabase } from '../../src/database/index.ts';
import type { TestService } from './service.ts';

/** The pending marker of an entry: its row and its file, as a build leaves them that waits for another file. */
export interface PendingMarker extends AsyncDisposable {
  /** Files that it waits for, in the index and on the disk; undefined where there is no marker. */
  missing(): Promise<readonly [row: readonly string[] | undefined, file: readonly string[] | undefined]>;
}

export async function markPending(
  { dataDir, environment }: TestService,
  slug: string,
  path: string,
  missing: readonly string[],
): Promise<PendingMarker> {
  const { db, close } = await openDatabase({ folder: dataDir, url: environment.DATABASE_URL });
  const markers = createMarkers(join(dataDir, 'builds'));
  const { id, hash } = await db
    .selectFrom('entries')
    .innerJoin('datasets', 'datasets.id', 'entries.dataset_id')
    .select(['datasets.id', 'entries.hash'])
    .where('datasets.slug', '=', slug)
    .where('entries.path', '=', path)
    .$narrowType<{ hash: string }>()
    .executeTakeFirstOrThrow();
  await markers.write(id, { hash, path, missingDependencies: missing, lastAttempt: 1 });
  await putPending(db, id, { hash, path, missing, lastAttempt: new Date(1000) });
  const ofFile = async (): Promise<Marker | undefined> => {
    for await (const piece of markers.pieces(id)) {
      const found = piece.find((marker) => marker.path === path);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return {
    async missing() {
      const row = (await pendingRows(db, id, undefined, 1000)).find((pending) => pending.path === path);
      return [row?.missing, (await ofFile())?.missingDependencies];
    },
    [Symbol.asyncDispose]: close,
  };
}
