import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { i18n } from '../languages/i18n.ts';

type AskFirstProps = {
  /** What the button says before anything is asked, and the question's name. */
  readonly label: string;
  /** What goes with it. */
  readonly warning: string;
  /** What the button says that does it. */
  readonly confirm: string;
  readonly busy: boolean;
  readonly disabled?: boolean;
  readonly onConfirm: () => void;
};

/** The button that was pressed is gone, and the focus would be with it. */
const takeFocus = (element: HTMLElement | null): void => element?.focus();

/** A button that says what it takes away, and asks once more before it does. */
export function AskFirst({ label, warning, confirm, busy, disabled, onConfirm }: AskFirstProps) {
  const [asked, setAsked] = useState<'not' | 'now' | 'before'>('not');
  if (asked !== 'now')
    return (
      <Button
        ref={asked === 'before' ? takeFocus : undefined}
        variant="default"
        loading={busy}
        disabled={disabled === true}
        onClick={() => setAsked('now')}
      >
        {label}…
      </Button>
    );
  return (
    <Group gap="sm" role="group" aria-label={label}>
      <Text size="sm">{warning}</Text>
      <Group gap="sm" wrap="nowrap">
        <Button
          ref={takeFocus}
          color="red"
          onClick={() => {
            setAsked('not');
            onConfirm();
          }}
        >
          {confirm}
        </Button>
        <Button variant="default" onClick={() => setAsked('before')}>
          {i18n.t('Keep')}
        </Button>
      </Group>
    </Group>
  );
}
