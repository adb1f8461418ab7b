import { inThread, shareBytes, type ThreadContext } from '../../../concurrency/index.ts';
import { openGeoPackage } from '../geopackage.ts';
import { createOpenFiles } from '../open-files.ts';
import { openTileArchive } from '../tiles/archive.ts';
import { createBudget } from './drawing-budget.ts';
import type { DrawTask } from './draw-task.ts';
import { featurePieces } from './feature-pieces.ts';
import { type NearbyTask, nearbyFeatures, type NearbyFeature } from './nearby.ts';
import { type MessageTask, paintMessage } from './message.ts';
import { drawMap } from './map-drawing.ts';
import { polarPieces } from './polar-pieces.ts';
import { paintSymbol, type SymbolTask } from './symbol.ts';
import { tilePieces } from './tile-pieces.ts';

/** Packages, and archives, that a thread has open: a handle and at most 512 kB of pages each. */
const MOST_OPEN = 16;

const archives = createOpenFiles(openTileArchive, MOST_OPEN);
const packages = createOpenFiles(openGeoPackage, MOST_OPEN);

/** Draws a layer: see `drawMap`. */
export const draw = inThread((task: DrawTask, context: ThreadContext) => shareBytes(drawTask(task, context)));

function drawTask(task: DrawTask, context: ThreadContext): Uint8ClampedArray {
  const budget = createBudget(context);
  const { tiles, path } = task.source;
  if (tiles !== undefined) {
    const archive = archives.use(tiles.path);
    if (tiles.zoom <= archive.maxzoom)
      return drawMap(task, function* () {
        yield* tilePieces(task, tiles, archive, budget);
        yield* polarPieces(task, tiles, packages.use(path), budget);
      });
  }
  return drawMap(task, () => featurePieces(task, packages.use(path), budget));
}

/** Features at a pixel. */
export const nearby = inThread((task: NearbyTask, context: ThreadContext): readonly NearbyFeature[] =>
  nearbyFeatures(task, packages.use(task.source.path), createBudget(context)),
);

/** The picture of a legend. */
export const symbol = inThread((task: SymbolTask) => shareBytes(paintSymbol(task)));

/** The picture of an error. */
export const message = inThread((task: MessageTask) => shareBytes(paintMessage(task)));
