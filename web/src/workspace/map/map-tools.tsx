import { ActionIcon } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import type { MapLibreMap } from '../../map/maplibre.ts';
import { soon } from '../../parts/soon.tsx';

const PrintDialog = soon(async () => (await import('../print/print-dialog.tsx')).PrintDialog);

type MapToolsProps = {
  readonly map: MapLibreMap;
  readonly title: string;
  /** Names of the layers that are shown, from the top down. */
  readonly layers: readonly string[];
  readonly attribution: string;
};

/** What can be done with the map as it is shown. */
export function MapTools(props: MapToolsProps) {
  const [isPrinting, setPrinting] = useState(false);
  return (
    <div className="al-map-tools">
      <ActionIcon variant="default" size="lg" aria-label="Print the map" onClick={() => setPrinting(true)}>
        <IconPrinter size={20} />
      </ActionIcon>
      <PrintDialog {...props} opened={isPrinting} onClose={() => setPrinting(false)} />
    </div>
  );
}
