import type { VectorLayer } from '../layers/layer.ts';

/** How a feature is named everywhere in its dataset: `plots.geojson.17`. */
export const featureIdPrefix = ({ safeName }: VectorLayer): string => `${safeName}.`;

/** The number of a feature by its name; undefined when it is none of this layer. */
export const featureNumber = (layer: VectorLayer, id: string): number | undefined => featureFinder([layer])(id)?.number;

interface NamedFeature {
  readonly layer: VectorLayer;
  readonly number: number;
}

/** Looks up features by their names, each in one step however many layers there are. The first layer of a name has it. */
export function featureFinder(layers: readonly VectorLayer[]): (id: string) => NamedFeature | undefined {
  const byPrefix = new Map<string, VectorLayer>();
  for (const layer of layers)
    for (const prefix of [featureIdPrefix(layer), `${layer.name}.`])
      if (!byPrefix.has(prefix)) byPrefix.set(prefix, layer);
  return (id) => {
    const text = id.trim();
    const end = text.lastIndexOf('.') + 1;
    const layer = byPrefix.get(text.slice(0, end));
    const number = text.slice(end);
    return layer === undefined || !/^\d{1,15}$/.test(number) ? undefined : { layer, number: Number(number) };
  };
}
