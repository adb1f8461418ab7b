import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '../parts/form-dialog.tsx';

type WithdrawDialogProps = {
  readonly id: string;
  readonly name: string;
  /** What it is called here; default: Withdraw. */
  readonly verb?: string;
  readonly withdraw: (id: string) => Promise<void>;
  readonly opened: boolean;
  readonly onClose: () => void;
};

export function WithdrawDialog({ id, name, verb = 'Withdraw', withdraw, opened, onClose }: WithdrawDialogProps) {
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
      <Text>Whoever uses it is shut out at once. This cannot be undone; a new one can be made.</Text>
    </FormDialog>
  );
}
