import { NativeSelect } from '@mantine/core';
import { i18n } from '../../languages/i18n.ts';

/** Days until a token or link ends; 0: it stays until it is withdrawn. */
const CHOICES = [
  { value: '7', label: i18n.t('7 days') },
  { value: '30', label: i18n.t('30 days') },
  { value: '90', label: i18n.t('90 days') },
  { value: '365', label: i18n.t('One year') },
  { value: '0', label: i18n.t('No end') },
];

/** Long enough for a project's delivery, short enough to be forgotten without harm. */
export const USUAL_DAYS = 90;

type ExpirySelectProps = { readonly value: number; readonly onChange: (days: number) => void };

export const ExpirySelect = ({ value, onChange }: ExpirySelectProps) => (
  <NativeSelect
    label={i18n.t('Ends after')}
    value={String(value)}
    data={CHOICES}
    onChange={(event) => onChange(Number(event.currentTarget.value))}
  />
);
