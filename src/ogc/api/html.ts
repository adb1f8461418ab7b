import { sendDocument } from '../answers.ts';
import type { ApiCall, Link } from './api-call.ts';
import { type Html, html } from './hypertext.ts';

/** A page for people to look at. */
export interface Page {
  readonly title: string;
  /** Pages above it, from the first. */
  readonly above: readonly { readonly title: string; readonly href: string }[];
  readonly body: Html;
}

/** Sends a page, which is asked about each time. */
export function sendPage(call: ApiCall, page: Page): Promise<unknown> {
  return sendDocument(call, { type: 'text/html; charset=utf-8', keeping: 'asked', text: writePage(page) });
}

// No colours but those of the browser for light and dark, so that everything has its contrast.
const STYLE = `:root{color-scheme:light dark}
body{background:Canvas;color:CanvasText;font:1rem/1.5 system-ui,sans-serif;max-width:64rem;margin:0 auto;padding:1rem}
h1{font-size:1.5rem}
h1,li,p,dd{overflow-wrap:anywhere}
nav ol{display:flex;flex-wrap:wrap;gap:.5rem;list-style:none;padding:0}
nav li+li::before{content:"/ "}
.wide{overflow-x:auto}
table{border-collapse:collapse}
th,td{border:1px solid;padding:.25rem .5rem;text-align:start;vertical-align:top}
dt{font-weight:bold}dd{margin:0 0 .5rem}`;

function writePage({ title, above, body }: Page): string {
  const crumbs = above.map((page) => html`<li><a href="${page.href}">${page.title}</a></li>`);
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${{ html: STYLE }}
        </style>
      </head>
      <body>
        <nav aria-label="Where you are">
          <ol>
            ${crumbs}
          </ol>
        </nav>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html> `.html;
}

/** Links by what they lead to; one for those of several relations. */
export const linkList = (links: readonly Link[]): Html =>
  html`<ul>
    ${[...new Map(links.map((link) => [link.href, link])).values()].map(
      ({ href, title, type }) =>
        html`<li><a href="${href}">${title ?? href}</a>${type === undefined ? '' : ` (${type})`}</li>`,
    )}
  </ul>`;
