import type { Schema } from '../../api/parameter-schema.ts';
import { i18n } from '../../languages/i18n.ts';

/** How a value is asked for. `list` is a text of one item a line, `numbers` one with spaces or commas between them. */
export type FieldKind =
  | 'text'
  | 'secret'
  | 'number'
  | 'switch'
  | 'choice'
  | 'path'
  | 'folder'
  | 'list'
  | 'numbers'
  | 'shape'
  | 'json';

/** One parameter of a tool as a field of its form. */
export type Field = {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly kind: FieldKind;
  /** Schema of the value, when there is one. */
  readonly schema: Schema;
  /** Nothing at all is a value, too. */
  readonly nullable: boolean;
  /** It has to be filled in. */
  readonly required: boolean;
  /** It is rarely wanted. */
  readonly rare: boolean;
  /** Values of a choice. */
  readonly choices: readonly unknown[];
  /** What some of them are called. */
  readonly choiceLabels: Readonly<Record<string, string>>;
  /** It is asked for only while another field has one of these values; null: always. */
  readonly when: Schema['x-when'] | null;
  /** What it holds at first. */
  readonly start: Draft;
};

/** What a field holds while it is filled in; '' is nothing. */
export type Draft = string | boolean;
export type Drafts = Readonly<Record<string, Draft>>;

/** The fields of a form for parameters, those that have to be filled in first. */
export function fieldsOf(parameters: Schema): readonly Field[] {
  const { properties = {}, required = [] } = parameters;
  const fields = Object.entries(properties)
    .map(([name, schema]) => fieldOf(name, schema, required.includes(name)))
    .filter(({ schema }) => schema['x-input'] !== 'none');
  const labels = labelsOf(fields);
  const said = fields.map((field) => ({ ...field, hint: inWords(field.hint, labels) }));
  return [...said.filter((it) => it.required), ...said.filter((it) => !it.required)];
}

function fieldOf(name: string, whole: Schema, listed: boolean): Field {
  const { schema, nullable } = withoutNull(whole);
  const kind = kindOf(schema, nullable);
  const field = {
    name,
    kind,
    schema,
    nullable,
    label: whole.title ?? schema.title ?? labelOf(name),
    hint: whole.description ?? schema.description ?? '',
    // Schemas list what has a default among the required: after the defaults are filled in, it is there.
    required: listed && !nullable && whole.default === undefined && kind !== 'switch',
    rare: (whole['x-more'] ?? schema['x-more']) === true,
    choices: choicesOf(schema),
    choiceLabels: whole['x-choices'] ?? {},
    when: whole['x-when'] ?? null,
  };
  return { ...field, start: draftOf(field, whole.default) };
}

/** The values beside null, and whether null is one. */
function withoutNull(whole: Schema): { readonly schema: Schema; readonly nullable: boolean } {
  const parts = whole.anyOf ?? [];
  const others = parts.filter(({ type }) => type !== 'null');
  if (others.length === parts.length) return { schema: whole, nullable: false };
  const [only] = others;
  return { schema: others.length === 1 && only !== undefined ? only : { anyOf: others }, nullable: true };
}

const SHAPES = ['line', 'line-in-model', 'area'];

function kindOf(schema: Schema, nullable: boolean): FieldKind {
  if (schema.enum !== undefined || 'const' in schema) return 'choice';
  // A switch is on or off; a third state needs a choice.
  if (schema.type === 'boolean') return nullable ? 'choice' : 'switch';
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  if (schema.type === 'string') return kindOfText(schema);
  if (schema.type === 'array') return kindOfList(schema);
  return SHAPES.includes(schema['x-input'] ?? '') ? 'shape' : 'json';
}

function kindOfText({ writeOnly, 'x-input': input }: Schema): FieldKind {
  // People want to see an address while they type it, also where nobody is shown it afterwards.
  if (writeOnly === true && input !== 'address') return 'secret';
  return input === 'path' || input === 'folder' ? input : 'text';
}

function kindOfList({ items, prefixItems }: Schema): FieldKind {
  const parts = prefixItems ?? (items ? [items] : []);
  if (parts.length > 0 && parts.every(({ type }) => type === 'number' || type === 'integer')) return 'numbers';
  return prefixItems === undefined && items && items.type === 'string' && items.enum === undefined ? 'list' : 'json';
}

function choicesOf(schema: Schema): readonly unknown[] {
  if (schema.enum !== undefined) return schema.enum;
  if ('const' in schema) return [schema.const];
  return schema.type === 'boolean' ? [true, false] : [];
}

/** Names that are no words. */
const LABELS: Readonly<Record<string, string>> = {
  crs: 'CRS',
  url: 'URL',
  bbox: i18n.t('Bounding box'),
  colormap: i18n.t('Colours'),
};

/** "Output path" of "outputPath", "EPSG" stays. */
export function labelOf(name: string): string {
  const label = Object.hasOwn(LABELS, name) ? LABELS[name] : undefined;
  if (label !== undefined) return label;
  const words = name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ');
  const text = words.replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A text for programs as people read it: parameters by their labels, values in quotation marks. */
export function inWords(text: string, labels: ReadonlyMap<string, string>): string {
  return text.replaceAll(/`([^`]*)`|\b[a-z]+[A-Z]\w*\b/g, (word, marked: string | undefined) => {
    const label = labels.get(marked ?? word);
    return marked === undefined && label === undefined ? word : `“${label ?? marked}”`;
  });
}

/** What fields are called, by their names. */
export const labelsOf = (fields: readonly Pick<Field, 'name' | 'label'>[]): ReadonlyMap<string, string> =>
  new Map(fields.map(({ name, label }) => [name, label]));

/** What a field holds for a value. */
export function draftOf({ kind }: Pick<Field, 'kind'>, value: unknown): Draft {
  if (kind === 'switch') return value === true;
  if (value === undefined || value === null) return '';
  switch (kind) {
    case 'list':
      return (value as readonly string[]).join('\n');
    case 'numbers':
      return (value as readonly number[]).join(', ');
    case 'choice':
    case 'shape':
    case 'json':
      return JSON.stringify(value);
    default:
      return typeof value === 'string' ? value : JSON.stringify(value);
  }
}
