import { useQueryClient } from '@tanstack/react-query';
import type { Dataset } from '../api/answers.ts';
import { datasetName, deleteDataset } from '../api/datasets.ts';
import { dropFromList, forgetDataset } from '../api/forget.ts';
import { keys } from '../api/keys.ts';
import { formatBytes } from '../format/bytes.ts';
import { DeleteForEverDialog } from '../parts/delete-for-ever-dialog.tsx';
import { i18n } from '../languages/i18n.ts';
import { Trans } from '../languages/trans.tsx';

type DeleteDatasetDialogProps = {
  readonly org: string;
  readonly dataset: Dataset;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Leads away from a page that is about the dataset. */
  readonly leave?: () => Promise<void>;
};

export function DeleteDatasetDialog({ org, dataset, opened, onClose, leave }: DeleteDatasetDialogProps) {
  const queries = useQueryClient();
  return (
    <DeleteForEverDialog
      title={i18n.t('Delete this dataset?')}
      slug={dataset.slug}
      opened={opened}
      onClose={onClose}
      remove={() => deleteDataset({ org, ds: dataset.slug })}
      onDeleted={async () => {
        dropFromList(queries, keys.datasets(org), dataset.slug);
        await leave?.();
        forgetDataset(queries, { org, ds: dataset.slug });
        await queries.invalidateQueries({ queryKey: keys.datasets(org) });
      }}
    >
      <Trans
        id="<0>{datasetName}</0> will be gone for everybody, with {entries, plural, one {# item} other {# items}} and {count} of files. This cannot be undone."
        values={{
          datasetName: datasetName(dataset),
          entries: dataset.properties.entries ?? 0,
          count: formatBytes(dataset.size),
        }}
        components={{ 0: <strong /> }}
      />
    </DeleteForEverDialog>
  );
}
