import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '../parts/form-dialog.tsx';

type WithdrawDialogProps = {
  readonly id: string;
  readonly name: string;
  readonly withdraw: (id: string) => Promise<void>;
  readonly opened: boolean;
  readonly onClose: () => void;
};

export function WithdrawDialog({ id, name, withdraw, opened, onClose }: WithdrawDialogProps) {
  const run = useMutation({ mutationFn: withdraw, onSuccess: onClose });
  return (
    <FormDialog
      title={`Withdraw “${name}”?`}
      opened={opened}
      onClose={() => {
        run.reset();
        onClose();
      }}
      submitLabel="Withdraw"
      danger
      ready
      busy={run.isPending}
      error={run.error}
      onSubmit={() => run.mutate(id)}
    >
      <Text>Whoever uses it is shut out at once. This cannot be undone; a new one can be made.</Text>
    </FormDialog>
  );
}
