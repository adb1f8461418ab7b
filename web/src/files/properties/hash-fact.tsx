import { ActionIcon, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';

/** The file's SHA-256, to compare with what somebody else has. */
export function HashFact({ hash }: { readonly hash: string }) {
  const clipboard = useClipboard({ timeout: 4000 });
  const Icon = clipboard.copied ? IconCheck : IconCopy;
  return (
    <div className="al-hash">
      <div>
        <Text size="sm" c="dimmed">
          SHA-256
        </Text>
        <code>{hash}</code>
      </div>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={clipboard.copied ? 'Copied' : 'Copy the SHA-256'}
        title="Copy the SHA-256"
        onClick={() => clipboard.copy(hash)}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
      {clipboard.error !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          The browser does not allow copying here. Select the text instead.
        </Text>
      )}
    </div>
  );
}
