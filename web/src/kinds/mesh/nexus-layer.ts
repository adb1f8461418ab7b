import type { NexusHead, NexusNode } from '../../../../src/kinds/mesh/nexus/nexus-head.ts';
import type { Entry } from '../../api/answers.ts';
import { decodersOf, thisDevice } from '../../scene/core/budget.ts';
import type { LayerHost } from '../../scene/core/layer-host.ts';
import type { Corridor, CorridorVisitor, PickRay, SceneView } from '../../scene/core/layer-view.ts';
import type { LayerState, Picked, SceneLayer } from '../../scene/core/scene-layer.ts';
import { heightsIn } from '../../scene/geometry/crs.ts';
import { boxToScene, type SceneFrame, toCrs } from '../../scene/geometry/scene-frame.ts';
import { type Box, mapTriple, type Triple } from '../../scene/geometry/triple.ts';
import { FileError } from '../../scene/loading/file-error.ts';
import { layerCause, OTHER_SYSTEM } from '../../scene/loading/layer-cause.ts';
import { createPartLoader, type WantedPart } from '../../scene/loading/part-loader.ts';
import { placeHelpOf, placeOfEntry, warningOf } from '../model-place.ts';
import { type ModelPlacing, placingOf } from '../model-placing.ts';
import { BROKEN_PICTURE, type MeshDecoders, startMeshDecoders } from './decode/mesh-decoders.ts';
import type { MeshArrays } from './decode/mesh-messages.ts';
import { visitCutTriangles } from './drawn/cut-triangles.ts';
import { createLoadedMeshes, type LoadedMesh } from './drawn/loaded-meshes.ts';
import { createMeshMaterial } from './drawn/mesh-material.ts';
import { parseMeshStyle } from './drawn/mesh-style.ts';
import { pickTriangle } from './drawn/pick-triangles.ts';
import { placeFacts } from './picked-facts.ts';
import type { NexusFile } from './nexus/nexus-file.ts';
import { chooseCut, drawableNodes, nodesAhead, type NodeGraph, nodeGraph, rangesToDraw } from './nexus/node-cut.ts';
import { pixelsOff } from './nexus/node-place.ts';

/** A model in a scene, with what its style panel shows. */
export type ModelLayer = SceneLayer & {
  /** True once it is known that the model has pictures. */
  readonly hasPictures: () => boolean;
  /** Height of its lowest place in the CRS, not raised; null until it is loaded. */
  readonly lowest: () => number | null;
  /** What the build tells of the model, such as pictures that were missing; null for nothing. */
  readonly warning: () => string | null;
};

/** Where a model comes from. */
export type ModelSource = {
  readonly file: NexusFile;
  /** The entry with what its build found out, which lists leave out. */
  readonly readEntry: (signal: AbortSignal) => Promise<Pick<Entry, 'path' | 'properties'>>;
};

/** A surface that is less off is near enough, in pixels of the page. */
const MIN_PIXELS = 1;
/** What is out of sight is loaded as far as it is more off, so that a turn of the eye shows no large triangles. */
const AHEAD_PIXELS = 4;
/** The budget is made for points; a picture has more bytes than the triangles that it is on. */
const PICTURE_FACTOR = 4;
/** Bytes on the graphics card for one of a JPEG picture: 1.5 bits a pixel become 43. */
const PICTURE_GROWTH = 28;
/** More roots are read when they are seen. */
const MOST_ROOTS_AT_ONCE = 8;

type Model = {
  readonly head: NexusHead;
  readonly graph: NodeGraph;
  readonly frame: SceneFrame;
  /** Place in the CRS that is 0, 0, 0 in the file. */
  readonly zero: Triple;
  /** In the CRS. */
  readonly box: Box;
};

