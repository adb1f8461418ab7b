import { createItem, parsePo, stringifyPo } from 'pofile-ts';

/** Translations by the English text; '' for one that is missing. */
export type Catalogue = ReadonlyMap<string, string>;

export const readCatalogue = (po: string): Catalogue =>
  new Map(parsePo(po).items.map(({ msgid, msgstr: [translation = ''] }) => [msgid, translation]));

/** A catalogue with these messages and no others, sorted, each with the files it stands in. */
export function writeCatalogue(
  language: string,
  messages: ReadonlyMap<string, readonly string[]>,
  known: Catalogue,
): string {
  const items = [...messages]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([msgid, references]) => {
      const item = createItem();
      return { ...item, msgid, msgstr: [known.get(msgid) ?? ''], references: [...references] };
    });
  const headers = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
    Language: language,
  };
  return stringifyPo({ headers, items }, { foldLength: 0 });
}
