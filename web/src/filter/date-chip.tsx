import { Button, Group, Popover, Stack, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState, type SyntheticEvent } from 'react';
import { formatIsoDate } from '../format/time.ts';
import { i18n } from '../languages/i18n.ts';

type Dates = { readonly from: string; readonly to: string };
type DateChipProps = Dates & { readonly onDates: (dates: Dates) => void };

/** Days of capture, or of the change of files that do not tell it. */
export function DateChip({ from, to, onDates }: DateChipProps) {
  const [isOpen, setOpen] = useState(false);
  const isSet = from !== '' || to !== '';
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button
          size="compact-sm"
          variant={isSet ? 'light' : 'default'}
          className="al-chip"
          rightSection={<IconChevronDown size={14} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          {textOf({ from, to })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <DateForm
          // Begins anew with the days of the address.
          key={`${from}/${to}`}
          from={from}
          to={to}
          onDates={(dates) => {
            setOpen(false);
            onDates(dates);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function DateForm({ from, to, onDates }: DateChipProps) {
  const [days, setDays] = useState<Dates>({ from, to });
  const isWrong = days.from !== '' && days.to !== '' && days.from > days.to;
  const apply = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (!isWrong) onDates(days);
  };
  return (
    <form onSubmit={apply}>
      <Stack gap="sm">
        <TextInput
          type="date"
          label={i18n.t('From')}
          value={days.from}
          onChange={(event) => setDays({ ...days, from: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={i18n.t('To')}
          value={days.to}
          error={isWrong ? i18n.t('Choose the first day or a later one') : undefined}
          onChange={(event) => setDays({ ...days, to: event.currentTarget.value })}
        />
        <Group justify="space-between" gap="xs">
          <Button variant="subtle" onClick={() => onDates({ from: '', to: '' })}>
            {i18n.t('Any date')}
          </Button>
          <Button type="submit">{i18n.t('Apply')}</Button>
        </Group>
      </Stack>
    </form>
  );
}

function textOf({ from, to }: Dates): string {
  if (from === '' && to === '') return i18n.t('Any date');
  if (to === '') return i18n.t('Since {day}', { day: dayOf(from) });
  if (from === '') return i18n.t('Until {day}', { day: dayOf(to) });
  return from === to ? dayOf(from) : `${dayOf(from)} – ${dayOf(to)}`;
}

const dayOf = (day: string): string => formatIsoDate(`${day}T00:00:00`);
