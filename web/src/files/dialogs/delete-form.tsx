import { Text } from '@mantine/core';
import type { DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { deleteEntries } from '../../api/entries.ts';
import { formatCount } from '../../format/count.ts';
import { FormBody } from '../../parts/form-dialog.tsx';
import { isFolder } from '../../kinds/index.ts';
import { shownName } from '../entry-path.ts';
import { FailureList } from './failure-list.tsx';
import { ManyProgress } from './many-progress.tsx';
import { useHeldByUploads } from './use-held-by-uploads.ts';
import { useManyAtOnce } from './use-many-at-once.ts';

/** Paths of one call: enough that a thousand are soon gone, few enough that no call takes long. */
const AT_ONCE = 500;

type DeleteFormProps = {
  readonly datasetRef: DatasetRef;
  /** What to ask about. */
  readonly entries: readonly Entry[];
  readonly onClose: () => void;
};

export function DeleteForm({ datasetRef, entries, onClose }: DeleteFormProps) {
  const removal = useManyAtOnce({
    datasets: [datasetRef],
    entries,
    size: AT_ONCE,
    onDone: onClose,
    run: async (part) => {
      const { failed } = await deleteEntries(
        datasetRef,
        part.map(({ path }) => path),
      );
      return Object.entries(failed).map(([path, reason]) => ({ path, reason }));
    },
  });
  const held = useHeldByUploads(datasetRef, entries);
  const failed = removal.failures.length > 0;
  return (
    <FormBody
      onClose={onClose}
      submitLabel={failed ? 'Try again' : 'Delete'}
      danger
      ready={held === null}
      missing={held}
      busy={removal.isPending}
      error={removal.error}
      onSubmit={removal.start}
    >
      {failed ? (
        <FailureList
          title={`${formatCount(removal.failures.length, 'item')} not deleted`}
          failures={removal.failures}
        />
      ) : (
        <Text className="al-break">
          <Subject entries={entries} /> will be gone for everybody. This cannot be undone.
        </Text>
      )}
      <ManyProgress progress={removal.progress} />
    </FormBody>
  );
}

function Subject({ entries }: { readonly entries: readonly Entry[] }) {
  const [first] = entries;
  if (entries.length === 1 && first !== undefined) {
    return (
      <>
        <strong>{shownName(first.path)}</strong>
        {isFolder(first) ? ' and everything in it' : ''}
      </>
    );
  }
  const folders = entries.filter(isFolder).length;
  return (
    <>
      <strong>{formatCount(entries.length, 'item')}</strong>
      {folders === 0 ? '' : `, with everything in ${formatCount(folders, 'folder')},`}
    </>
  );
}
