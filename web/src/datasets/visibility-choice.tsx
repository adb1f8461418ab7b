import { Radio, Stack } from '@mantine/core';

type VisibilityChoiceProps = { readonly value: string; readonly onChange: (value: string) => void };

export const VisibilityChoice = ({ value, onChange }: VisibilityChoiceProps) => (
  <Radio.Group label="Who may see it" value={value} onChange={onChange}>
    <Stack gap="xs" mt="xs">
      <Radio value="0" label="Private" description="Members of the organization" />
      <Radio value="1" label="Public" description="Everybody, without an account" />
    </Stack>
  </Radio.Group>
);
