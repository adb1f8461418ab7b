import { ActionIcon, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { i18n } from '../languages/i18n.ts';

type CopyFactProps = {
  readonly name: string;
  readonly value: string;
  /** What the button copies, such as "the SHA-256". */
  readonly what: string;
};

/** A fact for the clipboard: too long to be typed. */
export function CopyFact({ name, value, what }: CopyFactProps) {
  const clipboard = useClipboard({ timeout: 4000 });
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  return (
    <div className="al-copy">
      <div>
        <Text size="sm" c="dimmed">
          {name}
        </Text>
        <code>{value}</code>
      </div>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={clipboard.copied ? i18n.t('Copied') : i18n.t('Copy {what}', { what })}
        title={i18n.t('Copy {what}', { what })}
        onClick={() => clipboard.copy(value)}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
      {clipboard.error !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {i18n.t('The browser does not allow copying here. Select the text instead.')}
        </Text>
      )}
    </div>
  );
}
