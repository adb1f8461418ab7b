import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { plain } from '../../format/plain.ts';
import {
  conditionFor,
  operatorsOf,
  operatorText,
  takesValue,
  type Condition,
  type FilterProperty,
  type Operator,
} from './condition.ts';
import { i18n } from '../../languages/i18n.ts';

type ConditionRowProps = {
  readonly number: number;
  readonly properties: readonly FilterProperty[];
  readonly condition: Condition;
  readonly problem: string | null;
  readonly onChange: (condition: Condition) => void;
  /** Absent for the only row. */
  readonly onRemove: (() => void) | undefined;
};

const FIELD_TYPES = { date: 'date', time: 'datetime-local' } as const;

/** One condition: a property, an operator that fits it, and a value. */
export function ConditionRow({ number, properties, condition, problem, onChange, onRemove }: ConditionRowProps) {
  const { property, operator, value } = condition;
  const kind = properties.find(({ name }) => name === property)?.kind ?? 'text';
  const setProperty = (name: string): void => {
    const next = properties.find((it) => it.name === name);
    if (next === undefined) return;
    const isSame = next.kind === kind;
    onChange(isSame ? { ...condition, property: name } : conditionFor(next));
  };
  return (
    <fieldset className="al-condition">
      <legend className="al-unseen">{i18n.t('Condition {number}', { number })}</legend>
      <NativeSelect
        aria-label={i18n.t('Property {number}', { number })}
        value={property}
        data={properties.map(({ name, label }) => ({ value: name, label: plain(label) }))}
        onChange={(event) => setProperty(event.currentTarget.value)}
      />
      <NativeSelect
        aria-label={i18n.t('Operator {number}', { number })}
        value={operator}
        data={operatorsOf(kind).map((it) => ({ value: it, label: operatorText(it, kind) }))}
        onChange={(event) => onChange({ ...condition, operator: event.currentTarget.value as Operator })}
      />
      {takesValue(operator) && (
        <TextInput
          aria-label={
            kind === 'time' ? i18n.t('Value {number} (UTC)', { number }) : i18n.t('Value {number}', { number })
          }
          className="al-condition-value"
          type={kind === 'date' || kind === 'time' ? FIELD_TYPES[kind] : 'text'}
          inputMode={kind === 'integer' || kind === 'number' ? 'decimal' : undefined}
          placeholder={
            kind === 'text' ? i18n.t('Text') : kind === 'integer' || kind === 'number' ? i18n.t('Number') : undefined
          }
          maxLength={1000}
          value={value}
          error={problem}
          onChange={(event) => onChange({ ...condition, value: event.currentTarget.value })}
        />
      )}
      {onRemove !== undefined && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={i18n.t('Remove condition {number}', { number })}
          onClick={onRemove}
        >
          <IconX size={18} />
        </ActionIcon>
      )}
    </fieldset>
  );
}
