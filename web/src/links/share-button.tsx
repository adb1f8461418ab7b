import { Button } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { soon } from '../parts/soon.tsx';
import type { ShareLinksDialogProps } from './share-links-dialog.tsx';

const ShareLinksDialog = soon(async () => (await import('./share-links-dialog.tsx')).ShareLinksDialog);

export function ShareButton(props: Omit<ShareLinksDialogProps, 'opened' | 'onClose'>) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconLink size={18} />} onClick={() => setOpened(true)}>
        Share
      </Button>
      <ShareLinksDialog {...props} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
