import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import { soon } from '../parts/soon.tsx';

const ShareLinksDialog = soon(async () => (await import('./share-links-dialog.tsx')).ShareLinksDialog);

export function ShareButton({ datasetRef }: { readonly datasetRef: DatasetRef }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconLink size={18} />} onClick={() => setOpened(true)}>
        Share
      </Button>
      <ShareLinksDialog datasetRef={datasetRef} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
