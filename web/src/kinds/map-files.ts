import type { Icon as TablerIcon } from '@tabler/icons-react';
import { inDataset, pathOfLink, type DatasetRef } from '../api/addresses.ts';
import type { Entry } from '../api/answers.ts';
import { findEntry } from '../api/entries.ts';
import { typesIn, withoutTypes, type FilePart } from '../api/file-part.ts';
import { callPage } from '../api/http.ts';
import { shownName } from '../files/entry-path.ts';
import { footprintBounds } from '../map/footprint.ts';
import type { LayerGroup } from '../map/layer-groups.ts';
import type { MapLayer } from './map-kind.ts';

/** Layers of a kind that the panel lists. A list of more would help nobody: they are found by a search. */
const MOST_LAYERS = 500;

/** Files of some types in a part of the dataset, or in what a share link opens, in the order of their paths. */
export async function filesOfTypes(
  ref: DatasetRef,
  all: readonly number[],
  part: FilePart,
  signal: AbortSignal,
): Promise<readonly Entry[]> {
  const types = typesIn(part, all);
  const folder = pathOfLink() ?? '';
  // A link to a file: it is in no folder that the link opens.
  const file = folder === '' ? undefined : await findEntry(ref, folder, signal);
  if (file !== undefined) return types.includes(file.type) ? [file] : [];
  const pages = await Promise.all(
    types.map((type) =>
      callPage('POST /orgs/{orgSlug}/ds/{dsSlug}/search', {
        path: inDataset(ref),
        body: { type, path: folder, ...withoutTypes(part), recursive: true, limit: MOST_LAYERS },
        byLink: true,
        signal,
      }),
    ),
  );
  return pages.flatMap(({ items }) => items);
}

type FileLayer = {
  readonly kind: string;
  readonly group: LayerGroup;
  readonly Icon: TablerIcon;
  readonly opensScene?: boolean;
};

/** The layer that a file is. */
export const fileLayer = (entry: Entry, { opensScene = false, ...rest }: FileLayer): MapLayer => ({
  ...rest,
  key: entry.path,
  title: shownName(entry.path),
  bounds: footprintBounds(entry),
  entry,
  opensScene,
});
