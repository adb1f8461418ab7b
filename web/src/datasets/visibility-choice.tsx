import { Radio, Stack } from '@mantine/core';
import { i18n } from '../languages/i18n.ts';

type VisibilityChoiceProps = { readonly value: string; readonly onChange: (value: string) => void };

export const VisibilityChoice = ({ value, onChange }: VisibilityChoiceProps) => (
  <Radio.Group label={i18n.t('Who may see it')} value={value} onChange={onChange}>
    <Stack gap="xs" mt="xs">
      <Radio value="0" label={i18n.t('Private')} description={i18n.t('Members of the organization')} />
      <Radio value="1" label={i18n.t('Public')} description={i18n.t('Everybody, without an account')} />
    </Stack>
  </Radio.Group>
);
