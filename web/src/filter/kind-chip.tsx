import { Button, Checkbox, Popover } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { KINDS, lookOf } from '../kinds/index.ts';
import { i18n } from '../languages/i18n.ts';

const CHOICES = KINDS.looks.filter(({ searchable }) => searchable !== false);

type KindChipProps = {
  /** None: all types. */
  readonly types: readonly number[];
  readonly onTypes: (types: readonly number[]) => void;
};

/** Kinds of files to show. */
export const KindChip = ({ types, onTypes }: KindChipProps) => (
  <Popover position="bottom-start" trapFocus returnFocus shadow="md">
    <Popover.Target>
      <Button
        size="compact-sm"
        variant={types.length === 0 ? 'default' : 'light'}
        className="al-chip"
        rightSection={<IconChevronDown size={14} aria-hidden />}
      >
        {textOf(types)}
      </Button>
    </Popover.Target>
    <Popover.Dropdown>
      <fieldset className="al-chip-kinds">
        <legend>{i18n.t('Show only')}</legend>
        {CHOICES.map(({ type, title }) => (
          <Checkbox
            key={type}
            label={title}
            checked={types.includes(type)}
            onChange={(event) =>
              onTypes(event.currentTarget.checked ? [...types, type] : types.filter((other) => other !== type))
            }
          />
        ))}
      </fieldset>
    </Popover.Dropdown>
  </Popover>
);

function textOf(types: readonly number[]): string {
  const [first] = types;
  if (first === undefined) return i18n.t('All kinds');
  return types.length === 1 ? lookOf({ type: first }).title : i18n.t('{count} kinds', { count: types.length });
}
