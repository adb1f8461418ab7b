import { STYLE_TITLES, stylesOf } from '../../kinds/raster/index.ts';
import { DEFAULT_STYLE, type MapStyle, readMapStyle } from '../../kinds/vector/index.ts';
import { failOgc, quoteInput } from '../ogc-error.ts';
import type { Layer, VectorLayer } from '../layers/layer.ts';
import type { FindStyles, StoredStyles } from './stored-styles.ts';

/** A style that a layer is offered in. */
export interface LayerStyle {
  readonly name: string;
  readonly title: string;
}

/** How the layers of a dataset are drawn. */
export interface StyleBook {
  /** The first one is drawn unless another is asked for. */
  stylesOf(layer: Layer): readonly [LayerStyle, ...LayerStyle[]];
  vector(layer: VectorLayer): MapStyle;
  /** What is wrong with the style that is stored for a layer. */
  warningOf(layer: Layer): string | undefined;
}

const DEFAULT: LayerStyle = { name: 'default', title: STYLE_TITLES.default };

/**
 * @param stored a style of a file wins over that of the dataset; one that is not valid is as if it were not there, and the
 * description of the layer says so
 */
export function createStyleBook(stored: StoredStyles): StyleBook {
  const storedOf = ({ path }: Layer): { readonly at: string; readonly style: MapStyle | undefined } | undefined => {
    const at = stored.has(path) ? path : '';
    return stored.has(at) ? { at, style: readMapStyle(stored.get(at)) } : undefined;
  };
  return {
    stylesOf(layer) {
      if (layer.kind === 'vector') return [DEFAULT];
      const others = stylesOf(layer.bands).filter((name) => name !== DEFAULT.name);
      return [DEFAULT, ...others.map((name) => ({ name, title: STYLE_TITLES[name] }))];
    },
    vector: (layer) => storedOf(layer)?.style ?? DEFAULT_STYLE,
    warningOf(layer) {
      if (layer.kind === 'raster') return undefined;
      const found = storedOf(layer);
      if (found === undefined || found.style !== undefined) return undefined;
      const whose = found.at === '' ? 'the dataset' : 'the file';
      return `The style in the metadata of ${whose} is not valid: the default style is drawn.`;
    },
  };
}

/** The style of a layer by its name; an empty one is the default. @throws StyleNotDefined */
export function requireStyle(book: StyleBook, layer: Layer, name: string, locator: string): LayerStyle {
  const styles = book.stylesOf(layer);
  if (name === '') return styles[0];
  const found = styles.find((style) => style.name.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found;
  throw failOgc(
    'StyleNotDefined',
    `The layer ${quoteInput(layer.name)} has no style ${quoteInput(name)}; it has ${styles.map((style) => style.name).join(', ')}.`,
    locator,
  );
}

/** The styles of layers of a dataset. */
export async function createBook(
  datasetId: string,
  layers: readonly Layer[],
  findStyles: FindStyles,
): Promise<StyleBook> {
  const paths = layers.filter(({ kind }) => kind === 'vector').map(({ path }) => path);
  const stored = paths.length === 0 ? new Map<string, unknown>() : await findStyles(datasetId, paths);
  return createStyleBook(stored);
}
