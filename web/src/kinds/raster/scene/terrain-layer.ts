import { formatAmount } from '../../../format/value.ts';
import type { LayerHost } from '../../../scene/core/layer-host.ts';
import type { SceneView } from '../../../scene/core/layer-view.ts';
import type { LayerState, SceneLayer } from '../../../scene/core/scene-layer.ts';
import type { Triple } from '../../../scene/geometry/triple.ts';
import { createPartLoader, type WantedPart } from '../../../scene/loading/part-loader.ts';
import { type Ground, openGround } from './ground.ts';
import type { GroundPicture } from './ground-pictures.ts';
import type { GroundSource } from './ground-source.ts';
import { createHeightStore } from './height-store.ts';
import { pickGround, visitGround } from './pick-ground.ts';
import { readPicture, type RasterTiles } from './raster-pictures.ts';
import { drawableSquares } from './square-choice.ts';
import { squareOnGround } from './square-on-ground.ts';
import { squaresInView } from './squares-in-view.ts';
import { terrainCause } from './terrain-cause.ts';
import { createTerrainMaterial } from './terrain-material.ts';
import { createSquares } from './terrain-squares.ts';
import { parseTerrainStyle } from './terrain-style.ts';
import { around, keyOf, type Square } from './tile-grid.ts';
import { i18n } from '../../../languages/i18n.ts';

/** Squares at least, whatever the budget is. */
const LEAST_SQUARES = 12;
/** Mesh and picture of a square on the graphics card. */
const SQUARE_BYTES = 480_000;
/** Pictures take more bytes than points: so many times the budget of points. */
const BYTES_FACTOR = 2;

/** A layer of ground, as its settings read it. */
export type TerrainLayer = SceneLayer & {
  /** Rasters that can be shown on it. */
  readonly pictures: () => readonly GroundPicture[];
  /** True for a picture without heights. */
  readonly isFlat: boolean;
};

type Opened = { readonly ground: Ground; readonly source: GroundSource };

