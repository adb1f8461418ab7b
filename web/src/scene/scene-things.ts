import type { DatasetRef } from '../api/addresses.ts';
import type { Entry } from '../api/answers.ts';
import type { FilePart } from '../api/file-part.ts';
import { shownName } from '../files/entry-path.ts';
import { ALL_IN_SCENE, inScene } from '../kinds/index.ts';
import type { SceneLook } from './core/scene-kind.ts';
import type { SceneLayer } from './core/scene-layer.ts';
import type { SceneHost } from './core/scene-layers.ts';

/** What a scene shows: a file, or many files as one layer, whose key is no path. */
export type SceneThing = {
  readonly path: string;
  /** The file; null for what stands for many. */
  readonly entry: Entry | null;
};

/** How a thing is shown. */
export type LoadedThing = {
  readonly path: string;
  readonly look: SceneLook;
  readonly create: (host: SceneHost) => SceneLayer;
};

/** A key that is no path. */
export const isForMany = (path: string): boolean => ALL_IN_SCENE.some(({ key }) => key === path);

/** The name of a thing on the page. */
export const thingTitle = (path: string): string =>
  ALL_IN_SCENE.find(({ key }) => key === path)?.title ?? shownName(path);

/** Loads what draws the things, each once; what nothing draws is left out. @param part which files stand behind a layer of many */
export async function loadThings(
  datasetRef: DatasetRef,
  part: FilePart,
  things: readonly SceneThing[],
): Promise<readonly LoadedThing[]> {
  return (await Promise.all(things.map((thing) => loadThing(datasetRef, part, thing)))).flatMap((thing) => thing ?? []);
}

async function loadThing(
  datasetRef: DatasetRef,
  part: FilePart,
  { path, entry }: SceneThing,
): Promise<LoadedThing | null> {
  if (entry === null) {
    const kind = await ALL_IN_SCENE.find(({ key }) => key === path)?.load();
    if (kind === undefined) return null;
    return { path, look: kind, create: (host) => kind.createLayer({ ...host, datasetRef, part }) };
  }
  const kind = await inScene(entry)?.();
  if (kind === undefined) return null;
  return { path, look: kind, create: (host) => kind.createLayer({ ...host, datasetRef, entry }) };
}
