import type { Encoder, FeatureEncoding, GeoValue } from '../../kinds/vector/index.ts';
import { html } from './hypertext.ts';

export type FeatureHtmlOptions =
  /** Rows of a table; the address of a feature is its id between these. */
  | { readonly kind: 'rows'; readonly names: readonly string[]; readonly address: readonly [string, string] }
  /** Attributes of one, each with its name. */
  | { readonly kind: 'entries'; readonly names: readonly string[] };

/** Features as parts of a page: written in the threads, where their geometries stay. */
export const featureHtml = (options: FeatureHtmlOptions): FeatureEncoding => ({
  columns: options.names,
  module: new URL('./feature-html.ts', import.meta.url),
  options,
});

/** What the threads load of this module. */
export function createEncoder(options: FeatureHtmlOptions, columns: readonly string[]): Encoder {
  const { names } = options;
  const places = names.map((name) => columns.indexOf(name));
  if (options.kind === 'entries')
    return ({ values, geometry }, out) => {
      const entries = names.map(
        (name, at) =>
          html`<dt>${name}</dt>
            <dd>${shown(values[places[at]!] ?? null)}</dd>`,
      );
      const last = html`${entries}
        <dt>Geometry</dt>
        <dd>${geometry?.type ?? 'none'}</dd>`;
      out.text(last.html);
    };
  const [before, behind] = options.address;
  return ({ fid, values }, out) => {
    const row = html`<tr>
      <th scope="row"><a href="${before}${fid}${behind}">${fid}</a></th>
      ${places.map((place) => html`<td>${shown(values[place] ?? null)}</td>`)}
    </tr> `;
    out.text(row.html);
  };
}

/** Longer texts would be most of the page. */
const LONGEST_TEXT = 500;

function shown(value: GeoValue): string {
  if (value === null) return '';
  if (value instanceof Uint8Array) return `${value.length} bytes`;
  const text = String(value);
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}
