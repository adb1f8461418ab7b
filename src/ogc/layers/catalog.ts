import { LRUCache } from 'lru-cache';
import type { BuiltLayer, BuiltLayers, OutputFile } from '../../builds/index.ts';
import { createSharedWork } from '../../concurrency/index.ts';
import type { Changes } from '../../database/index.ts';
import { ServiceError } from '../../errors/index.ts';
import { EntryType } from '../../inspection/index.ts';
import type { GeoPackageLayer } from '../../kinds/vector/index.ts';
import { quoteInput } from '../ogc-error.ts';
import type { Layer } from './layer.ts';
import { createLayerSet, type LayerSet } from './layer-set.ts';
import { layersOfFile, named, type UnnamedLayer } from './layers-of-file.ts';
import { safeNames } from './safe-names.ts';
import type { LayerView } from './layer-view.ts';
import type { TitleOf } from './titles.ts';

/** The layers of datasets, as all services see them. */
export interface LayerCatalog {
  /** What the dataset is called. */
  readonly title: TitleOf;
  list(view: LayerView, signal?: AbortSignal): Promise<LayerSet>;
  /**
   * A layer by its name or safe name.
   *
   * @throws `unknown(message)`, which says whether the file is missing or not built yet
   */
  find(view: LayerView, name: string, unknown: (message: string) => Error, signal?: AbortSignal): Promise<Layer>;
}

export interface CatalogOptions {
  readonly titleOf: TitleOf;
  readonly built: BuiltLayers;
  readonly changes: Changes;
  /** The layers of a GeoPackage. */
  readonly contents: (file: OutputFile, signal?: AbortSignal) => Promise<readonly GeoPackageLayer[]>;
}

/** More no list of layers in a GIS program can show; what lies beyond is asked for by name, or by folder. */
const MAX_LISTED = 10_000;
/** As long as layers may be remembered at most; changes are told by notices. */
const MAX_AGE_MS = 5 * 60_000;
/** Most colons in the name of a layer that is not listed: each costs a look into the database. */
const MOST_COLONS = 20;
/** Layers of all lists that are remembered, 2 kB each. */
const REMEMBERED_LAYERS = 50_000;

interface Loaded {
  readonly set: LayerSet;
  /** False when a file was replaced while the list was read. */
  readonly isWhole: boolean;
}

export function createLayerCatalog({ built, changes, contents, titleOf }: CatalogOptions): LayerCatalog {
  // Owner of the lists. By dataset first, because a notice names one; slugs and folders could be mistaken for each other.
  const lists = new LRUCache<string, { readonly datasetId: string; readonly set: LayerSet }>({
    maxSize: REMEMBERED_LAYERS,
    sizeCalculation: ({ set }) => 1 + set.layers.length + set.unbuilt.size,
    ttl: MAX_AGE_MS,
  });
  const loading = createSharedWork<Loaded>();
  /** Raised by every notice about a dataset: what was read before it is not kept. A number for each that has changed. */
  const notices = new Map<string, number>();
  let all = 0;
  const stampOf = (datasetId: string): string => `${all} ${notices.get(datasetId) ?? 0}`;
  changes.subscribe((topic, group) => {
    if (topic === 'access') return;
    if (topic === 'everything') {
      all += 1;
      lists.clear();
      return;
    }
    notices.set(group, (notices.get(group) ?? 0) + 1);
    for (const [key, { datasetId }] of Array.from(lists.entries())) if (datasetId === group) lists.delete(key);
  });

  const layersOf = async (built: BuiltLayer, signal?: AbortSignal): Promise<readonly UnnamedLayer[]> => {
    const isPackage = built.type === EntryType.Vector && built.file !== undefined;
    return layersOfFile(built, isPackage ? await contents(built.file, signal) : []);
  };

  async function load({ dataset, below }: LayerView, signal: AbortSignal): Promise<Loaded> {
    if (below === undefined) return { set: createLayerSet([], new Set(), false), isWhole: true };
    const files = await built.list(dataset, below, MAX_LISTED + 1);
    const listed = files.slice(0, MAX_LISTED);
    const layers: UnnamedLayer[] = [];
    const unbuilt: string[] = [];
    let isWhole = true;
    for (const file of listed) {
      const found = file.file === undefined ? undefined : await layersOf(file, signal).catch(noneIfGone);
      // One that was replaced this moment takes no other with it; the next list has it again.
      isWhole &&= found !== undefined || file.file === undefined;
      if (found === undefined) unbuilt.push(file.path);
      else layers.push(...found);
    }
    const safe = safeNames(layers.map(({ name }) => name));
    const all = layers.map((layer, at) => named(layer, safe[at]!));
    return { set: createLayerSet(all, new Set(unbuilt), files.length > MAX_LISTED), isWhole };
  }

  const list: LayerCatalog['list'] = async (view, signal) => {
    const key = JSON.stringify([view.dataset.id, view.below ?? null]);
    const kept = lists.get(key);
    if (kept !== undefined) return kept.set;
    const before = stampOf(view.dataset.id);
    const { set, isWhole } = await loading.run(`${before} ${key}`, signal, (joined) => load(view, joined));
    const isNow = changes.arriving && stampOf(view.dataset.id) === before;
    if (isWhole && isNow) lists.set(key, { datasetId: view.dataset.id, set });
    return set;
  };

  return {
    title: titleOf,
    list,
    async find(view, name, unknown, signal) {
      const set = await list(view, signal);
      const found = set.find(name);
      if (found !== undefined) return found;
      const beyond = set.isCut ? await findBeyond(view, name, signal) : undefined;
      if (beyond !== undefined) return beyond;
      if (set.unbuilt.has(name))
        throw unknown(
          `${quoteInput(name)} is not built yet, or cannot be: its buildStatus in the list of files tells.`,
        );
      throw unknown(`There is no layer ${quoteInput(name)}. The list of layers has those there are.`);
    },
  };

  /** A layer of more than are listed. */
  async function findBeyond(
    { dataset, below = '' }: LayerView,
    name: string,
    signal?: AbortSignal,
  ): Promise<Layer | undefined> {
    // The name of an inner layer may have colons, and so may a path.
    const colons = [...name.matchAll(/:/g)].slice(0, MOST_COLONS);
    for (const end of [name.length, ...colons.map(({ index }) => index)]) {
      const path = name.slice(0, end);
      if (below !== '' && path !== below && !path.startsWith(`${below}/`)) continue;
      const file = await built.find(dataset, path);
      const layers = file === undefined ? [] : await layersOf(file, signal);
      const inner = layers.find((layer) => layer.name === name) ?? layers.find((layer) => innerName(layer) === name);
      if (inner !== undefined) return named(inner, safeNames([inner.name])[0]!);
    }
    return undefined;
  }
}

function noneIfGone(error: unknown): undefined {
  if (!(error instanceof ServiceError) || error.code !== 'not-found') throw error;
}

const innerName = (layer: UnnamedLayer): string | undefined =>
  layer.kind === 'vector' ? `${layer.path}:${layer.content.name}` : undefined;

/**
 * What somebody sees who asks for a folder with, or without, a token that is good for one path.
 *
 * @returns undefined for nothing
 */
export function narrowest(folder: string, scope: string): string | undefined {
  const isWithin = (path: string, top: string): boolean => top === '' || path === top || path.startsWith(`${top}/`);
  if (isWithin(folder, scope)) return folder;
  return isWithin(scope, folder) ? scope : undefined;
}
