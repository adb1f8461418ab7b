import type { VectorLayer } from '../layers/layer.ts';
import { safeNames } from '../layers/safe-names.ts';

/** An attribute of a layer, and what it is called where names must be fit for XML. */
export interface LayerProperty {
  /** Name of the column. */
  readonly name: string;
  /** Unique in the layer. */
  readonly safeName: string;
}

/** What the geometry is called. */
export const GEOMETRY_NAME = 'geom';

/** The attributes of a layer in their order. */
export const propertiesOf = (layer: VectorLayer): readonly LayerProperty[] => knownOf(layer).properties;

interface Known {
  readonly properties: readonly LayerProperty[];
  /** By both names; its own name wins over the safe name of another. */
  readonly byName: ReadonlyMap<string, LayerProperty>;
}

/** Properties of layers that are held: a filter refers to them thousands of times, and a layer may have as many. */
const known = new WeakMap<VectorLayer, Known>();

function knownOf(layer: VectorLayer): Known {
  const kept = known.get(layer);
  if (kept !== undefined) return kept;
  const names = layer.content.columns.map(({ name }) => name);
  // The geometry takes part, so that no attribute gets its name.
  const [, ...safe] = safeNames([GEOMETRY_NAME, ...names]);
  const properties = names.map((name, at) => ({ name, safeName: safe[at]! }));
  const byName = new Map([
    ...properties.map((property) => [property.safeName, property] as const),
    ...properties.map((property) => [property.name, property] as const),
  ]);
  known.set(layer, { properties, byName });
  return { properties, byName };
}

/** What a reference to a property means: an attribute, the geometry, the id; undefined for what the layer does not have. */
export type Referred = { readonly column: string } | 'geometry' | 'id' | undefined;

/**
 * Looks up a reference as clients write it: a name, with a prefix, behind its type (`roads/alidade:name`), or an attribute by its
 * own name where that is not fit for XML.
 */
export function referTo(layer: VectorLayer, reference: string): Referred {
  const text = reference.trim();
  const { byName } = knownOf(layer);
  const lastStep = text.slice(text.lastIndexOf('/') + 1).replace(/\[1\]$/, '');
  const local = lastStep.slice(lastStep.indexOf(':') + 1);
  if (/^@(?:gml:)?id$/.test(lastStep)) return 'id';
  // `gml:name` is a property of GML, which features here do not have, and not their own attribute `name`.
  const candidates = lastStep.startsWith('gml:') ? [text, lastStep] : [text, lastStep, local];
  for (const candidate of candidates) {
    const found = byName.get(candidate);
    if (found !== undefined) return { column: found.name };
  }
  return local === GEOMETRY_NAME && layer.content.geometryType !== 'None' ? 'geometry' : undefined;
}
