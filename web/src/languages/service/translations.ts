/** Texts of the service in another language: what is fixed by itself, and what holds values, `{0}`, by what is around them. */
export type Translations = {
  readonly fixed: ReadonlyMap<string, string>;
  readonly templates: readonly Template[];
};

type Template = {
  /** The English text around the values. */
  readonly around: readonly string[];
  /** Numbers of the values, in the order of the English text. */
  readonly values: readonly string[];
  readonly translation: string;
};

const VALUE = /\{(\d+)\}/g;

/** @param catalogue translations by the English text */
export function readTranslations(catalogue: Readonly<Record<string, string>>): Translations {
  const texts = Object.entries(catalogue);
  const templates = texts
    .filter(([text]) => text.search(VALUE) >= 0)
    .map(([text, translation]) => ({
      around: text.split(/\{\d+\}/),
      values: [...text.matchAll(VALUE)].map(([, number = '']) => number),
      translation,
    }))
    // What says most by itself fits best.
    .toSorted((one, other) => lengthOf(other) - lengthOf(one));
  return { fixed: new Map(texts), templates };
}

const lengthOf = ({ around }: Template): number => around.join('').length;

/** Values hold texts of the service, too; deeper ones come from no text of it. */
const DEEPEST = 3;
/** Sentences of a text that are looked up one by one, and its length: file names are in it, which anybody chooses. */
const MOST_SENTENCES = 40;
const MOST_LETTERS = 20_000;

/** A text of the service, translated as far as it is known; what is not stays as it is. */
export function translate(text: string, known: Translations): string {
  if (text.length > MOST_LETTERS) return text;
  return text
    .split('\n')
    .map((line) => {
      // Each line is a problem. The name of a parameter stays, and the sentence behind it is translated.
      const [, name = '', rest = ''] = /^(params\.[\w.]+:? )?(.*)$/su.exec(line) ?? [];
      return name + (whole(rest, known, 0) ?? bySentences(rest, known, 0));
    })
    .join('\n');
}

function whole(text: string, known: Translations, depth: number): string | undefined {
  const fixed = known.fixed.get(text);
  if (fixed !== undefined || depth >= DEEPEST) return fixed;
  for (const { around, values, translation } of known.templates) {
    const found = valuesIn(text, around);
    if (found === null) continue;
    const written = new Map(
      values.map((number, at) => [
        number,
        whole(found[at]!, known, depth + 1) ?? bySentences(found[at]!, known, depth + 1),
      ]),
    );
    return translation.replaceAll(VALUE, (_, number: string) => written.get(number) ?? '');
  }
  return undefined;
}

/** What stands between parts of a text, in one pass; null where it does not have them all. */
function valuesIn(text: string, around: readonly string[]): readonly string[] | null {
  const [first = '', ...others] = around;
  const last = others.at(-1) ?? '';
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return null;
  const end = text.length - last.length;
  const found: string[] = [];
  let at = first.length;
  for (const part of others.slice(0, -1)) {
    const next = text.indexOf(part, at);
    if (next === -1 || next + part.length > end) return null;
    found.push(text.slice(at, next));
    at = next + part.length;
  }
  return [...found, text.slice(at, end)];
}

/** Some texts are several ones, one after the other: of each place the longest run that is known. */
function bySentences(text: string, known: Translations, depth: number): string {
  const sentences = text.split(/(?<=[.!?…]) (?=[\p{Lu}“])/u);
  if (sentences.length === 1 || sentences.length > MOST_SENTENCES) return text;
  const written: string[] = [];
  for (let at = 0; at < sentences.length;) {
    let count = at === 0 ? sentences.length - 1 : sentences.length - at;
    let found: string | undefined;
    while (count > 0 && found === undefined) {
      found = whole(sentences.slice(at, at + count).join(' '), known, depth);
      if (found === undefined) count -= 1;
    }
    written.push(found ?? sentences[at]!);
    at += Math.max(1, count);
  }
  return written.join(' ');
}
