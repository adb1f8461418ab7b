/** A node of well-known text: KEYWORD["text", 12, OTHER[...]]. */
export type WktNode = { readonly keyword: string; readonly values: readonly (string | WktNode)[] };

const TOKEN = /\s*(?:"((?:[^"]|"")*)"|([^\s,"[\]()]+)|([[\](),]))/y;
/** Deeper than any CRS; damaged text ends the reading. */
const MAX_DEPTH = 64;

/** Reads WKT 1 and 2; null for what is neither. */
export function parseWkt(text: string): WktNode | null {
  TOKEN.lastIndex = 0;
  const next = (): { text: string; isMark: boolean } | null => {
    const found = TOKEN.exec(text);
    if (found === null) return null;
    return { text: found[1]?.replaceAll('""', '"') ?? found[2] ?? found[3] ?? '', isMark: found[3] !== undefined };
  };
  const nodeAfter = (keyword: string, depth: number): WktNode | null => {
    const values: (string | WktNode)[] = [];
    for (let token = next(); token !== null; token = next()) {
      if (token.isMark && (token.text === ']' || token.text === ')')) return { keyword, values };
      if (token.isMark && token.text === ',') continue;
      if (token.isMark) {
        const name = values.pop();
        const child = typeof name === 'string' && depth < MAX_DEPTH ? nodeAfter(name.toUpperCase(), depth + 1) : null;
        if (child === null) return null;
        values.push(child);
      } else values.push(token.text);
    }
    return null;
  };
  const first = next();
  const open = next();
  if (first === null || open?.isMark !== true) return null;
  return nodeAfter(first.text.toUpperCase(), 0);
}

export const childOf = ({ values }: WktNode, ...keywords: readonly string[]): WktNode | undefined =>
  values.find((value): value is WktNode => typeof value !== 'string' && keywords.includes(value.keyword));

/** The last of them: the unit of a system stands behind those of what it is made of. */
export const lastChildOf = ({ values }: WktNode, ...keywords: readonly string[]): WktNode | undefined =>
  values.findLast((value): value is WktNode => typeof value !== 'string' && keywords.includes(value.keyword));

export const textAt = ({ values }: WktNode, index: number): string | undefined => {
  const value = values[index];
  return typeof value === 'string' ? value : undefined;
};
