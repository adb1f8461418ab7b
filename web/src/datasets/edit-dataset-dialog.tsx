import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Dataset } from '../api/answers.ts';
import { changeDataset, datasetName, type DatasetChange } from '../api/datasets.ts';
import { forgetDataset } from '../api/forget.ts';
import { keys } from '../api/keys.ts';
import { Dialog } from '../parts/dialog.tsx';
import { useUploadsBelow } from '../uploads/upload-context.tsx';
import { DatasetForm, type DatasetDraft } from './dataset-form.tsx';
import { i18n } from '../languages/i18n.ts';

type EditDatasetFormProps = {
  readonly org: string;
  readonly dataset: Dataset;
  readonly onClose: () => void;
  /** Leads a page that is about the dataset to its new address. */
  readonly onMoved?: ((slug: string) => Promise<void>) | undefined;
};

export const EditDatasetDialog = ({ opened, ...form }: EditDatasetFormProps & { readonly opened: boolean }) => (
  <Dialog title={i18n.t('Edit the dataset')} opened={opened} onClose={form.onClose}>
    <EditDatasetForm {...form} />
  </Dialog>
);

function EditDatasetForm({ org, dataset, onClose, onMoved }: EditDatasetFormProps) {
  const queries = useQueryClient();
  const ref = { org, ds: dataset.slug };
  const uploading = useUploadsBelow(ref, ['']);
  // As it was when the form was opened: what is read meanwhile is nobody's change here.
  const [initial] = useState(() => draftOf(dataset));
  const save = async (draft: DatasetDraft): Promise<void> => {
    const { slug } = draft.identity;
    try {
      await changeDataset(ref, changesOf(initial, draft));
    } catch (error) {
      // Some of it may be changed.
      await queries.invalidateQueries({ queryKey: keys.datasets(org) });
      throw error;
    }
    onClose();
    if (slug !== ref.ds) {
      await onMoved?.(slug);
      forgetDataset(queries, ref);
    }
    await queries.invalidateQueries({ queryKey: keys.datasets(org) });
  };
  return (
    <DatasetForm
      org={org}
      initial={initial}
      submitLabel={i18n.t('Save')}
      slugNote={(slug) =>
        slug === ref.ds ? null : uploading ? HELD_BY_UPLOADS : i18n.t('Links to the old address will no longer work.')
      }
      taken={i18n.t('This address is taken. The rest is saved; choose another address.')}
      save={save}
      onClose={onClose}
    />
  );
}

const HELD_BY_UPLOADS = i18n.t('Files are being uploaded to the old address; those that are not there yet will fail.');

function draftOf(dataset: Dataset): DatasetDraft {
  const { meta } = dataset.properties;
  return {
    identity: { name: datasetName(dataset), slug: dataset.slug, slugEdited: true },
    tagline: meta?.tagline?.data ?? '',
    license: meta?.license?.data ?? '',
    // Other values than 0 and 1 also let everybody in; they stay as they are unless somebody chooses.
    visibility: (meta?.visibility?.data ?? 0) === 0 ? '0' : '1',
  };
}

/** Only what was changed here: somebody else may have changed the rest, and who may see it above all. */
function changesOf(before: DatasetDraft, after: DatasetDraft): DatasetChange {
  const name = after.identity.name.trim();
  const { license = '' } = after;
  return {
    slug: after.identity.slug,
    ...(name === before.identity.name ? {} : { name }),
    ...(after.visibility === before.visibility ? {} : { visibility: Number(after.visibility) }),
    ...(after.tagline === before.tagline ? {} : { tagline: after.tagline }),
    ...(license === before.license ? {} : { license }),
  };
}
