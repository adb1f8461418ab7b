import { Button } from '@mantine/core';
import { IconMap2 } from '@tabler/icons-react';
import { useState } from 'react';
import { soon } from '../parts/soon.tsx';
import type { GisDialogProps } from './gis-dialog.tsx';

const GisDialog = soon(async () => (await import('./gis-dialog.tsx')).GisDialog);

/** The way to the layers of a dataset, or of a folder, in QGIS and other programs. */
export function GisButton(props: Omit<GisDialogProps, 'opened' | 'onClose'>) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconMap2 size={18} />} onClick={() => setOpened(true)}>
        Use in GIS
      </Button>
      <GisDialog {...props} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
