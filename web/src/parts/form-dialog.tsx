import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { MissingNote } from './missing-note.tsx';
import { Problem } from './problem.tsx';
import { i18n } from '../languages/i18n.ts';

type FormBodyProps = {
  readonly onClose: () => void;
  readonly onSubmit: () => void;
  readonly submitLabel: string;
  readonly ready: boolean;
  readonly busy: boolean;
  /** What the service answered, unless a field shows it. */
  readonly error: unknown;
  readonly danger?: boolean;
  /** What the button does while something is missing; absent: it cannot be pressed then. */
  readonly onIncomplete?: () => void;
  /** Why the button does nothing yet; null where that can be seen. Absent: fields are missing. */
  readonly missing?: string | null;
  readonly children: ReactNode;
};

type FormDialogProps = FormBodyProps & { readonly title: string; readonly opened: boolean };

/** A dialog that asks for something and sends it; stays open with the reason when that fails. */
export const FormDialog = ({ title, opened, ...body }: FormDialogProps) => (
  <Dialog opened={opened} onClose={body.onClose} title={title}>
    <FormBody {...body} />
  </Dialog>
);

/** What such a dialog holds. A component inside a `Dialog` that renders it forgets what was typed when it is closed. */
export const FormBody = ({
  onClose,
  onSubmit,
  submitLabel,
  ready,
  busy,
  error,
  danger,
  missing,
  onIncomplete,
  children,
}: FormBodyProps) => (
  <form
    onSubmit={(event) => {
      event.preventDefault();
      if (busy) return;
      if (ready) onSubmit();
      else onIncomplete?.();
    }}
    // Its own bubbles would come before what the fields say.
    noValidate={onIncomplete !== undefined}
  >
    <Stack>
      {children}
      {!ready && onIncomplete === undefined && <MissingNote text={missing} />}
      {error !== null && error !== undefined && <Problem title={i18n.t('This did not work')} error={error} />}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {i18n.t('Cancel')}
        </Button>
        <Button
          type="submit"
          color={danger === true ? 'red' : undefined}
          disabled={!ready && onIncomplete === undefined}
          loading={busy}
        >
          {submitLabel}
        </Button>
      </Group>
    </Stack>
  </form>
);
