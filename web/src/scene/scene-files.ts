import { queryOptions } from '@tanstack/react-query';
import { inDataset, type DatasetRef } from '../api/addresses.ts';
import { callPage } from '../api/http.ts';
import { MOST_ITEMS } from '../api/item-list.ts';
import { keys } from '../api/keys.ts';
import { KINDS, viewerFor } from '../kinds/index.ts';

/** Entry types of files that a scene may show. */
const SCENE_KINDS = ['pointcloud', 'mesh', 'splat', 'tiles3d'];

/** The files of a dataset that a scene can show at once: built ones first, as many as a scene takes. */
export const sceneFilesQuery = (ref: DatasetRef) =>
  queryOptions({
    queryKey: [...keys.entries(ref), 'scene-files'],
    queryFn: async ({ signal }) => {
      const types = KINDS.all.filter(({ name }) => SCENE_KINDS.includes(name)).flatMap((kind) => kind.types);
      const pages = await Promise.all(
        types.map(({ type }) =>
          callPage('POST /orgs/{orgSlug}/ds/{dsSlug}/search', {
            path: inDataset(ref),
            body: { type, recursive: true, limit: MOST_SEARCHED },
            byLink: true,
            signal,
          }),
        ),
      );
      const found = pages.flatMap(({ items }) => items).filter((entry) => viewerFor(entry).opens === 'scene');
      return found
        .toSorted((a, b) => Number(a.buildStatus !== null) - Number(b.buildStatus !== null))
        .slice(0, MOST_ITEMS);
    },
  });

/** Parts of clouds are left out of what is found: more than a scene takes are asked for. */
const MOST_SEARCHED = 100;
