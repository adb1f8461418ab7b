import { join } from 'node:path';
import { rememberAccess, type AccessControl } from '../access/index.ts';
import {
  accessTokenRoutes,
  createAccessTokens,
  createIdentity,
  createLinkDoor,
  createLinkProofs,
  withAccessTokens,
} from '../accounts/index.ts';
import { buildRoutes, createJobEvents, pathInBuild } from '../builds/index.ts';
import { coverPaths, type DatasetRef, sidecars } from '../datasets/index.ts';
import type { Route } from '../http/index.ts';
import { userHoldings } from '../organizations/index.ts';
import { geoidRoutes } from '../projections/index.ts';
import {
  createMapTiles,
  createThumbnails,
  mapTileRoutes,
  openThumbnailCache,
  thumbnailRoutes,
} from '../thumbnails/index.ts';
import { assembleSearch } from '../search/index.ts';
import { createExtents, stacRoutes } from '../stac/index.ts';
import { relocationRoutes, type System } from '../system/index.ts';
import { taskAdministrationRoutes, taskEventRoute, taskRoutes } from '../tasks/index.ts';
import { signedInTools } from '../tools/index.ts';
import { importRoutes, processingNodeRoutes } from '../transfers/index.ts';
import { createAskedRasters, createRasterAnalysis, rasterRoutes } from '../kinds/raster/index.ts';
import { createTerrainMeasures, terrainRoutes } from '../kinds/terrain/index.ts';
import { vectorRoutes } from '../kinds/vector/index.ts';
import { createVideoTracks, videoRoutes } from '../kinds/video/index.ts';
import type { Content } from './content.ts';
import type { Context, Foundation } from './foundation.ts';
import { limitedEngine } from './limited-engine.ts';
import type { Services } from './services.ts';

/** What is answered, and who callers are and what they may do. */
export interface Answering {
  readonly routes: readonly Route[];
  readonly access: AccessControl;
}

export function assembleRoutes(
  context: Context,
  foundation: Foundation,
  content: Content,
  services: Services,
  system: System,
): Answering {
  const { db, changes, secret } = foundation;
  const { settings, originOf } = context;
  const { datasets, organizations } = content;
  const holdings = { ...userHoldings(settings), giveUp: content.giveUpBatches };
  const identity = createIdentity({ db, settings, secret, holdings, originOf });
  const proofs = createLinkProofs(secret);
  const accessTokens = createAccessTokens(db, proofs);
  const door = createLinkDoor({ db, proofs, dataset: datasets.grant, limits: settings.signIn });
  const routes = [
    ...system.routes,
    ...identity.routes,
    ...accessTokenRoutes(accessTokens, door, {
      dataset: datasets.grant,
      entryPath: async (dataset, path) => (await content.objects.get(dataset, path)).path,
      originOf,
    }),
    ...organizations.routes,
    ...relocationRoutes(db, content.administration),
    ...content.routes(originOf),
    ...serviceRoutes(context, foundation, content, services),
    ...mapTileRoutes(createMapTiles({ builds: content.builds, drawers: services.tileDrawers })),
    ...questionRoutes(foundation, content, services),
    ...geoidRoutes,
    ...thumbnailRoutes(thumbnailsOf(context, foundation, content, services)),
  ].map(services.transfers.limited);
  const rules = {
    authenticate: withAccessTokens(identity.authenticate, accessTokens),
    organization: organizations.grant,
    dataset: datasets.grant,
    holds: datasets.holds,
  };
  return { routes, access: rememberAccess(rules, changes) };
}

function serviceRoutes(
  { settings, lifetime, originOf }: Context,
  { database, db, blobs, changes }: Foundation,
  { builds, outputs, searchEntries }: Content,
  { transfers, imports, processingNodes, tasks: { tasks }, vectorTiles, ogc, drawers }: Services,
): readonly Route[] {
  const { tools } = settings.processingPlatform;
  const originals = new Set(
    outputs.serving('layer').map(({ output, artifact }) => pathInBuild(output, artifact).toLowerCase()),
  );
  const jobEvents = createJobEvents({ db, changes, closing: lifetime.signal });
  const derived = {
    outputs: outputs.all,
    isDrawn: (entry: { readonly type: number; readonly path: string }) => drawers.some((drawer) => drawer.draws(entry)),
  };
  return [
    ...transfers.routes,
    ...buildRoutes(builds, jobEvents, (path) => originals.has(path)),
    ...taskRoutes({ tasks, tools, signedInTools: signedInTools(settings) }),
    taskEventRoute(jobEvents),
    ...taskAdministrationRoutes(tasks.administration),
    ...stacRoutes(db, blobs, searchEntries, derived, originOf),
    ...assembleSearch(database, createExtents(db)),
    ...importRoutes(imports),
    ...processingNodeRoutes(processingNodes),
    ...vectorRoutes(vectorTiles, originOf),
    ...ogc.routes,
  ];
}

/** Questions about the values of rasters, and the tracks of videos. Slow ones leave a child to maps, whose places are projected by the same ones. */
function questionRoutes(
  { db, blobs, answeringEngine, answeringChildren }: Foundation,
  { builds, objects }: Content,
  { rasterTiles: tiles }: Services,
): readonly Route[] {
  const engine = limitedEngine(answeringEngine, Math.max(1, answeringChildren - 1));
  const neighbours = (dataset: DatasetRef, path: string) => sidecars.neighbours(db, blobs, dataset.id, path);
  const rasters = createAskedRasters({ builds, blobs, engine, neighbours });
  return [
    ...rasterRoutes(createRasterAnalysis({ rasters, tiles, engine })),
    ...terrainRoutes(createTerrainMeasures({ rasters, engine })),
    ...videoRoutes(createVideoTracks({ blobs, engine, entry: objects.get, neighbours })),
  ];
}

/** Files that are tried as the picture of their dataset: one that cannot be drawn is rare. */
const COVERS_TRIED = 4;

const thumbnailsOf = (
  { settings, dataDir, parts }: Context,
  { db, blobs, engine }: Foundation,
  { builds, outputs }: Content,
  { drawers }: Services,
): ReturnType<typeof createThumbnails> =>
  createThumbnails({
    builds,
    blobs,
    engine,
    drawers,
    outputs,
    candidates: settings.datasetThumbnailCandidates,
    covers: (dataset) => coverPaths(db, dataset.id, parts.kinds.covers, COVERS_TRIED),
    cache: openThumbnailCache(join(dataDir, 'thumbnails')),
    neighbours: (dataset, path) => sidecars.neighbours(db, blobs, dataset.id, path),
  });
