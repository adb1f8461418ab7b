import { Checkbox, Textarea } from '@mantine/core';
import { i18n } from '../languages/i18n.ts';

export type DescriptionFieldsValue = { readonly description: string; readonly isPublic: boolean };

type DescriptionFieldsProps = {
  readonly value: DescriptionFieldsValue;
  readonly onChange: (value: DescriptionFieldsValue) => void;
};

/** What an organization tells of itself, asked alike when it is made and when it is edited. */
export const DescriptionFields = ({ value, onChange }: DescriptionFieldsProps) => (
  <>
    <Textarea
      label={i18n.t('Description')}
      autosize
      minRows={2}
      value={value.description}
      onChange={({ currentTarget }) => onChange({ ...value, description: currentTarget.value })}
    />
    <Checkbox
      label={i18n.t('Public')}
      description={i18n.t('People without an account see that it exists and what is public in it.')}
      checked={value.isPublic}
      onChange={({ currentTarget }) => onChange({ ...value, isPublic: currentTarget.checked })}
    />
  </>
);
