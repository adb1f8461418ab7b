import { queryOptions } from '@tanstack/react-query';
import { inDataset, type DatasetRef } from '../api/addresses.ts';
import type { Entry } from '../api/answers.ts';
import { typesIn, withoutTypes, type FilePart } from '../api/file-part.ts';
import { callPage } from '../api/http.ts';
import { MOST_ITEMS } from '../api/item-list.ts';
import { keys } from '../api/keys.ts';
import { ALL_IN_SCENE, KINDS, viewerFor } from '../kinds/index.ts';
import { groundOf } from './scene-ground.ts';

/** Kinds of files that a scene may show. */
const SCENE_KINDS = ['pointcloud', 'mesh', 'splat', 'tiles3d'];
/** Kinds of elevation models and of orthophotos. */
const GROUND_KINDS = KINDS.all.filter(({ isGround }) => isGround !== undefined).map(({ name }) => name);
/** Parts of clouds are left out of what is found: more than a scene takes are asked for. */
const MOST_SEARCHED = 100;

/** What a scene of a part of a dataset shows, by paths and keys: built files first, then ground and photos, as many as a scene takes. */
export const sceneFilesQuery = (ref: DatasetRef, part: FilePart) =>
  queryOptions({
    queryKey: [...keys.entries(ref), 'scene-files', part],
    queryFn: async ({ signal }) => {
      const typesOf = (names: readonly string[]): readonly number[] =>
        KINDS.all.filter(({ name }) => names.includes(name)).flatMap(({ types }) => types.map(({ type }) => type));
      const find = async (types: readonly number[], limit: number): Promise<readonly Entry[]> => {
        const pages = await Promise.all(
          typesIn(part, types).map((type) =>
            callPage('POST /orgs/{orgSlug}/ds/{dsSlug}/search', {
              path: inDataset(ref),
              body: { type, ...withoutTypes(part), recursive: true, limit },
              byLink: true,
              signal,
            }),
          ),
        );
        return pages.flatMap(({ items }) => items);
      };
      const [found, rasters, ...many] = await Promise.all([
        find(typesOf(SCENE_KINDS), MOST_SEARCHED),
        find(typesOf(GROUND_KINDS), MOST_SEARCHED),
        ...ALL_IN_SCENE.map(async ({ key, types }) => ((await find(types, 1)).length > 0 ? [key] : [])),
      ]);
      const files = found
        .filter((entry) => viewerFor(entry).opens === 'scene')
        .toSorted((a, b) => Number(a.buildStatus !== null) - Number(b.buildStatus !== null));
      const below = [...groundOf(rasters, files.length === 0).map(({ path }) => path), ...many.flat()];
      return [...files.slice(0, Math.max(0, MOST_ITEMS - below.length)).map(({ path }) => path), ...below];
    },
  });
