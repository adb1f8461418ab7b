import type { LayerHost } from '../../scene/core/layer-host.ts';
import type { Corridor, CorridorVisitor, PickRay, SceneView } from '../../scene/core/layer-view.ts';
import type { LayerState, Picked, SceneLayer } from '../../scene/core/scene-layer.ts';
import { decodersOf, thisDevice } from '../../scene/core/budget.ts';
import { heightsIn, parseCrs } from '../../scene/geometry/crs.ts';
import { boxToScene, type SceneFrame } from '../../scene/geometry/scene-frame.ts';
import { mapTriple, middleOf, minus, type Box, type Triple } from '../../scene/geometry/triple.ts';
import { cellBall, cellBox, cellSpacing, pixelsBetween } from './copc/cell-place.ts';
import { FileError } from '../../scene/loading/file-error.ts';
import { layerCause, OTHER_SYSTEM } from '../../scene/loading/layer-cause.ts';
import type { CloudFile } from './copc/cloud-file.ts';
import type { CopcHeader } from './copc/copc-header.ts';
import { chooseNodes, type Choice } from './copc/node-choice.ts';
import { childKeys, type Octree, type OctreeNode } from './copc/octree.ts';
import { createPartLoader, type WantedPart } from '../../scene/loading/part-loader.ts';
import type { PointLayout } from './decode/decode-messages.ts';
import { startDecoders, type Decoders } from './decode/decoders.ts';
import { cloudLook, type CloudLook } from './points/cloud-look.ts';
import { createLoadedNodes, type LoadedNode } from './points/loaded-nodes.ts';
import { pickPoint, visitCorridorPoints } from './points/pick-points.ts';
import { dimensionsOf } from './points/point-dimensions.ts';
import { createPointMaterial } from './points/point-material.ts';
import { parseStyle } from './points/point-style.ts';

/** A cloud in a scene, with what its style panel shows. */
export type CloudLayer = SceneLayer & {
  /** Classes seen so far; more come with more nodes. */
  readonly classes: () => readonly number[];
  /** What its first points tell; null until they are there. */
  readonly look: () => CloudLook | null;
};

/** Points of a node that are nearer than this are near enough, in pixels of the page. */
const MIN_PIXELS = 1.5;

type Cloud = { readonly header: CopcHeader; readonly octree: Octree; readonly frame: SceneFrame };

