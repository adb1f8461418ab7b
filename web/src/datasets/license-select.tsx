import { NativeSelect } from '@mantine/core';
import { i18n } from '../languages/i18n.ts';

/** Licenses by the names that catalogues know; the words are for people. */
const LICENSES: readonly { readonly value: string; readonly label: string }[] = [
  { value: '', label: i18n.t('Not said (all rights reserved)') },
  { value: 'proprietary', label: i18n.t('Proprietary') },
  { value: 'CC0-1.0', label: i18n.t('CC0 1.0: no rights reserved') },
  { value: 'CC-PDDC', label: i18n.t('Public domain') },
  { value: 'CC-BY-4.0', label: i18n.t('CC BY 4.0: name the author') },
  { value: 'CC-BY-3.0', label: i18n.t('CC BY 3.0: name the author') },
  { value: 'CC-BY-SA-4.0', label: i18n.t('CC BY-SA 4.0: and share alike') },
  { value: 'CC-BY-ND-4.0', label: i18n.t('CC BY-ND 4.0: and change nothing') },
  { value: 'CC-BY-NC-4.0', label: i18n.t('CC BY-NC 4.0: and no commerce') },
  { value: 'CC-BY-NC-SA-4.0', label: i18n.t('CC BY-NC-SA 4.0: no commerce, share alike') },
  { value: 'CC-BY-NC-ND-4.0', label: i18n.t('CC BY-NC-ND 4.0: no commerce, change nothing') },
  { value: 'ISC', label: i18n.t('ISC') },
];

type LicenseSelectProps = { readonly value: string; readonly onChange: (value: string) => void };

/** What others may do with the data. A license that is not in the list stays as it is until another one is chosen. */
export const LicenseSelect = ({ value, onChange }: LicenseSelectProps) => (
  <NativeSelect
    label={i18n.t('License')}
    description={i18n.t('What others may do with the data')}
    data={LICENSES.some((it) => it.value === value) ? LICENSES : [...LICENSES, { value, label: value }]}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
