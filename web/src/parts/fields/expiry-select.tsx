import { NativeSelect } from '@mantine/core';

/** Days until a token or link ends; 0: it stays until it is withdrawn. */
const CHOICES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: '0', label: 'No end' },
];

/** Long enough for a project's delivery, short enough to be forgotten without harm. */
export const USUAL_DAYS = 90;

type ExpirySelectProps = { readonly value: number; readonly onChange: (days: number) => void };

export const ExpirySelect = ({ value, onChange }: ExpirySelectProps) => (
  <NativeSelect
    label="Ends after"
    value={String(value)}
    data={CHOICES}
    onChange={(event) => onChange(Number(event.currentTarget.value))}
  />
);
