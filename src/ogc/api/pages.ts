import { buffer } from 'node:stream/consumers';
import type { FeaturePage } from '../../kinds/vector/index.ts';
import type { VectorLayer } from '../layers/layer.ts';
import { addressOf, type ApiCall, type Link } from './api-call.ts';
import { linkList, type Page } from './html.ts';
import { type Html, html } from './hypertext.ts';

const home = (call: ApiCall) => ({ title: 'API', href: addressOf(call, '', { f: 'html' }) });
const layers = (call: ApiCall) => ({ title: 'Layers', href: addressOf(call, '/collections', { f: 'html' }) });
const layerLink = (call: ApiCall, layer: Pick<VectorLayer, 'name' | 'title'>) => ({
  title: layer.title,
  href: addressOf(call, `/collections/${encodeURIComponent(layer.name)}`, { f: 'html' }),
});

/** A document that is little more than its links. */
export interface Linked {
  readonly title?: string;
  readonly description?: string;
  readonly links?: readonly Link[];
  /** What it lists, each with the link to itself first. */
  readonly tilesets?: readonly { readonly links: readonly Link[] }[];
}

/** The page of any such document below the first. */
export function linkedPage(call: ApiCall, title: string, document: Linked, isHome = false): Page {
  const { description, links = [], tilesets = [] } = document;
  const around = links.filter(({ rel, templated }) => rel !== 'self' && !templated);
  const body = html`<p>${description}</p>
    ${linkList([...around, ...tilesets.flatMap((set) => set.links.slice(0, 1))])}`;
  return { title, above: isHome ? [] : [home(call)], body };
}

/** A list of addresses, such as the standards that are kept. */
export const listPage = (call: ApiCall, title: string, items: readonly string[]): Page => ({
  title,
  above: [home(call)],
  body: html`<ul>
    ${items.map((item) => html`<li>${item}</li>`)}
  </ul>`,
});

/** The layers with their links. */
export const collectionsPage = (
  call: ApiCall,
  found: readonly { readonly id: string; readonly title: string }[],
): Page => ({
  title: 'Layers',
  above: [home(call)],
  body:
    found.length === 0
      ? html`<p>There are no vector layers here.</p>`
      : html`<ul>
          ${found.map(({ id, title }) => {
            const { href } = layerLink(call, { name: id, title });
            return html`<li><a href="${href}">${title}</a></li>`;
          })}
        </ul>`,
});

/** What is below the page of a layer. */
export const belowLayer = (call: ApiCall, layer: Pick<VectorLayer, 'name' | 'title'>, page: Page): Page => ({
  ...page,
  above: [home(call), layers(call), layerLink(call, layer)],
});

export const belowLayers = (call: ApiCall, page: Page): Page => ({ ...page, above: [home(call), layers(call)] });

/** Features of a page as a table. @param rows of it, as the threads write them */
export async function itemsPage(
  call: ApiCall,
  layer: VectorLayer,
  {
    page,
    rows,
    links,
    offset,
  }: {
    readonly page: FeaturePage;
    readonly rows: AsyncIterable<Uint8Array>;
    readonly links: readonly Link[];
    readonly offset: number;
  },
): Promise<Page> {
  const { matched, ids } = page;
  const range = ids.length === 0 ? 'None' : `${offset + 1} to ${offset + ids.length}`;
  const around = links.filter(({ rel }) => ['next', 'prev', 'alternate'].includes(rel));
  const body = html`<p>${range} of ${matched}</p>
    <div class="wide" tabindex="0" role="region" aria-label="Features">
      <table>
        <thead>
          <tr>
            <th scope="col">id</th>
            ${layer.content.columns.map(({ name }) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${await written(rows)}
        </tbody>
      </table>
    </div>
    ${linkList(around)}`;
  return belowLayer(call, layer, { title: `Features of ${layer.title}`, above: [], body });
}

/** One feature with its attributes. @param entries of it, as the threads write them */
export async function featurePage(
  call: ApiCall,
  layer: VectorLayer,
  {
    id,
    entries,
    links,
  }: { readonly id: number; readonly entries: AsyncIterable<Uint8Array>; readonly links: readonly Link[] },
): Promise<Page> {
  const body = html`<dl>${await written(entries)}</dl>
    ${linkList(links.filter(({ rel }) => rel === 'alternate'))}`;
  return belowLayer(call, layer, { title: `Feature ${id}`, above: [], body });
}

async function written(pieces: AsyncIterable<Uint8Array>): Promise<Html> {
  return { html: (await buffer(pieces)).toString() };
}
