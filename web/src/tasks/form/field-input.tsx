import { Checkbox, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import type { Schema } from '../../api/parameter-schema.ts';
import { BoxInput } from './box-input.tsx';
import type { Ground } from './drawing-field.tsx';
import type { Draft, Field } from './fields.ts';
import { PathInput } from './path-input.tsx';
import { PathsInput } from './paths-input.tsx';
import { ShapeInput } from './shape-input.tsx';
import { i18n } from '../../languages/i18n.ts';

type FieldInputProps = {
  /** Where what is drawn lies. */
  readonly ground: Ground;
  readonly field: Field;
  readonly draft: Draft;
  /** What is wrong with it, as far as that is to be told. */
  readonly problem: string | undefined;
  readonly onChange: (draft: Draft) => void;
};

/** One parameter, asked for as its kind wants it. */
export function FieldInput({ ground, field, draft, problem, onChange }: FieldInputProps) {
  const { kind, schema, required, label, hint } = field;
  const { datasetRef } = ground;
  if (kind === 'switch')
    return (
      <Checkbox
        label={label}
        description={hint}
        error={problem}
        checked={draft === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  const common = { label, description: hint, required, error: problem, value: String(draft) };
  const typed = {
    ...common,
    onChange: (event: { readonly currentTarget: { readonly value: string } }) => onChange(event.currentTarget.value),
  };
  switch (kind) {
    case 'choice':
      return <NativeSelect {...typed} data={optionsOf(field)} />;
    case 'path':
    case 'folder':
      return <PathInput {...common} datasetRef={datasetRef} schema={schema} onChange={onChange} />;
    case 'list':
      return schema['x-input'] === 'paths' ? (
        <PathsInput {...common} datasetRef={datasetRef} schema={schema} onChange={onChange} />
      ) : (
        <Textarea {...typed} rows={4} placeholder={i18n.t('One a line')} />
      );
    case 'shape':
      return <ShapeInput {...common} {...{ ground, schema, onChange }} />;
    case 'numbers':
      return schema['x-input'] === 'box' ? (
        <BoxInput {...common} {...{ ground, onChange }} />
      ) : (
        <TextInput {...typed} placeholder={i18n.t('Numbers with commas between them')} />
      );
    case 'json':
      return (
        <Textarea
          {...typed}
          rows={4}
          spellCheck={false}
          placeholder={i18n.t('JSON: {form}', { form: formOf(schema) })}
        />
      );
    case 'secret':
      return <PasswordInput {...typed} autoComplete="off" />;
    case 'number':
      return <TextInput {...typed} inputMode={schema.type === 'integer' ? 'numeric' : 'decimal'} />;
    default:
      return <TextInput {...typed} placeholder={exampleOf(field)} />;
  }
}

/** Choices by their JSON; nothing is one where the value may be left out. */
function optionsOf({
  choices,
  choiceLabels,
  nullable,
  required,
  start,
}: Field): { readonly value: string; readonly label: string }[] {
  const options = choices.map((value) => ({ value: JSON.stringify(value), label: choiceText(value, choiceLabels) }));
  const hasNothing = nullable || required || start === '';
  return hasNothing ? [{ value: '', label: required ? i18n.t('Choose one') : i18n.t('Not set') }, ...options] : options;
}

function choiceText(value: unknown, labels: Field['choiceLabels']): string {
  if (typeof value === 'boolean') return value ? i18n.t('Yes') : i18n.t('No');
  return labels[String(value)] ?? String(value);
}

/** How JSON of a schema looks: `[{ field, operator, value }, …]`. */
const formOf = ({ items, properties }: Schema): string =>
  items ? `[${formOf(items)}, …]` : `{ ${Object.keys(properties ?? {}).join(', ')} }`;

const exampleOf = ({ schema: { examples } }: Field): string | undefined => {
  const [example] = examples ?? [];
  return typeof example === 'string' ? example : undefined;
};
