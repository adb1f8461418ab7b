import { Text } from '@mantine/core';
import type { DatasetRef } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { deleteEntries } from '../../api/entries.ts';
import { FormBody } from '../../parts/form-dialog.tsx';
import { isFolder } from '../../kinds/index.ts';
import { shownName } from '../entry-path.ts';
import { AlongNote } from '../companions/along-note.tsx';
import { allOf } from '../companions/going-along.ts';
import { useAlong } from '../companions/use-along.ts';
import { FailureList } from './failure-list.tsx';
import { ManyProgress } from './many-progress.tsx';
import { useHeldByUploads } from './use-held-by-uploads.ts';
import { useManyAtOnce } from './use-many-at-once.ts';
import { i18n } from '../../languages/i18n.ts';
import { Trans } from '../../languages/trans.tsx';

/** Paths of one call: enough that a thousand are soon gone, few enough that no call takes long. */
const AT_ONCE = 500;

type DeleteFormProps = {
  readonly datasetRef: DatasetRef;
  /** What to ask about. */
  readonly entries: readonly Entry[];
  readonly onClose: () => void;
};

export function DeleteForm({ datasetRef, entries, onClose }: DeleteFormProps) {
  const along = useAlong(datasetRef, entries, 'names');
  const all = [...entries, ...allOf(along)];
  const removal = useManyAtOnce({
    datasets: [datasetRef],
    entries: all,
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
  const held = useHeldByUploads(datasetRef, all);
  const failed = removal.failures.length > 0;
  return (
    <FormBody
      onClose={onClose}
      submitLabel={failed ? i18n.t('Try again') : i18n.t('Delete')}
      danger
      ready={held === null && !along.isPending}
      missing={held}
      busy={removal.isPending}
      error={removal.error}
      onSubmit={() => {
        along.keep();
        removal.start();
      }}
    >
      {failed ? (
        <FailureList
          title={i18n.t('{count, plural, one {# item} other {# items}} not deleted', {
            count: removal.failures.length,
          })}
          failures={removal.failures}
        />
      ) : (
        <Text className="al-break">
          <Trans
            id="<0/> will be gone for everybody. This cannot be undone."
            components={{ 0: <Subject entries={entries} /> }}
          />
        </Text>
      )}
      <AlongNote way="delete" chosen={entries.length} along={along} />
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
        {isFolder(first) ? i18n.t(' and everything in it') : ''}
      </>
    );
  }
  const folders = entries.filter(isFolder).length;
  return (
    <>
      <strong>{i18n.t('{count, plural, one {# item} other {# items}}', { count: entries.length })}</strong>
      {folders === 0
        ? ''
        : i18n.t(', with everything in {folders, plural, one {# folder} other {# folders}},', { folders })}
    </>
  );
}
