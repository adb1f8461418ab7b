import type { Kvp } from '../kvp.ts';
import type { LayerCatalog } from '../layers/catalog.ts';
import type { VectorLayer } from '../layers/layer.ts';
import { failOgc, quoteInput } from '../ogc-error.ts';
import type { OgcCall } from '../service.ts';
import { FEATURES_NAMESPACE } from './dialect.ts';

/** Types of one request: each is a query, and a step through the list of layers. */
const MAX_TYPES = 100;

/** The parameter of the types, in its spellings. */
export const typesText = (kvp: Kvp): string | undefined => kvp.text('typeNames') ?? kvp.text('typeName');

/**
 * The layers that a request names: by safe name or path, with any prefix that NAMESPACES gives our namespace, or with none.
 *
 * @returns undefined where it names none
 * @throws InvalidParameterValue for what is no vector layer
 */
export async function readTypes(
  { kvp, view, signal }: OgcCall,
  catalog: LayerCatalog,
): Promise<readonly VectorLayer[] | undefined> {
  const text = typesText(kvp);
  if (text === undefined) return undefined;
  checkNamespaces(kvp, text);
  const locator = kvp.has('typeNames') ? 'typeNames' : 'typeName';
  const unknown = (message: string): Error => failOgc('InvalidParameterValue', message, locator);
  const set = await catalog.list(view, signal);
  // A path may have a comma, or brackets, of its own.
  const whole = set.find(text);
  if (whole?.kind === 'vector') return [whole];
  const names = namesIn(text);
  if (names.length === 0) throw unknown(`${quoteInput(text)} names no type.`);
  if (names.length > MAX_TYPES) throw unknown(`A request names at most ${MAX_TYPES} types.`);
  // A type that is named twice is one: its features would have their ids twice.
  const layers = new Map<string, VectorLayer>();
  for (const name of names) {
    const plain = name.slice(name.indexOf(':') + 1);
    const layer = set.find(name) ?? set.find(plain) ?? (await catalog.find(view, name, unknown, signal));
    if (layer.kind !== 'vector') throw unknown(`${quoteInput(name)} is a raster; WMS, WMTS and WCS have it.`);
    layers.set(layer.name, layer);
  }
  return [...layers.values()];
}

/** `a,b`, and `(a)(b)` of requests with several queries. */
const namesIn = (text: string): readonly string[] =>
  text
    .split(/[,()]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** `xmlns(prefix,uri)`, and `xmlns(prefix=uri)` of version 1.1.0. @throws InvalidParameterValue for prefixes of others */
function checkNamespaces(kvp: Kvp, types: string): void {
  const given = [...kvp.all('namespaces'), ...kvp.all('namespace')].join(',');
  const used = new Set(namesIn(types).map((name) => name.slice(0, Math.max(0, name.indexOf(':')))));
  for (const declaration of given.split('xmlns(').slice(1)) {
    const inner = declaration.slice(0, Math.max(0, declaration.indexOf(')')));
    const separator = inner.search(/[,=]/);
    if (separator < 0) continue;
    const [prefix, uri] = [inner.slice(0, separator).trim(), inner.slice(separator + 1).trim()];
    if (uri === FEATURES_NAMESPACE || prefix === '' || !used.has(prefix)) continue;
    throw failOgc('InvalidParameterValue', `The namespace of the types is ${FEATURES_NAMESPACE}.`, 'namespaces');
  }
}