/** A Nexus file: nodes and pictures are read by ranges, decoded in workers, and drawn as far as the picture needs them. */
export function createNexusLayer(
  host: LayerHost,
  { file, readEntry }: ModelSource,
  decoders: MeshDecoders = startMeshDecoders(decodersOf(thisDevice())),
): ModelLayer {
  const material = createMeshMaterial();
  const loaded = createLoadedMeshes(material);
  const parts = createPartLoader(host.changed);
  // Nothing of it is drawn, so nothing is drawn anew when it comes.
  const aheadParts = createPartLoader(() => undefined);
  let state: LayerState = { kind: 'loading' };
  let style = parseMeshStyle(host.style);
  let model: Model | null = null;
  let hasBrokenPicture = false;
  let warning: string | null = null;
  let placeHelp: string | null = null;

  const restyle = (): void => {
    const isLit = style.light === 'lit' || (style.light === 'auto' && model?.head.hasTextures !== true);
    material.setStyle(style, isLit);
  };
  const placingNow = ({ frame, zero }: Model): ModelPlacing => placingOf(frame, zero, style.lift);
  const pictureOf = async (head: NexusHead, node: NexusNode, signal: AbortSignal): Promise<ImageBitmap | null> => {
    const texture = head.patches[node.firstPatch]?.texture ?? null;
    const range = texture === null ? undefined : head.textures[texture];
    if (range === undefined || range.bytes === 0) return null;
    const bytes = await file.readPicture(range, signal);
    try {
      return await decoders.picture(bytes);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      hasBrokenPicture = true;
      return null;
    }
  };
  const addNode = async (head: NexusHead, number: number, signal: AbortSignal): Promise<MeshArrays> => {
    const node = head.nodes[number]!;
    const [arrays, picture] = await Promise.all([
      file.readNode(node, signal).then((bytes) => decoders.node(head, node, bytes, signal)),
      pictureOf(head, node, signal),
    ]);
    if (signal.aborted) picture?.close();
    else loaded.add(number, node, arrays, picture);
    return arrays;
  };
  const openRoots = async (signal: AbortSignal): Promise<Pick<Model, 'head'> & { roots: readonly MeshArrays[] }> => {
    const head = await file.readHead(signal);
    material.setModel(head);
    const first = Array.from({ length: Math.min(head.roots, MOST_ROOTS_AT_ONCE) }, (_, number) => number);
    return { head, roots: await Promise.all(first.map((number) => addNode(head, number, signal))) };
  };
  const open = async (signal: AbortSignal): Promise<Model> => {
    const [entry, { head, roots }] = await Promise.all([readEntry(signal), openRoots(signal)]);
    warning = warningOf(entry);
    placeHelp = placeHelpOf(entry);
    const { crs, zero } = placeOfEntry(entry);
    const own = roots.length === head.roots ? boxOfRoots(head, roots) : boxOfBall(head.sphere);
    const box: Box = { min: plus(own.min, zero), max: plus(own.max, zero) };
    const frame = await host.place(crs, box, heightsIn(crs));
    if (frame === null) throw new FileError(OTHER_SYSTEM);
    return { head, graph: nodeGraph(head), frame, zero, box };
  };
  const partOf = (head: NexusHead, number: number): WantedPart => ({
    key: String(number),
    load: async (signal) => void (await addNode(head, number, signal)),
  });
  const stateNow = (): LayerState => {
    const failure = parts.failure();
    const cause = failure !== undefined ? layerCause(failure) : hasBrokenPicture ? BROKEN_PICTURE : undefined;
    if (cause !== undefined) return { kind: 'partial', cause };
    return parts.isBusy() ? { kind: 'partial' } : { kind: 'ready' };
  };

  restyle();
  return {
    object: loaded.group,
    counts: 'triangle',
    warning: () => warning,
    get state() {
      return state;
    },
    get placeHelp() {
      return placeHelp;
    },
    get bounds() {
      return model === null ? null : boxToScene(model.frame, raised(model.box, style.lift));
    },
    get held() {
      return loaded.held();
    },
    hasPictures: () => model?.head.hasTextures === true,
    lowest: () => model?.box.min[2] ?? null,

    async load(signal) {
      try {
        const opened = await open(signal);
        if (signal.aborted) return;
        model = opened;
        restyle();
        state = { kind: 'partial' };
      } catch (error) {
        if (signal.aborted) return;
        state = { kind: 'failed', cause: layerCause(error) };
      }
      host.changed();
    },

    update(view: SceneView) {
      if (model === null) return;
      const { head, graph } = model;
      const placing = placingNow(model);
      loaded.group.position.set(...placing.shift);
      loaded.group.scale.set(...placing.scale);
      const mostBytes = PICTURE_FACTOR * view.budget.bytes;
      const bytesOf = (number: number): number => loaded.knownBytes(number) ?? guessedBytes(head, head.nodes[number]!);
      const limits = { maxTriangles: view.budget.points, maxBytes: mostBytes };
      const chosen = chooseCut(graph, (number) => pixelsOff(head.nodes[number]!, placing, view), bytesOf, {
        ...limits,
        minPixels: MIN_PIXELS,
      });
      const allAround = { ...view, sees: () => true };
      const ahead = nodesAhead(
        chosen,
        chooseCut(graph, (number) => pixelsOff(head.nodes[number]!, placing, allAround), bytesOf, {
          ...limits,
          minPixels: AHEAD_PIXELS,
        }),
        bytesOf,
        mostBytes,
      );
      const drawn = drawableNodes(graph, chosen, loaded.has);
      const shown = new Map([...drawn].map((number) => [number, rangesToDraw(head, number, drawn)] as const));
      loaded.show(shown, [...ahead, ...chosen], mostBytes);
      material.setView(view);
      parts.want(chosen.filter((number) => !loaded.has(number)).map((number) => partOf(head, number)));
      // What is seen comes first.
      const coming = parts.isBusy() ? [] : ahead.filter((number) => !loaded.has(number));
      aheadParts.want(coming.map((number) => partOf(head, number)));
      state = stateNow();
    },

    setStyle(text) {
      style = parseMeshStyle(text);
      restyle();
      host.changed();
    },

    pick(ray: PickRay): Picked | null {
      if (model === null) return null;
      const found = pickTriangle(loaded.shown(), placingNow(model), ray, style.hidesBacks);
      if (found === null) return null;
      const { at, distance, offPixels, loaded: of } = found;
      return { at, distance, offPixels, layer: this, part: of };
    },

    inspect({ part, at }) {
      if (model === null || !isLoadedMesh(part)) return Promise.resolve([]);
      const { head, frame } = model;
      return Promise.resolve(placeFacts(head, part.number, toCrs(frame, at), frame.crs?.isGeographic === true));
    },

    visitCorridor(corridor: Corridor, visit: CorridorVisitor) {
      if (model !== null) visitCutTriangles(loaded.shown(), placingNow(model), corridor, visit);
    },

    dispose() {
      parts.dispose();
      aheadParts.dispose();
      decoders.dispose();
      loaded.dispose();
      material.dispose();
    },
  };
}