/** A COPC: nodes are read by ranges, decoded in workers, and drawn as far as the picture needs them. */
export function createCopcLayer(
  host: LayerHost,
  file: CloudFile,
  decoders: Decoders = startDecoders(decodersOf(thisDevice())),
): CloudLayer {
  const material = createPointMaterial();
  const loaded = createLoadedNodes(material);
  const parts = createPartLoader(host.changed);
  let state: LayerState = { kind: 'loading' };
  let style = parseStyle(host.style);
  let cloud: Cloud | null = null;
  let look: CloudLook | null = null;

  const restyle = (): void => {
    material.setStyle(style, look?.colourOf(style) ?? 'height');
    if (look !== null) material.setRanges(look.heights, look.intensities);
  };
  const addNode = async ({ header, frame, octree }: Cloud, node: OctreeNode, signal: AbortSignal): Promise<void> => {
    const chunk = await file.readChunk(node, signal);
    const box = cellBox(header, node);
    const middle = middleOf(box);
    const how = { ...layoutOf(header), base: middle, colourShift: look?.colourShift ?? null };
    const points = await decoders.points(chunk, node.points, how, signal);
    if (signal.aborted) return;
    const base = minus(middle, frame.origin);
    const spacing = drawnSpacing(octree, node, cellSpacing(header, node, frame), boxToScene(frame, box));
    loaded.add({ node, points, base, ball: cellBall(header, node, frame) }, spacing);
    if (look === null) {
      look = cloudLook(points, middle[2], frame);
      restyle();
    }
    look.addClasses(points.classes);
  };
  const open = async (signal: AbortSignal): Promise<Cloud> => {
    const header = await file.readHeader(signal);
    const crs = parseCrs(header.wkt);
    const frame = await host.place(crs, { min: header.min, max: header.max }, heightsIn(crs));
    if (frame === null) throw new FileError(OTHER_SYSTEM);
    const octree = await file.readOctree(header, signal);
    return { header, octree, frame };
  };
  const wantedOf = (opened: Cloud, { nodes, pages }: Choice): readonly WantedPart[] => [
    ...pages.map(([key, page]) => ({
      key: `page ${key}`,
      load: async (signal: AbortSignal) => opened.octree.addPage(key, await file.readPage(page, signal)),
    })),
    ...nodes
      .filter(({ key, points }) => points > 0 && !loaded.has(key))
      .map((node) => ({ key: node.key, load: (signal: AbortSignal) => addNode(opened, node, signal) })),
  ];

  return {
    object: loaded.group,
    get state() {
      return state;
    },
    get bounds() {
      return cloud === null ? null : boxOf(cloud);
    },
    get held() {
      return loaded.held();
    },
    classes: () => look?.classes() ?? [],
    look: () => look,

    async load(signal) {
      try {
        const opened = await open(signal);
        if (opened.octree.root.points > 0) await addNode(opened, opened.octree.root, signal);
        loaded.group.scale.set(...opened.frame.scale);
        cloud = opened;
        state = { kind: 'partial' };
      } catch (error) {
        if (signal.aborted) return;
        state = { kind: 'failed', cause: layerCause(error) };
      }
      host.changed();
    },

    update(view: SceneView) {
      if (cloud === null) return;
      const { header, octree, frame } = cloud;
      const pixelsOf = (cell: Parameters<typeof cellBall>[1]): number | null =>
        pixelsBetween(cellBall(header, cell, frame), cellSpacing(header, cell, frame), view);
      const choice = chooseNodes(octree, pixelsOf, { maxPoints: view.budget.points, minPixels: MIN_PIXELS });
      const keys = choice.nodes.map(({ key }) => key);
      loaded.show(keys, view.budget.bytes);
      material.setView(view);
      parts.want(wantedOf(cloud, choice));
      const failure = parts.failure();
      const isMissing = parts.isBusy() || failure !== undefined;
      const cause = failure === undefined ? {} : { cause: layerCause(failure) };
      state = isMissing ? { kind: 'partial', ...cause } : { kind: 'ready' };
    },

    setStyle(text) {
      style = parseStyle(text);
      restyle();
      host.changed();
    },

    pick(ray: PickRay): Picked | null {
      const found = cloud === null ? null : pickPoint(loaded.shown(), cloud.frame, style.hidden, ray);
      if (found === null) return null;
      const { at, distance, offPixels, loaded: of, index } = found;
      const part: PickedPart = { node: of.node, index };
      return { at, distance, offPixels, layer: this, part };
    },

    async inspect({ part }, signal) {
      if (cloud === null || !isPickedPart(part)) return [];
      // Read again: to keep all values of all points would take more memory than the picture.
      const chunk = await file.readChunk(part.node, signal);
      const how = { ...layoutOf(cloud.header), index: part.index };
      return dimensionsOf(await decoders.record(chunk, part.node.points, how, signal), cloud.header);
    },

    visitCorridor(corridor: Corridor, visit: CorridorVisitor) {
      if (cloud === null || look === null) return;
      const colour = look.painter(style);
      const colourOf = (of: LoadedNode, index: number, height: number) => colour(of.points, index, height);
      visitCorridorPoints(loaded.shown(), cloud.frame, style.hidden, corridor, colourOf, visit);
    },

    dispose() {
      parts.dispose();
      decoders.dispose();
      loaded.dispose();
      material.dispose();
    },
  };
}

type PickedPart = { readonly node: OctreeNode; readonly index: number };

const isPickedPart = (part: unknown): part is PickedPart =>
  typeof part === 'object' && part !== null && 'node' in part && 'index' in part;

/** What workers need of a header. */
const layoutOf = ({ format, recordBytes, scale, offset }: CopcHeader): PointLayout => ({
  format,
  recordBytes,
  scale,
  offset,
});

const boxOf = ({ header, frame }: Cloud): Box => boxToScene(frame, { min: header.min, max: header.max });

/** A leaf may hold fewer points than its level is made for; a few points in a large leaf are not drawn as a surface. */
const MOST_LEAF_SPACING = 2;

/** Distance between drawn points: points of children close the gaps of a node that has any. */
function drawnSpacing({ nodes, pages }: Octree, node: OctreeNode, spacing: number, box: Box): number {
  const isLeaf = childKeys(node).every((key) => !nodes.has(key) && !pages.has(key));
  return Math.min(isLeaf ? MOST_LEAF_SPACING * spacing : spacing, meanSpacing(box, node.points));
}

/** Distance of points that lie evenly on the ground of a box. */
function meanSpacing({ min, max }: Box, points: number): number {
  const size: Triple = mapTriple(max, (value, axis) => value - min[axis]);
  const area = Math.max(size[0] * size[1], size[0] * size[2], size[1] * size[2]);
  return Math.sqrt(area / Math.max(1, points)) || Infinity;
}
