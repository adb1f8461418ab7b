import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { createDataset } from '../api/datasets.ts';
import { keys } from '../api/keys.ts';
import { Dialog } from '../parts/dialog.tsx';
import { NO_NAME } from '../parts/name-and-slug.tsx';
import { DatasetForm, type DatasetDraft } from './dataset-form.tsx';
import { i18n } from '../languages/i18n.ts';

type NewDatasetDialogProps = { readonly org: string; readonly opened: boolean; readonly onClose: () => void };

const NOTHING: DatasetDraft = { identity: NO_NAME, tagline: '', visibility: '0' };

export function NewDatasetDialog({ org, opened, onClose }: NewDatasetDialogProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const create = async ({ identity, tagline, visibility }: DatasetDraft): Promise<void> => {
    const { slug } = await createDataset(org, {
      slug: identity.slug,
      name: identity.name.trim(),
      visibility: Number(visibility),
      tagline,
    });
    await queries.invalidateQueries({ queryKey: keys.datasets(org) });
    await navigate({ to: '/r/$org/$ds', params: { org, ds: slug } });
  };
  return (
    <Dialog title={i18n.t('New dataset')} opened={opened} onClose={onClose}>
      <DatasetForm
        org={org}
        initial={NOTHING}
        submitLabel={i18n.t('Create')}
        taken={i18n.t('This address is taken. Choose another one.')}
        save={create}
        onClose={onClose}
      />
    </Dialog>
  );
}
