/** Text that is HTML already; everything else is escaped when it is put in. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | bigint | null | undefined | readonly Part[];

/** A piece of a page: html`<p>${text}</p>`. */
export function html(pieces: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: pieces.reduce((text, piece, at) => `${text}${written(parts[at - 1])}${piece}`) };
}

function written(part: Part): string {
  if (part === null || part === undefined) return '';
  if (typeof part !== 'object') return escaped(String(part));
  return 'html' in part ? part.html : part.map(written).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