const isLoadedMesh = (part: unknown): part is LoadedMesh =>
  typeof part === 'object' && part !== null && 'number' in part && 'arrays' in part;

const plus = (one: Triple, other: Triple): Triple => mapTriple(one, (value, axis) => value + other[axis]);

const raised = ({ min, max }: Box, lift: number): Box => ({
  min: [min[0], min[1], min[2] + lift],
  max: [max[0], max[1], max[2] + lift],
});

/** Around the coarsest surface, and as far as finer ones may lie beside it. */
function boxOfRoots({ nodes, roots }: NexusHead, meshes: readonly MeshArrays[]): Box {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const { positions } of meshes)
    positions.forEach((value, at) => {
      min[at % 3] = Math.min(min[at % 3]!, value);
      max[at % 3] = Math.max(max[at % 3]!, value);
    });
  const off = nodes.slice(roots).reduce((most, { error }) => Math.max(most, error), 0);
  const grow = (by: number) => (value: number) => value + by;
  return { min: min.map(grow(-off)) as unknown as Triple, max: max.map(grow(off)) as unknown as Triple };
}

const boxOfBall = ({ centre, radius }: NexusHead['sphere']): Box => ({
  min: mapTriple(centre, (value) => value - radius),
  max: mapTriple(centre, (value) => value + radius),
});

/** Memory of a node that has not been read. */
function guessedBytes(head: NexusHead, node: NexusNode): number {
  const { hasNormals, hasColours, hasUvs, patches, textures } = head;
  const vertex = 12 + (hasNormals ? 8 : 0) + (hasColours ? 4 : 0) + (hasUvs ? 8 : 0);
  const texture = patches[node.firstPatch]?.texture ?? null;
  const picture = texture === null ? 0 : (textures[texture]?.bytes ?? 0);
  return node.vertices * vertex + node.triangles * 6 + picture * PICTURE_GROWTH;
}
