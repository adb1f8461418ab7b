import { Button, Group, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { i18n } from '../../languages/i18n.ts';

type SecretFieldProps = { readonly label: string; readonly description: string; readonly value: string };

/** Something to take along now: it is not shown a second time. */
export function SecretField({ label, description, value }: SecretFieldProps) {
  const clipboard = useClipboard({ timeout: 4000 });
  return (
    <Group align="flex-end" gap="sm" wrap="nowrap">
      <TextInput
        label={label}
        description={description}
        value={value}
        readOnly
        data-autofocus
        flex={1}
        classNames={{ input: 'al-mono' }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        variant="default"
        leftSection={clipboard.copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
        onClick={() => clipboard.copy(value)}
      >
        {clipboard.copied ? i18n.t('Copied') : i18n.t('Copy')}
      </Button>
    </Group>
  );
}
