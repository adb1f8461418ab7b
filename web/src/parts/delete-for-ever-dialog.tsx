import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { TypedConfirmation } from './fields/typed-confirmation.tsx';
import { FormDialog } from './form-dialog.tsx';
import { i18n } from '../languages/i18n.ts';

type DeleteForEverDialogProps = {
  readonly title: string;
  /** The slug, which has to be typed. */
  readonly slug: string;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly remove: () => Promise<void>;
  readonly onDeleted: () => Promise<void>;
  /** What goes away. */
  readonly children: ReactNode;
};

/** Deletes what takes much with it, so it wants the address typed. */
export function DeleteForEverDialog(props: DeleteForEverDialogProps) {
  const { title, slug, opened, onClose, remove, onDeleted, children } = props;
  const [typed, setTyped] = useState('');
  const deletion = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      onClose();
      await onDeleted();
    },
  });
  return (
    <FormDialog
      title={title}
      opened={opened}
      onClose={() => {
        deletion.reset();
        setTyped('');
        onClose();
      }}
      submitLabel={i18n.t('Delete for ever')}
      danger
      ready={typed.trim() === slug}
      busy={deletion.isPending}
      error={deletion.error}
      onSubmit={() => deletion.mutate()}
    >
      <Text className="al-break">{children}</Text>
      <TypedConfirmation wanted={slug} value={typed} onChange={setTyped} />
    </FormDialog>
  );
}
