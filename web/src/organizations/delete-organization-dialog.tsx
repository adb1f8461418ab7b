import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { datasetsQuery } from '../api/datasets.ts';
import { dropFromList } from '../api/forget.ts';
import { keys } from '../api/keys.ts';
import { deleteOrganization, type Organization } from '../api/organizations.ts';
import { formatBytes } from '../format/bytes.ts';
import { formatCount } from '../format/count.ts';
import { DeleteForEverDialog } from '../parts/delete-for-ever-dialog.tsx';

type DeleteOrganizationDialogProps = {
  readonly organization: Organization;
  readonly opened: boolean;
  readonly onClose: () => void;
};

export function DeleteOrganizationDialog({ organization, opened, onClose }: DeleteOrganizationDialogProps) {
  const { slug, name } = organization;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const datasets = useQuery({ ...datasetsQuery(slug), enabled: opened });
  const bytes = datasets.data?.reduce((sum, { size }) => sum + size, 0) ?? 0;
  return (
    <DeleteForEverDialog
      title="Delete this organization?"
      slug={slug}
      opened={opened}
      onClose={onClose}
      remove={() => deleteOrganization(slug)}
      onDeleted={async () => {
        dropFromList(queries, keys.organizations, slug);
        await navigate({ to: '/' });
        queries.removeQueries({ queryKey: keys.datasets(slug) });
        await queries.invalidateQueries({ queryKey: keys.organizations, exact: true });
      }}
    >
      <strong>{name}</strong> will be gone for everybody
      {datasets.data !== undefined &&
        `, with ${formatCount(datasets.data.length, 'dataset')} and ${formatBytes(bytes)} of files`}
      . This cannot be undone.
    </DeleteForEverDialog>
  );
}
