import { NativeSelect, TextInput } from '@mantine/core';
import { ENDS, type LinkEnd } from './link-end.ts';
import { i18n } from '../languages/i18n.ts';

type EndFieldsProps = {
  readonly end: LinkEnd;
  readonly onChange: (end: LinkEnd) => void;
  /** What stands first, for a link whose end may stay as it is. */
  readonly first?: { readonly value: string; readonly label: string };
};

/** When a link ends. */
export const EndFields = ({ end, onChange, first }: EndFieldsProps) => (
  <>
    <NativeSelect
      label={i18n.t('Ends')}
      data={first === undefined ? ENDS : [first, ...ENDS]}
      value={end.choice}
      onChange={(event) => onChange({ ...end, choice: event.currentTarget.value })}
    />
    {end.choice === 'date' && (
      <TextInput
        type="date"
        label={i18n.t('Last day')}
        required
        value={end.date}
        onChange={(event) => onChange({ ...end, date: event.currentTarget.value })}
      />
    )}
  </>
);
