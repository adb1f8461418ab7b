import type { Kvp } from '../kvp.ts';
import type { Layer } from '../layers/layer.ts';
import type { LayerCatalog } from '../layers/catalog.ts';
import type { LayerView } from '../layers/layer-view.ts';
import { failOgc } from '../ogc-error.ts';
import { MAX_LAYERS } from './limits.ts';
import { requireStyle, type StyleBook } from './styles.ts';

/** A layer of a picture in one of its styles. */
export interface StyledLayer {
  readonly layer: Layer;
  /** Name of the style. */
  readonly style: string;
}

/** Layers by their names, in their order. @param locator the parameter that names them @throws LayerNotDefined */
export async function findLayers(
  catalog: LayerCatalog,
  view: LayerView,
  names: readonly string[],
  { locator, signal }: { readonly locator: string; readonly signal: AbortSignal },
): Promise<readonly Layer[]> {
  if (names.length > MAX_LAYERS)
    throw failOgc('InvalidParameterValue', `A picture has at most ${MAX_LAYERS} layers: the LayerLimit.`, locator);
  const unknown = (message: string): Error => failOgc('LayerNotDefined', message, locator);
  const found = new Map<string, Layer>();
  for (const name of new Set(names)) found.set(name, await catalog.find(view, name, unknown, signal));
  return names.map((name) => found.get(name)!);
}

/**
 * Names of LAYERS, and STYLES of the same number, or none for all.
 *
 * @param needsStyles whether STYLES has to be there, be it empty @throws MissingParameterValue, InvalidParameterValue
 */
export function readLayerNames(
  kvp: Kvp,
  needsStyles: boolean,
): readonly { readonly name: string; readonly style: string }[] {
  kvp.required('LAYERS');
  const names = kvp.list('LAYERS')!;
  const styles = kvp.list('STYLES') ?? (needsStyles ? undefined : []);
  if (styles === undefined)
    throw failOgc('MissingParameterValue', 'The parameter STYLES is missing; it may be empty.', 'STYLES');
  if (styles.length > names.length)
    throw failOgc('InvalidParameterValue', 'STYLES has more items than LAYERS.', 'STYLES');
  return names.map((name, at) => ({ name, style: styles[at] ?? '' }));
}

/** @throws StyleNotDefined */
export function styled(layers: readonly Layer[], names: readonly string[], book: StyleBook): readonly StyledLayer[] {
  return layers.map((layer, at) => ({ layer, style: requireStyle(book, layer, names[at]!, 'STYLES').name }));
}

/** Styles that come with the request are not read, whatever they are: documents, or addresses of such. */
export function refuseStyleDocuments(kvp: Kvp): void {
  for (const name of ['SLD', 'SLD_BODY']) {
    if (kvp.has(name))
      throw failOgc(
        'OperationNotSupported',
        `${name} is not read: layers are drawn in the styles that GetCapabilities lists.`,
        name,
        400,
      );
  }
}
