import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';

type ClearButtonProps = {
  readonly busy: boolean;
  /** Nothing has ended. */
  readonly disabled: boolean;
  readonly onClear: () => void;
};

/** The button that asked is gone, and the focus would be with it. */
const takeFocus = (element: HTMLElement | null): void => element?.focus();

/** Forgets what has ended, after it was asked once more: what can be downloaded goes as well. */
export function ClearButton({ busy, disabled, onClear }: ClearButtonProps) {
  const [asking, setAsking] = useState(false);
  if (!asking)
    return (
      <Button variant="default" loading={busy} disabled={disabled} onClick={() => setAsking(true)}>
        Clear what has ended…
      </Button>
    );
  return (
    <Group gap="sm" role="group" aria-label="Clear what has ended">
      <Text size="sm">Results to download go as well.</Text>
      <Button
        ref={takeFocus}
        color="red"
        onClick={() => {
          setAsking(false);
          onClear();
        }}
      >
        Clear
      </Button>
      <Button variant="default" onClick={() => setAsking(false)}>
        Keep
      </Button>
    </Group>
  );
}
