import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '../parts/form-dialog.tsx';
import { i18n } from '../languages/i18n.ts';

type WithdrawDialogProps = {
  readonly id: string;
  readonly name: string;
  /** What it is called here; default: Withdraw. */
  readonly verb?: string;
  readonly withdraw: (id: string) => Promise<void>;
  readonly opened: boolean;
  readonly onClose: () => void;
};

export function WithdrawDialog({
  id,
  name,
  verb = i18n.t('Withdraw'),
  withdraw,
  opened,
  onClose,
}: WithdrawDialogProps) {
  const run = useMutation({ mutationFn: withdraw, onSuccess: onClose });
  return (
    <FormDialog
      title={`${verb} “${name}”?`}
      opened={opened}
      onClose={() => {
        run.reset();
        onClose();
      }}
      submitLabel={verb}
      danger
      ready
      busy={run.isPending}
      error={run.error}
      onSubmit={() => run.mutate(id)}
    >
      <Text>
        {i18n.t(
          'It stops working at once, for everybody who has it. You cannot undo this, but you can make a new one.',
        )}
      </Text>
    </FormDialog>
  );
}