/** Ground of an elevation model, or of a picture alone. @param open finds out where its tiles come from */
export function createTerrainLayer(
  host: LayerHost,
  isFlat: boolean,
  open: (signal: AbortSignal) => Promise<GroundSource>,
): TerrainLayer {
  const material = createTerrainMaterial(!isFlat);
  const squares = createSquares(material);
  const heights = createHeightStore();
  let style = parseTerrainStyle(host.style);
  let opened: Opened | null = null;
  let picture: RasterTiles | null = null;
  let state: LayerState = { kind: 'loading' };
  let isDisposed = false;
  const changed = (): void => {
    if (!isDisposed) host.changed();
  };
  let parts = createPartLoader(changed);
  material.setOpacity(style.opacity);

  const lift = (): number => (isFlat && opened !== null ? style.height * opened.ground.up : 0);
  const lifted = (at: Triple): Triple => [at[0], at[1], at[2] + lift()];
  const pictureSquare = (square: Square): Square => around(square, picture?.deepest ?? 0);
  const hasPicture = (square: Square): boolean => picture === null || squares.hasPicture(keyOf(pictureSquare(square)));
  const build = (ground: Ground, square: Square): void => {
    const tile = heights.get(ground.heightSquare(square));
    if (tile === undefined) return;
    const shown = pictureSquare(square);
    const arrays = squareOnGround(ground, { square, tile, picture: shown, hasSkirt: !isFlat });
    squares.add(keyOf(square), arrays, ground.placeOf(square).middle, keyOf(shown));
  };
  const heightsPart = ({ source, ground }: Opened, square: Square): readonly WantedPart[] => {
    const tile = ground.heightSquare(square);
    if (squares.has(keyOf(square)) || heights.get(tile) !== undefined) return [];
    const load = async (signal: AbortSignal) => heights.add(tile, await source.heights(tile, signal), false);
    return [{ key: `heights ${keyOf(tile)}`, load }];
  };
  const picturePart = (square: Square): readonly WantedPart[] => {
    const [tiles, shown] = [picture, pictureSquare(square)];
    if (tiles === null || hasPicture(square)) return [];
    const load = async (signal: AbortSignal): Promise<void> => {
      const image = await readPicture(tiles, shown, signal);
      if (signal.aborted) image.close();
      else squares.addPicture(keyOf(shown), image);
    };
    return [{ key: `picture ${keyOf(shown)}`, load }];
  };
  const choose = ({ ground, source }: Opened, view: SceneView, bytes: number): readonly Square[] =>
    squaresInView(view, {
      ground,
      lift: lift(),
      heights: isFlat ? null : source.deepest,
      pictures: picture?.deepest ?? 0,
      most: Math.max(LEAST_SQUARES, Math.floor(bytes / SQUARE_BYTES)),
    });
  const heightAt = (x: number, y: number): number | null => {
    const height = opened?.ground.heightAt(x, y) ?? null;
    return height === null ? null : height + lift();
  };

  const layer: TerrainLayer = {
    object: squares.group,
    isFlat,
    counts: 'triangle',
    pictures: () => opened?.source.pictures ?? [],
    get state() {
      return state;
    },
    get bounds() {
      const box = opened?.ground.bounds();
      return box === undefined ? null : { min: lifted(box.min), max: lifted(box.max) };
    },
    get held() {
      return squares.held();
    },

    async load(signal) {
      try {
        const source = await open(signal);
        picture = source.pictureOf(style);
        opened = { source, ground: await openGround(host, source, heights, picture?.deepest ?? 0, signal) };
        state = { kind: 'partial' };
      } catch (error) {
        if (signal.aborted) return;
        state = { kind: 'failed', cause: terrainCause(error) };
      }
      changed();
    },

    update(view) {
      if (opened === null) return;
      const {
        ground,
        ground: { roots },
      } = opened;
      const bytes = view.budget.bytes * BYTES_FACTOR;
      const chosen = choose(opened, view, bytes);
      const all = [...roots, ...chosen];
      const of = opened;
      const wanted = all.flatMap((square) => [...heightsPart(of, square), ...picturePart(square)]);
      parts.want([...new Map(wanted.map((part) => [part.key, part])).values()]);
      for (const square of all) if (!squares.has(keyOf(square))) build(ground, square);
      const drawn = drawableSquares(roots, chosen, (square) => squares.has(keyOf(square)) && hasPicture(square));
      const needed = [...all, ...drawn].flatMap((square) => [keyOf(square), keyOf(pictureSquare(square))]);
      squares.show(drawn.map(keyOf), new Set(needed), bytes);
      squares.group.position.z = lift();
      squares.group.updateMatrixWorld(true);
      material.setClip(view.clip);
      const failure = parts.failure();
      const cause = failure === undefined ? {} : { cause: terrainCause(failure) };
      state = parts.isBusy() || failure !== undefined ? { kind: 'partial', ...cause } : { kind: 'ready' };
    },

    setStyle(text) {
      style = parseTerrainStyle(text);
      material.setOpacity(style.opacity);
      const next = opened?.source.pictureOf(style) ?? null;
      if (next !== null && next.template !== picture?.template) {
        // Places in pictures are those of other tiles.
        parts.dispose();
        parts = createPartLoader(changed);
        squares.clear();
        picture = next;
      }
      changed();
    },

    pick(ray) {
      const found = pickGround(squares.shown(), heightAt, ray);
      return found === null ? null : { ...found, offPixels: 0, layer, part: null };
    },

    inspect({ at }) {
      if (opened === null) return Promise.resolve([]);
      const [longitude, latitude, height] = opened.ground.earth.toEarth(at);
      return Promise.resolve([
        [i18n.t('Longitude'), `${longitude.toFixed(7)}°`],
        [i18n.t('Latitude'), `${latitude.toFixed(7)}°`],
        [i18n.t('Height'), `${formatAmount(height, 2)} m`],
      ]);
    },

    heightAt,
    visitCorridor: (corridor, visit) => visitGround(corridor, heightAt, visit),

    dispose() {
      isDisposed = true;
      parts.dispose();
      squares.clear();
      heights.clear();
      material.dispose();
    },
  };
  return layer;
}
