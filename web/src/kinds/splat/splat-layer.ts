import { Euler, Group } from 'three';
import type { UpAxis } from '../../../../src/kinds/splat/draw/usual-up.ts';
import type { DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { textOf } from '../../format/value.ts';
import type { LayerHost } from '../../scene/core/layer-host.ts';
import type { Corridor, CorridorVisitor, PickRay, SceneView } from '../../scene/core/layer-view.ts';
import type { LayerState, Picked, SceneLayer } from '../../scene/core/scene-layer.ts';
import { heightsIn, metricCrs } from '../../scene/geometry/crs.ts';
import { type SceneFrame, toCrs } from '../../scene/geometry/scene-frame.ts';
import type { Box, Triple } from '../../scene/geometry/triple.ts';
import { FileError } from '../../scene/loading/file-error.ts';
import { layerCause, OTHER_SYSTEM } from '../../scene/loading/layer-cause.ts';
import { placeHelpOf, placeOfEntry, warningOf } from '../model-place.ts';
import { parseSplatStyle } from './look/splat-style.ts';
import { pickSplat } from './pick/pick-splat.ts';
import { factsOfSplat, isSplatFacts, splatRows } from './pick/splat-facts.ts';
import { visitSplats } from './pick/visit-splats.ts';
import type { RadFile } from './rad/rad-file.ts';
import type { RadHead } from './rad/rad-head.ts';
import { createSplatStage, type SplatStage } from './spark/splat-stage.ts';
import type { ShownSplats } from './spark/shown-splats.ts';
import { placed, placedBox, placeSplats, type SplatPlacing, turnedBack, unplaced } from './splat-place.ts';
import { type ToldPlacing, toldPlacing } from './told-placing.ts';
import { i18n } from '../../languages/i18n.ts';

/** Splats in a scene, with what their style panel shows. */
export type SplatLayer = SceneLayer & {
  /** Highest band of the spherical harmonics that the file has; null until it is loaded. */
  readonly degree: () => number | null;
  /** The file. */
  readonly source: { readonly datasetRef: DatasetRef; readonly path: string };
  /** A place of the file in the scene, and the other way round; null until it is loaded. */
  readonly toScene: (place: Triple) => Triple | null;
  readonly toFile: (at: Triple) => Triple | null;
  /** Direction in the file that points up in the scene; null until it is loaded. */
  readonly upInFile: () => Triple | null;
  /** Facts of the build; null if there are none. */
  readonly warning: () => string | null;
  /** Values that apply if the style has none; null until they are loaded. */
  readonly told: () => ToldPlacing | null;
  /** Height of its lowest centre in the CRS, not raised; null until it is loaded. */
  readonly lowest: () => number | null;
};

/** Where splats come from. */
export type SplatInput = {
  readonly file: RadFile;
  /** The box around the splats, in coordinates of the file. */
  readonly readBounds: (signal: AbortSignal) => Promise<Box>;
  /** Place in the CRS that is 0, 0, 0 in the file. There is one for files that lie in a CRS only. */
  readonly readOffset: (signal: AbortSignal) => Promise<Triple>;
  /** The entry with what its build found out, which lists leave out. */
  readonly readEntry: (signal: AbortSignal) => Promise<Pick<Entry, 'path' | 'properties'>>;
  /** WebAssembly of Spark's workers. */
  readonly readWasm: (signal: AbortSignal) => Promise<ArrayBuffer>;
};

/** Time between two looks at what is still to come. */
const AGAIN_MS = 100;
const TWO_UNITS = i18n.t(
  'Its coordinate system has another unit for heights than for lengths, in which splats cannot be drawn. Set its metadata “projection” to a system in metres, and build it again.',
);
/** Quarter turns around the x axis that make an axis of the file point up. */
const UP_TURNS: Readonly<Record<UpAxis, number>> = { z: 0, '-z': 2, y: 1, '-y': -1 };

const NOWHERE: Triple = [0, 0, 0];

type Opened = {
  readonly head: RadHead;
  readonly frame: SceneFrame;
  readonly zero: Triple;
  readonly told: ToldPlacing;
  /** In coordinates of the file. */
  readonly box: Box;
  readonly stage: SplatStage;
  readonly shown: ShownSplats;
};

/** Gaussian splats: chunks are read by ranges and drawn by Spark, as far as the picture needs them. */
export function createSplatLayer(host: LayerHost, input: SplatInput): SplatLayer {
  const object = new Group();
  let state: LayerState = { kind: 'loading' };
  let style = parseSplatStyle(host.style);
  let opened: Opened | null = null;
  let warning: string | null = null;
  let placeHelp: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const stands = ({ up, scale }: ToldPlacing) => ({ up: style.up ?? up, scale: style.scale ?? scale ?? 1 });
  /** Null for nothing, or for heights of another unit, which `load` refuses. */
  const placing = (lift = style.lift): SplatPlacing | null =>
    opened === null ? null : placeSplats(opened.frame, opened.zero, { ...stands(opened.told), lift });
  const restyle = (): void => {
    const at = placing();
    if (opened === null || at === null) return;
    object.position.set(...at.shift);
    object.scale.setScalar(at.scale);
    object.setRotationFromEuler(new Euler((UP_TURNS[at.up] * Math.PI) / 2, 0, 0));
    opened.shown.setLook({ opacity: style.opacity / 100, degree: style.degree });
    opened.stage.touch();
  };
  const placedEntry = async (signal: AbortSignal) => {
    const entry = await input.readEntry(signal);
    const isInCrs = entry.properties?.['georeferenced'] === true && textOf(entry.properties['projection']) !== '';
    return { entry, zero: isInCrs ? await input.readOffset(signal) : NOWHERE };
  };
  const open = async (signal: AbortSignal): Promise<Opened> => {
    const [{ entry, zero }, head, box, wasm] = await Promise.all([
      placedEntry(signal),
      input.file.readHead(signal),
      input.readBounds(signal),
      input.readWasm(signal),
    ]);
    warning = warningOf(entry);
    placeHelp = placeHelpOf(entry);
    const told = toldPlacing(entry, zero);
    // Nobody knows where it lies, but its lengths are metres.
    const metres = told.scale === null ? null : metricCrs(i18n.t('Metres of the file'), `FILE:${entry.path}`);
    const crs = placeOfEntry(entry).crs ?? metres;
    const frame = await host.place(crs, placedBox({ ...stands(told), shift: zero }, box), heightsIn(crs));
    if (frame === null) throw new FileError(OTHER_SYSTEM);
    if (placeSplats(frame, zero, { ...stands(told), lift: style.lift }) === null) throw new FileError(TWO_UNITS);
    const stage = host.share(createSplatStage);
    const shown = await stage.add({ head, readChunk: input.file.readChunk, changed: host.changed }, wasm);
    return { head, frame, zero, told, box, stage, shown };
  };
  const stateNow = ({ stage, shown }: Opened): LayerState => {
    const failure = shown.failure();
    if (failure !== undefined) return { kind: 'partial', cause: layerCause(failure) };
    return stage.isBusy() || shown.held().points === 0 ? { kind: 'partial' } : { kind: 'ready' };
  };

  return {
    object,
    counts: 'splat',
    warning: () => warning,
    told: () => opened?.told ?? null,
    lowest() {
      const at = placing(0);
      return opened === null || at === null ? null : toCrs(opened.frame, placedBox(at, opened.box).min)[2];
    },
    degree: () => opened?.head.degree ?? null,
    source: { datasetRef: host.datasetRef, path: host.entry.path },
    toScene(place) {
      const at = placing();
      return at === null ? null : placed(at, place);
    },
    toFile(at) {
      const from = placing();
      return from === null ? null : unplaced(from, at);
    },
    upInFile() {
      const at = placing();
      return at === null ? null : turnedBack(at.up, [0, 0, 1]);
    },
    get state() {
      return state;
    },
    get placeHelp() {
      return placeHelp;
    },
    get bounds() {
      const at = placing();
      return opened === null || at === null ? null : placedBox(at, opened.box);
    },
    get held() {
      return opened?.shown.held() ?? { points: 0, bytes: 0 };
    },

    async load(signal) {
      try {
        const found = await open(signal);
        if (signal.aborted) return;
        opened = found;
        object.add(found.shown.object);
        restyle();
        state = { kind: 'partial' };
      } catch (error) {
        if (signal.aborted) return;
        state = { kind: 'failed', cause: layerCause(error) };
      }
      host.changed();
    },

    update(view: SceneView) {
      if (opened === null) return;
      const { stage, shown } = opened;
      shown.most = Math.min(view.budget.points, style.most ?? Infinity);
      stage.update();
      if (shown.setClip(view.clip)) stage.touch();
      state = stateNow(opened);
      // Spark works between frames, and does not always say so.
      clearTimeout(timer);
      if (stage.isBusy()) timer = setTimeout(host.changed, AGAIN_MS);
    },

    setStyle(text) {
      style = parseSplatStyle(text);
      restyle();
      host.changed();
    },

    pick(ray: PickRay): Picked | null {
      const [drawn, at] = [opened?.shown.drawn() ?? null, placing()];
      if (drawn === null || at === null) return null;
      const found = pickSplat(drawn, at, ray);
      return found === null
        ? null
        : { at: found.at, distance: found.distance, offPixels: 0, layer: this, part: factsOfSplat(drawn, found.splat) };
    },

    inspect({ part, at }) {
      const from = placing();
      if (opened === null || from === null || !isSplatFacts(part)) return Promise.resolve([]);
      const { head, frame } = opened;
      const isGeographic = frame.crs?.isGeographic === true;
      return Promise.resolve(splatRows(head, part, toCrs(frame, at), unplaced(from, at), isGeographic));
    },

    visitCorridor(corridor: Corridor, visit: CorridorVisitor) {
      const [drawn, at] = [opened?.shown.drawn() ?? null, placing()];
      if (drawn !== null && at !== null) visitSplats(drawn, at, corridor, visit);
    },

    dispose() {
      clearTimeout(timer);
      opened?.stage.remove(opened.shown);
    },
  };
}
