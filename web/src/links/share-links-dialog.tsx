import '../styles/links.css';
import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import { linksQuery } from '../api/tokens.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Problem } from '../parts/problem.tsx';
import { LinkTable } from './link-table.tsx';
import { NewLinkForm } from './new-link-form.tsx';
import { People } from './people/people.tsx';
import type { SharePlace } from './share-scopes.ts';
import { i18n } from '../languages/i18n.ts';

export type ShareLinksDialogProps = {
  readonly datasetRef: DatasetRef;
  /** Where the person is; absent: at the dataset itself. */
  readonly place?: SharePlace;
  /** Query and fragment of the page as it is now; absent where it has no view worth a link. */
  readonly currentView?: () => string;
  readonly opened: boolean;
  readonly onClose: () => void;
};

const AT_DATASET: SharePlace = { path: '', isFolder: true };

/** Links that show a private dataset, or a part of it, to people without an account; and the people who have one. */
export function ShareLinksDialog(props: ShareLinksDialogProps) {
  const { datasetRef, place = AT_DATASET, currentView, opened, onClose } = props;
  const [isAsking, setIsAsking] = useState(false);
  const links = useQuery({ ...linksQuery(datasetRef), enabled: opened });
  return (
    // Escape closes the dialog above this one alone.
    <Dialog title={i18n.t('Share')} size="lg" opened={opened} closeOnEscape={!isAsking} onClose={onClose}>
      <Stack>
        <Text c="dimmed" size="sm">
          {i18n.t(
            'Everybody who has the link can look, without an account, until it ends or you remove it. Nobody can change anything with it.',
          )}
        </Text>
        <NewLinkForm datasetRef={datasetRef} context={{ place, currentView }} />
        {links.isPending && <Skeleton height={60} radius="md" />}
        {links.error !== null && <Problem title={i18n.t('The links could not be read')} error={links.error} />}
        {links.data !== undefined && links.data.length > 0 && (
          <LinkTable datasetRef={datasetRef} links={links.data} onAsking={setIsAsking} />
        )}
        <People datasetRef={datasetRef} />
      </Stack>
    </Dialog>
  );
}
