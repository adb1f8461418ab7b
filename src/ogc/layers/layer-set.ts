import type { Layer } from './layer.ts';

/** The layers somebody may see, and how they are asked for. */
export interface LayerSet {
  /** By path; layers of one file in their order there. */
  readonly layers: readonly Layer[];
  /** Whether there are more than are listed; those can be asked for by their names. */
  readonly isCut: boolean;
  /** By its name or safe name; by `{path}:{layer}` also the first layer of a file. */
  find(name: string): Layer | undefined;
  /** Paths of files that have no layers yet, because they are not built. */
  readonly unbuilt: ReadonlySet<string>;
}

export function createLayerSet(layers: readonly Layer[], unbuilt: ReadonlySet<string>, isCut: boolean): LayerSet {
  const byName = new Map<string, Layer>();
  // Names of files win over names made of them.
  for (const layer of layers) byName.set(layer.name, layer);
  for (const layer of layers) {
    const inner = layer.kind === 'vector' ? `${layer.path}:${layer.content.name}` : undefined;
    for (const other of [layer.safeName, inner])
      if (other !== undefined && !byName.has(other)) byName.set(other, layer);
  }
  return { layers, unbuilt, isCut, find: (name) => byName.get(name) };
}
