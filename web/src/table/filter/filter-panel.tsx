import { Button, Group, NativeSelect, Textarea } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import {
  conditionFor,
  conditionProblem,
  MOST_CONDITIONS,
  type BuiltFilter,
  type Condition,
  type FilterProperty,
} from './condition.ts';
import { ConditionRow } from './condition-row.tsx';
import { builtFilterOf, filterText } from './filter-text.ts';
import { i18n } from '../../languages/i18n.ts';

type FilterPanelProps = {
  readonly properties: readonly FilterProperty[];
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  /** Why the service refused the filter. */
  readonly error: string | null;
  /** Filters of photos are of rows alone. */
  readonly canWriteText: boolean;
};

type Draft = { readonly of: string; readonly built: BuiltFilter | null; readonly text: string };

const freshRows = ([first]: readonly FilterProperty[]): BuiltFilter => ({
  join: 'and',
  conditions: first === undefined ? [] : [conditionFor(first)],
});

function draftOf(filter: string, properties: readonly FilterProperty[], canWriteText: boolean): Draft {
  const built = filter === '' ? freshRows(properties) : builtFilterOf(filter, properties);
  return { of: filter, built: built ?? (canWriteText ? null : freshRows(properties)), text: filter };
}

/** Makes a filter of rows, or takes it as CQL2 text. It counts when it is applied. */
export function FilterPanel({ properties, filter, onFilter, error, canWriteText }: FilterPanelProps) {
  const [draft, setDraft] = useState(() => draftOf(filter, properties, canWriteText));
  const [isChecked, setChecked] = useState(false);
  // The address may say another filter: by Back, or by a view beside this one.
  if (draft.of !== filter) setDraft(draftOf(filter, properties, canWriteText));
  const { built, text } = draft;
  const kindOf = ({ property }: Condition) => properties.find(({ name }) => name === property)?.kind ?? 'text';

  const setBuilt = (next: BuiltFilter): void => setDraft({ ...draft, built: next });
  const setRow = (at: number, next: Condition): void => {
    if (built !== null) setBuilt({ ...built, conditions: built.conditions.with(at, next) });
  };
  const isComplete = built === null || built.conditions.every((row) => conditionProblem(row, kindOf(row)) === null);
  const apply = (): void => {
    setChecked(true);
    if (!isComplete) return;
    setChecked(false);
    onFilter(built === null ? text.trim() : filterText(built, properties));
  };
  const asText = (): void =>
    setDraft({ ...draft, built: null, text: built !== null && isComplete ? filterText(built, properties) : text });
  // Text that the builder did not write is given up for new rows, but counts until they are applied.
  const asRows = (): void => setDraft({ ...draft, built: builtFilterOf(text, properties) ?? freshRows(properties) });

  return (
    <form
      className="al-filter"
      aria-label={i18n.t('Filter')}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      {built === null ? (
        <Textarea
          label={i18n.t('Filter in CQL2')}
          description={i18n.t('Such as "height" > 12 AND "species" = \'oak\'')}
          value={text}
          error={error}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={4000}
          spellCheck={false}
          onChange={(event) => setDraft({ ...draft, text: event.currentTarget.value })}
        />
      ) : (
        <>
          {built.conditions.length > 1 && (
            <NativeSelect
              label={i18n.t('Rows must match')}
              maw={260}
              value={built.join}
              data={[
                { value: 'and', label: i18n.t('All conditions') },
                { value: 'or', label: i18n.t('Any condition') },
              ]}
              onChange={(event) => setBuilt({ ...built, join: event.currentTarget.value === 'or' ? 'or' : 'and' })}
            />
          )}
          {built.conditions.map((condition, at) => (
            <ConditionRow
              // oxlint-disable-next-line react/no-array-index-key -- rows have no other name, and keep no state
              key={at}
              number={at + 1}
              properties={properties}
              condition={condition}
              problem={isChecked ? conditionProblem(condition, kindOf(condition)) : null}
              onChange={(next) => setRow(at, next)}
              onRemove={
                built.conditions.length > 1
                  ? () => setBuilt({ ...built, conditions: built.conditions.toSpliced(at, 1) })
                  : undefined
              }
            />
          ))}
          {error !== null && (
            <div role="alert" className="al-filter-error">
              {error}
            </div>
          )}
        </>
      )}
      <Group gap="xs">
        <Button type="submit">{i18n.t('Apply filter')}</Button>
        {built !== null && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            disabled={built.conditions.length >= MOST_CONDITIONS || properties.length === 0}
            onClick={() => setBuilt({ ...built, conditions: [...built.conditions, conditionFor(properties[0]!)] })}
          >
            {i18n.t('Add condition')}
          </Button>
        )}
        {filter !== '' && (
          <Button variant="default" onClick={() => onFilter('')}>
            {i18n.t('Remove filter')}
          </Button>
        )}
        {canWriteText && (
          <Button variant="subtle" onClick={built === null ? asRows : asText}>
            {built === null ? i18n.t('Edit as conditions') : i18n.t('Edit as text')}
          </Button>
        )}
      </Group>
    </form>
  );
}
