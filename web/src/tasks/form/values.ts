import type { Schema } from '../../api/parameter-schema.ts';
import { DECIMAL, pointed } from '../../format/decimal.ts';
import type { ApiError } from '../../api/api-error.ts';
import type { Draft, Drafts, Field } from './fields.ts';
import { draftOf, inWords, labelsOf } from './fields.ts';
import { problemOf } from './problem-of.ts';
import { plainShape } from './plain-shape.ts';
import { isGeoJson, isInModel, NoPosition, positionsOf, shapeKindOf, shapeOf, tooFew } from './shape-text.ts';
import { i18n } from '../../languages/i18n.ts';

/** What a form says: parameters to send, or what is wrong, by the field's name. */
export type Filled = {
  readonly params: Readonly<Record<string, unknown>>;
  readonly problems: Readonly<Record<string, string>>;
  /** Those of them that are only not filled in yet, or not to the end. */
  readonly unfinished: ReadonlySet<string>;
};

/** Drafts that a form begins with. @param given values that are known already */
export const startOf = (fields: readonly Field[], given: Readonly<Record<string, unknown>>): Drafts =>
  Object.fromEntries(
    fields.map((field) => [
      field.name,
      Object.hasOwn(given, field.name) ? draftOf(field, given[field.name]) : field.start,
    ]),
  );

/** Reads a form. What is left empty is left out: the service fills in what it is without. */
export function filledOf(fields: readonly Field[], drafts: Drafts): Filled {
  const params: Record<string, unknown> = {};
  const problems: Record<string, string> = {};
  const unfinished = new Set<string>();
  for (const field of fields) {
    const read = valueOf(field, drafts[field.name] ?? '');
    if ('problem' in read) {
      problems[field.name] = read.problem;
      if (read.unfinished === true) unfinished.add(field.name);
    } else if (read.value !== undefined) params[field.name] = read.value;
  }
  return { params, problems, unfinished };
}

type Read = { readonly value: unknown } | { readonly problem: string; readonly unfinished?: true };

/** @returns undefined for nothing */
function valueOf(field: Field, draft: Draft): Read {
  if (draft === '') {
    if (field.required) return { problem: i18n.t('Fill this in.'), unfinished: true };
    // An empty text can be another one than the default.
    const isValue = !field.nullable && field.schema.type === 'string' && problemOf(field.schema, '') === null;
    return { value: isValue ? '' : undefined };
  }
  try {
    const value = parsed(field, draft);
    const missing = field.kind === 'shape' ? tooFew(value) : null;
    if (missing !== null) return { problem: missing, unfinished: true };
    const problem = problemOf(field.schema, value);
    return problem === null ? { value } : { problem };
  } catch (error) {
    if (error instanceof NoPosition) return { problem: error.message };
    if (!(error instanceof SyntaxError)) throw error;
    return { problem: i18n.t('This is no JSON.') };
  }
}

/** @throws SyntaxError where it has to be JSON and is not; NoPosition */
function parsed({ kind, schema }: Field, draft: Draft): unknown {
  if (typeof draft === 'boolean') return draft;
  switch (kind) {
    case 'number':
      return numberOf(draft);
    case 'numbers':
      return numbersOf(draft, schema);
    case 'list':
      return draft.split(/\r?\n/).filter((line) => line !== '');
    case 'shape':
      return isGeoJson(draft)
        ? plainShape(JSON.parse(draft))
        : shapeOf(shapeKindOf(schema), positionsOf(draft, isInModel(schema)));
    case 'choice':
    case 'json':
      return JSON.parse(draft);
    default:
      return draft;
  }
}

/** Numbers with blanks, semicolons or commas between them; one comma within a word is that of a decimal, where people write it so. */
const numbersOf = (text: string, { items }: Schema): readonly number[] =>
  text
    .split(/[\s;]+/)
    .flatMap((word) => {
      const parts = word.split(',').filter((part) => part !== '');
      const isDecimal = DECIMAL === ',' && parts.length === 2 && !(items && items.type === 'integer');
      return isDecimal ? [parts.join('.')] : parts;
    })
    .map(numberOf);

/** NaN of what is none. */
const numberOf = (text: string): number => (text.trim() === '' ? NaN : Number(pointed(text)));

/** An error of the service that is about one field: its name and what is wrong; null when it is about none. */
export function fieldProblem(
  fields: readonly Field[],
  { message, pointer }: Pick<ApiError, 'message' | 'pointer'>,
): { readonly name: string; readonly text: string } | null {
  const name = /^\/params\/(\w+)/.exec(pointer ?? '')?.[1];
  if (name === undefined || !fields.some((field) => field.name === name)) return null;
  // For programs the name stands before what is wrong; here it stands above.
  const text = message.replace(/^params\.\w+(?:\.\d+)*:?\s+/, '');
  return { name, text: inWords(text.charAt(0).toUpperCase() + text.slice(1), labelsOf(fields)) };
}
