import '../styles/finder.css';
import { Modal } from '@mantine/core';
import { useState } from 'react';
import { NewDatasetDialog } from '../datasets/new-dataset-dialog.tsx';
import { Finder } from './finder.tsx';
import { i18n } from '../languages/i18n.ts';

type FinderDialogProps = {
  readonly opened: boolean;
  /** Gives the focus back, too. */
  readonly onClose: () => void;
};

/** The finder in a window above the page. What was typed is gone when it opens again. */
export function FinderDialog({ opened, onClose }: FinderDialogProps) {
  const [newIn, setNewIn] = useState<string | null>(null);
  const create = (org: string): void => {
    onClose();
    setNewIn(org);
  };
  return (
    <>
      <Modal
        opened={opened}
        onClose={onClose}
        title={i18n.t('Find anything')}
        size={640}
        yOffset="8dvh"
        returnFocus={false}
        closeButtonProps={{ 'aria-label': i18n.t('Close') }}
        classNames={{ content: 'al-finder', body: 'al-finder-body' }}
      >
        <Finder onClose={onClose} onNewDataset={create} />
      </Modal>
      <NewDatasetDialog org={newIn ?? ''} opened={newIn !== null} onClose={() => setNewIn(null)} />
    </>
  );
}
