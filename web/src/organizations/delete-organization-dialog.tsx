import { Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { datasetsQuery } from '../api/datasets.ts';
import { keys } from '../api/keys.ts';
import { deleteOrganization } from '../api/organizations.ts';
import type { Organization } from '../api/types.ts';
import { formatBytes } from '../format/bytes.ts';
import { formatCount } from '../format/count.ts';
import { TypedConfirmation } from '../parts/fields/typed-confirmation.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';

type DeleteOrganizationDialogProps = {
  readonly organization: Organization;
  readonly opened: boolean;
  readonly onClose: () => void;
};

/** Takes everything with it, so it wants the address typed. */
export function DeleteOrganizationDialog({ organization, opened, onClose }: DeleteOrganizationDialogProps) {
  const { slug, name } = organization;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const datasets = useQuery({ ...datasetsQuery(slug), enabled: opened });
  const [typed, setTyped] = useState('');
  const remove = useMutation({
    mutationFn: () => deleteOrganization(slug),
    onSuccess: async () => {
      onClose();
      await navigate({ to: '/' });
      queries.removeQueries({ queryKey: keys.datasets(slug) });
      await queries.invalidateQueries({ queryKey: keys.organizations, exact: true });
    },
  });
  const bytes = datasets.data?.reduce((sum, { size }) => sum + size, 0) ?? 0;
  return (
    <FormDialog
      title="Delete this organization?"
      opened={opened}
      onClose={() => {
        remove.reset();
        setTyped('');
        onClose();
      }}
      submitLabel="Delete for ever"
      danger
      ready={typed.trim() === slug}
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() => remove.mutate()}
    >
      <Text className="al-break">
        <strong>{name}</strong> will be gone for everybody
        {datasets.data !== undefined &&
          `, with ${formatCount(datasets.data.length, 'dataset')} and ${formatBytes(bytes)} of files`}
        . This cannot be undone.
      </Text>
      <TypedConfirmation wanted={slug} value={typed} onChange={setTyped} />
    </FormDialog>
  );
}
