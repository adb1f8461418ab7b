import { compileMessage, type Token } from './compile-message.ts';
import german from './de.po';
import { keyOf } from './key-of.ts';
import { LANGUAGE, LOCALE, page } from './language.ts';
import { inParts } from './parts.ts';

type Values = Readonly<Record<string, string | number | null | undefined>>;
/** Compiled translations by the keys of the English texts; one without values is text. */
type Catalogue = Record<string, string | readonly Token[]>;

/**
 * Constants hold texts, too, so a part of the catalogue has to be there before a module that needs it begins. To wait for it by a
 * top-level `await` made 54 files of the 26 of a page and 8 kB more, also for English; to begin with a module that loads the others would
 * be one more answer to wait for. So German alone waits, once for what a first page needs; from then on the browser has the file.
 */
function catalogueAt(address: string): Catalogue | null {
  const request = new page.XMLHttpRequest();
  try {
    request.open('GET', address, false);
    request.send();
    return request.status === 200 ? (JSON.parse(request.responseText) as Catalogue) : null;
  } catch {
    // Pages in English are of more use than none.
    return null;
  }
}

// English needs no catalogue: a text is its own name.
const [first, ...others] = LANGUAGE === 'de' ? german.parts : [];
const catalogue = first === undefined ? null : catalogueAt(first);
if (page.document !== undefined) page.document.documentElement.lang = catalogue === null ? 'en' : LANGUAGE;

const parts = catalogue === null ? null : inParts(catalogue, others);

/** As `catalogueAt`, while the page goes on. */
async function catalogueLater(address: string): Promise<Catalogue | null> {
  try {
    const response = await fetch(address);
    return response.ok ? ((await response.json()) as Catalogue) : null;
  } catch {
    return null;
  }
}
void parts?.readAhead(catalogueLater);

const translationOf = (message: string): Catalogue[string] | undefined =>
  parts?.textOf(keyOf(message, german.slots), catalogueAt);

const NUMBER = new Intl.NumberFormat(LOCALE);
const PLURAL = new Intl.PluralRules(LANGUAGE);

function write(tokens: readonly Token[], values: Values, count?: number): string {
  const texts = tokens.map((token) => {
    if (typeof token === 'string') return token === '#' && count !== undefined ? NUMBER.format(count) : token;
    const [name, type, cases = {}] = token;
    const value = values[name];
    if (type === undefined) return String(value ?? '');
    const chosen =
      cases[String(value)] ?? cases[type === 'plural' ? PLURAL.select(Number(value)) : 'other'] ?? cases['other'];
    return write(chosen ?? [], values, type === 'plural' ? Number(value) : count);
  });
  return texts.join('');
}

/** Texts of the pages, in English: `i18n.t('Delete {name}', { name })`. The runtime of Lingui does this, too, in four times the size. */
export const i18n = {
  t(message: string, values: Values = {}): string {
    const text = translationOf(message) ?? compileMessage(message);
    return typeof text === 'string' ? text : write(text, values);
  },
};
