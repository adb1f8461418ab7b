import { queryOptions } from '@tanstack/react-query';
import { ApiError, UNREACHABLE } from '../api/api-error.ts';
import { FOLDER_TYPE } from '../api/entries.ts';
import type { Entry } from '../api/answers.ts';
import { BUILT_KINDS } from './built-kinds.ts';
import type { SceneKind } from '../scene/core/scene-kind.ts';
import { documentKind } from './document/index.ts';
import { folderKind } from './folder/index.ts';
import { kindList, loadDetails } from './kind-list.ts';
import { NO_VIEW, type AllInScene, type EntryLook, type Kind, type ToolResults, type Viewer } from './kind.ts';
import { meshKind } from './mesh/index.ts';
import { photoKind } from './photo/index.ts';
import { pointcloudKind } from './pointcloud/index.ts';
import { rasterKind } from './raster/index.ts';
import { splatKind } from './splat/index.ts';
import { terrainKind } from './terrain/index.ts';
import { tiles3dKind } from './tiles3d/index.ts';
import { vectorKind } from './vector/index.ts';
import { videoKind } from './video/index.ts';

export { kindList, loadDetails, type DetailsList } from './kind-list.ts';
export {
  FACT_GROUPS,
  type Backdrop,
  type FactRow,
  type Kind,
  type KindDetails,
  type NamedAddress,
  type PropertyReader,
  type Viewer,
} from './kind.ts';

/** All kinds. docs/web.md says how to add one. */
export const KINDS = kindList([
  folderKind,
  photoKind,
  rasterKind,
  terrainKind,
  vectorKind,
  videoKind,
  documentKind,
  pointcloudKind,
  meshKind,
  splatKind,
  tiles3dKind,
]);

type Typed = Pick<Entry, 'type'>;

export const kindOf = ({ type }: Typed, kinds = KINDS): Kind => kinds.ofType(type);

/** What a click on the entry opens. */
export const viewerFor = (entry: Entry, kinds = KINDS): Viewer => kindOf(entry, kinds).viewer?.(entry) ?? NO_VIEW;

/** How a scene shows the entry; null where it does not. */
export function inScene(entry: Entry, kinds = KINDS): (() => Promise<SceneKind>) | null {
  const viewer = viewerFor(entry, kinds);
  return viewer.opens === 'scene' ? viewer.load : (kindOf(entry, kinds).inScene?.(entry) ?? null);
}

/** Layers of a scene that stand for many files. */
export const ALL_IN_SCENE: readonly AllInScene[] = KINDS.all.flatMap(({ allInScene }) => allInScene ?? []);

/** Name and icon of the entry's type. */
export const lookOf = ({ type }: Typed, kinds = KINDS): EntryLook => kinds.lookOf(type);

/** Details of all kinds: a part of the application, read from the service once. */
export const detailsQuery = queryOptions({
  queryKey: ['kind-details'],
  queryFn: async () => {
    try {
      return await loadDetails(KINDS);
    } catch {
      throw new ApiError(0, UNREACHABLE);
    }
  },
  staleTime: Infinity,
});

/** Results of a tool, from the kind that the tool belongs to; undefined for a tool of no kind. */
export const resultsOf = (toolId: string, kinds = KINDS): ToolResults | undefined =>
  kinds.all.find(({ results }) => results?.tools.includes(toolId))?.results;

export const isFolder = (entry: Typed): boolean => entry.type === FOLDER_TYPE;

/** True if the service builds outputs from the entry. */
export const isBuildable = (entry: Entry, kinds = KINDS): boolean =>
  BUILT_KINDS.includes(kindOf(entry, kinds).name) && !isPart(entry, kinds);

/** True for a file that is a part of what another one is: only that one is built. */
export const isPart = (entry: Entry, kinds = KINDS): boolean => kindOf(entry, kinds).isPart?.(entry) === true;

/** True if a map can show the entry below a drawing. */
export const isDrawnOn = (entry: Typed, kinds = KINDS): boolean => kindOf(entry, kinds).isDrawnOn === true;

/**
 * True once a thumbnail can exist: a raster's is made by its build.
 *
 * @param drawn names of the kinds of which the service draws thumbnails, of its features
 */
export function hasThumbnail(entry: Entry, drawn: readonly string[], kinds = KINDS): boolean {
  const kind = kindOf(entry, kinds);
  return drawn.includes(kind.name) && kind.hasThumbnail?.(entry) === true && (entry.buildStatus ?? null) === null;
}
