import type { Entry } from '../../api/answers.ts';
import { isRecord, textOf } from '../../format/value.ts';
import { i18n } from '../../languages/i18n.ts';

export type VectorLayer = { readonly name: string; readonly geometry: string; readonly features: string };

/** The layers of a vector file. */
export function vectorLayers(entry: Entry): readonly VectorLayer[] {
  const vector = entry.properties?.['vector'];
  const layers = isRecord(vector) && Array.isArray(vector['layers']) ? vector['layers'] : [];
  return layers.filter(isRecord).map((layer) => ({
    name: textOf(layer['name']),
    geometry: textOf(layer['geometryType']),
    features:
      typeof layer['featureCount'] === 'number'
        ? i18n.t('{layer, plural, one {# feature} other {# features}}', { layer: layer['featureCount'] })
        : '',
  }));
}
