import { DownloadPriorityQueue, LRUCache, PriorityQueue, type Tile } from '3d-tiles-renderer/core';
import { ImplicitTilingPlugin } from '3d-tiles-renderer/core/plugins';
import { TilesRenderer } from '3d-tiles-renderer/three';
import { Box3, Group, Matrix4, type Object3D, Sphere, Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { ApiError } from '../../api/api-error.ts';
import type { LayerHost } from '../../scene/core/layer-host.ts';
import type { SceneView } from '../../scene/core/layer-view.ts';
import type { LayerState, SceneLayer } from '../../scene/core/scene-layer.ts';
import { boxToScene, type SceneFrame } from '../../scene/geometry/scene-frame.ts';
import type { Box } from '../../scene/geometry/triple.ts';
import { layerCause, OTHER_SYSTEM } from '../../scene/loading/layer-cause.ts';
import { isMesh, type LoadedTile, visibleTiles } from './loaded-tile.ts';
import { createSurfaceDecoder, type SurfaceDecoder } from './decode/surface-decoder.ts';
import { gltfParts } from './load/gltf-parts.ts';
import { inlineFiles } from './load/inline-files.ts';
import { splitContents, type TileJson } from './load/several-contents.ts';
import type { TileAddresses } from './load/tile-address.ts';
import { tileFetch } from './load/tile-fetch.ts';
import { createTileLooks } from './look/tile-looks.ts';
import { parseTileStyle } from './look/tile-style.ts';
import { pickTile } from './pick/pick-tile.ts';
import { tileFacts } from './pick/tile-facts.ts';
import { tilesetPlace, type TilesetPlace } from './place/tileset-place.ts';
import { TilesError } from './tiles-error.ts';
import { i18n } from '../../languages/i18n.ts';

/** Pixels of the page that a tile may differ from its children before those are drawn in its place. */
const ERROR_PIXELS = 12;
/** Pictures on surfaces take more bytes than points: so many times the budget of points, and the share of it that may stay unseen. */
const [BYTES_FACTOR, KEPT_SHARE] = [6, 0.75] as const;
/** Requests and decoding at the same time. */
const [DOWNLOADS, PARSES] = [8, 2] as const;
/** Time between two looks at what is still to come. */
const AGAIN_MS = 100;

/** Target of a question what a tile looks like from the eye. */
type TileError = { inView: boolean; error: number; distance: number };

type Shown = { readonly place: TilesetPlace; readonly frame: SceneFrame; readonly bounds: Box };

/** A tileset: tiles are read and drawn as far as the picture needs them. */
export function createTilesLayer(
  host: LayerHost,
  addresses: TileAddresses,
  decoder: SurfaceDecoder = createSurfaceDecoder(),
): SceneLayer {
  const object = new Group();
  const tiles = new TilesRenderer(addresses.root);
  const looks = createTileLooks(parseTileStyle(host.style));
  looks.setStyle(parseTileStyle(host.style));
  const fetchFile = tileFetch(addresses);
  const failures: Error[] = [];
  const eye = new Vector3();
  const sphere = new Sphere();
  let view: SceneView | null = null;
  let shown: Shown | null = null;
  let state: LayerState = { kind: 'loading' };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDisposed = false;

  // Those of the library are shared by all tilesets of a page, also by those that were left.
  useOwnQueues(tiles);
  tiles.displayActiveTiles = false;
  tiles.manager.setURLModifier((address) => (/^(blob|data):/.test(address) ? address : addresses.allowed(address)));
  const models = new GLTFLoader(tiles.manager).register(gltfParts(fetchFile));
  models.setDRACOLoader(decoder.draco).setMeshoptDecoder(decoder.meshopt);
  tiles.manager.addHandler(/\.gl(tf|b)$/i, models);
  tiles.manager.addHandler(/\.drc$/i, decoder.draco);
  tiles.registerPlugin({
    name: 'ALIDADE',
    async fetchData(address: string, { signal }: RequestInit): Promise<unknown> {
      const answer = await fetchFile(address, signal ?? undefined);
      if (!/\.json$/i.test(new URL(address).pathname))
        return inlineFiles(await answer.arrayBuffer(), address, fetchFile);
      const json = (await answer.json()) as { readonly root?: TileJson };
      if (json.root !== undefined) splitContents(json.root);
      return json;
    },
    processTileModel(scene: Object3D, { content }: Tile) {
      looks.dress(scene, /\.pnts(\?|$)/i.test(content?.uri ?? ''));
    },
    disposeTile({ engineData }: LoadedTile) {
      if (engineData.scene !== null) looks.forget(engineData.scene);
    },
    calculateTileViewError(tile: LoadedTile, target: TileError): boolean {
      if (view === null) return false;
      const { boundingVolume } = tile.engineData;
      boundingVolume.getSphere(sphere);
      sphere.applyMatrix4(tiles.group.matrixWorld);
      const { x, y, z } = sphere.center;
      target.inView = view.sees([x, y, z], sphere.radius);
      target.distance = boundingVolume.distanceToPoint(eye);
      target.error = target.distance === 0 ? Infinity : (tile.geometricError * view.pixelsAtOne) / target.distance;
      return true;
    },
  });
  tiles.registerPlugin(new ImplicitTilingPlugin());
  const changed = (): void => {
    if (!isDisposed) host.changed();
  };
  tiles.addEventListener('needs-update', changed);
  tiles.addEventListener('load-error', ({ error }) => {
    failures.push(error);
    changed();
  });

  const place = async (): Promise<Shown> => {
    const [box, turn] = [new Box3(), new Matrix4()];
    if (!tiles.getOrientedBoundingBox(box, turn)) throw new TilesError(i18n.t('Its first tile has no bounds.'));
    const found = tilesetPlace(box, turn);
    // Above the ellipsoid by their definition, where they are on Earth.
    const frame = await host.place(found.crs, found.bounds, found.onEarth === null ? null : 'ellipsoid');
    if (frame === null) throw new TilesError(OTHER_SYSTEM);
    const [x, y, z] = frame.origin;
    const matrix = new Matrix4().makeTranslation(-x, -y, -z).multiply(found.matrix);
    matrix.decompose(tiles.group.position, tiles.group.quaternion, tiles.group.scale);
    tiles.group.updateMatrixWorld(true);
    return { place: found, frame, bounds: boxToScene(frame, found.bounds) };
  };
  const stateNow = (): LayerState => {
    const [failure] = failures;
    if (failure !== undefined) return { kind: 'partial', cause: causeOf(failure) };
    return isLoading(tiles) ? { kind: 'partial' } : { kind: 'ready' };
  };

  const layer: SceneLayer = {
    object,
    get state() {
      return state;
    },
    get bounds() {
      return shown?.bounds ?? null;
    },
    get held() {
      return { points: trianglesOf(tiles), bytes: bytesOf(tiles.lruCache) };
    },
    counts: 'triangle',

    async load(signal) {
      try {
        await rootOf(tiles, signal);
        shown = await place();
        object.add(tiles.group);
        state = { kind: 'partial' };
      } catch (error) {
        if (signal.aborted) return;
        state = { kind: 'failed', cause: causeOf(error) };
      }
      changed();
    },

    update(next) {
      if (shown === null) return;
      view = next;
      eye.set(...next.eye).applyMatrix4(new Matrix4().copy(tiles.group.matrixWorld).invert());
      tiles.errorTarget = ERROR_PIXELS * next.pixelRatio;
      tiles.lruCache.maxBytesSize = next.budget.bytes * BYTES_FACTOR;
      tiles.lruCache.minBytesSize = tiles.lruCache.maxBytesSize * KEPT_SHARE;
      looks.setView(next);
      tiles.update();
      state = stateNow();
      // What is loaded says so; what ends otherwise does not always.
      clearTimeout(timer);
      if (isLoading(tiles)) timer = setTimeout(changed, AGAIN_MS);
    },

    setStyle(text) {
      looks.setStyle(parseTileStyle(text));
      changed();
    },

    pick: (ray) => (shown === null ? null : pickTile(tiles, ray, layer)),

    inspect: ({ part }) => Promise.resolve(shown === null ? [] : tileFacts(part, shown.frame, shown.place)),

    dispose() {
      isDisposed = true;
      clearTimeout(timer);
      tiles.dispose();
      decoder.dispose();
      object.clear();
    },
  };
  return layer;
}

function useOwnQueues(tiles: TilesRenderer): void {
  const { lruCache, downloadQueue, parseQueue, processNodeQueue } = tiles;
  tiles.lruCache = Object.assign(new LRUCache(), { unloadPriorityCallback: lruCache.unloadPriorityCallback });
  tiles.downloadQueue = new DownloadPriorityQueue();
  tiles.downloadQueue.maxJobsPerOrigin = DOWNLOADS;
  tiles.downloadQueue.priorityCallback = downloadQueue.priorityCallback;
  tiles.parseQueue = Object.assign(new PriorityQueue(), {
    priorityCallback: parseQueue.priorityCallback,
    maxJobs: PARSES,
  });
  tiles.processNodeQueue = Object.assign(new PriorityQueue(), {
    priorityCallback: processNodeQueue.priorityCallback,
    maxJobs: processNodeQueue.maxJobs,
  });
}

/** Waits until the first file of the tileset is there. @throws its error */
async function rootOf(tiles: TilesRenderer, signal: AbortSignal): Promise<void> {
  await new Promise<void>((done, failed) => {
    tiles.addEventListener('load-root-tileset', () => done());
    tiles.addEventListener('load-error', ({ tile, error }) => {
      if (tile === null) failed(error);
    });
    signal.addEventListener('abort', () => failed(signal.reason));
    tiles.update();
  });
  if (tiles.root === null) throw new TilesError(i18n.t('It is no tileset.'));
}

/** What the renderer counts, beside what its types say. */
type Stats = { readonly queued: number; readonly downloading: number; readonly parsing: number };
const statsOf = (tiles: TilesRenderer): Stats => (tiles as unknown as { readonly stats: Stats }).stats;

function isLoading(tiles: TilesRenderer): boolean {
  const { queued, downloading, parsing } = statsOf(tiles);
  return queued + downloading + parsing > 0 || tiles.processNodeQueue.running;
}

/** Triangles of the tiles that are drawn. */
function trianglesOf(tiles: TilesRenderer): number {
  let triangles = 0;
  for (const { engineData } of visibleTiles(tiles))
    engineData.scene?.traverse((object) => {
      if (!isMesh(object)) return;
      const { index, attributes } = object.geometry;
      triangles += Math.floor((index?.count ?? attributes['position']?.count ?? 0) / 3) * (object.count ?? 1);
    });
  return triangles;
}

const bytesOf = (cache: LRUCache): number => (cache as unknown as { readonly cachedBytes: number }).cachedBytes;

const KTX2 = i18n.t('Its pictures are compressed as KTX2, which is not shown here. Download it for other viewers.');

function causeOf(error: unknown): string {
  if (error instanceof TilesError) return error.message;
  if (error instanceof ApiError) return layerCause(error);
  const words = error instanceof Error ? error.message : String(error);
  return /ktx2|basisu/i.test(words) ? KTX2 : i18n.t('A tile of it cannot be read.');
}
