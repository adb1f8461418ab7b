import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { MissingNote } from './missing-note.tsx';
import { Problem } from './problem.tsx';

type FormDialogProps = {
  readonly title: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onSubmit: () => void;
  readonly submitLabel: string;
  readonly ready: boolean;
  readonly busy: boolean;
  /** What the service answered, unless a field shows it. */
  readonly error: unknown;
  readonly danger?: boolean;
  readonly children: ReactNode;
};

/** A dialog that asks for something and sends it; stays open with the reason when that fails. */
export const FormDialog = ({
  title,
  opened,
  onClose,
  onSubmit,
  submitLabel,
  ready,
  busy,
  error,
  danger,
  children,
}: FormDialogProps) => (
  <Modal opened={opened} onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': 'Close' }}>
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !busy) onSubmit();
      }}
    >
      <Stack>
        {children}
        {!ready && <MissingNote />}
        {error !== null && error !== undefined && <Problem title="This did not work" error={error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color={danger === true ? 'red' : undefined} disabled={!ready} loading={busy}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  </Modal>
);
