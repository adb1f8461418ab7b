import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { datasetsQuery } from '../api/datasets.ts';
import { dropFromList } from '../api/forget.ts';
import { keys } from '../api/keys.ts';
import { deleteOrganization, type Organization } from '../api/organizations.ts';
import { formatBytes } from '../format/bytes.ts';
import { DeleteForEverDialog } from '../parts/delete-for-ever-dialog.tsx';
import { i18n } from '../languages/i18n.ts';
import { Trans } from '../languages/trans.tsx';

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
      title={i18n.t('Delete this organization?')}
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
      <Trans
        id="<0>{name}</0> will be gone for everybody{value}. This cannot be undone."
        values={{
          name,
          value:
            datasets.data !== undefined
              ? i18n.t(', with {count, plural, one {# dataset} other {# datasets}} and {bytes} of files', {
                  count: datasets.data.length,
                  bytes: formatBytes(bytes),
                })
              : '',
        }}
        components={{ 0: <strong /> }}
      />
    </DeleteForEverDialog>
  );
}
