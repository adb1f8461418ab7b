import { ActionIcon } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import { FilesInView } from '../../filter/files-in-view.tsx';
import type { MapLayer } from '../../kinds/on-map.ts';
import type { MapLibreMap } from '../../map/maplibre.ts';
import { soon } from '../../parts/soon.tsx';
import { BackgroundButton } from './ground/background-button.tsx';
import type { MapGround } from './ground/use-map-ground.ts';
import { TerrainButton } from './terrain/terrain-button.tsx';
import { i18n } from '../../languages/i18n.ts';

const PrintDialog = soon(async () => (await import('../print/print-dialog.tsx')).PrintDialog);

type MapToolsProps = {
  readonly map: MapLibreMap;
  readonly title: string;
  readonly datasetRef: DatasetRef;
  /** Layers that are shown, from the top down. */
  readonly layers: readonly MapLayer[];
  readonly lookOf: (layer: MapLayer) => string;
  readonly ground: MapGround;
};

/** What can be done with the map as it is shown. */
export function MapTools({ ground, ...props }: MapToolsProps) {
  const { map } = props;
  const { backgrounds, models, terrain, onTerrain } = ground;
  const [isPrinting, setPrinting] = useState(false);
  return (
    <div className="al-map-tools">
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={i18n.t('Print the map')}
        title={i18n.t('Print the map')}
        onClick={() => setPrinting(true)}
      >
        <IconPrinter size={20} />
      </ActionIcon>
      <FilesInView map={props.map} />
      <TerrainButton map={map} models={models} terrain={terrain} onTerrain={onTerrain} />
      <BackgroundButton {...backgrounds} />
      <PrintDialog
        {...props}
        attribution={backgrounds.shown?.attribution ?? ''}
        opened={isPrinting}
        onClose={() => setPrinting(false)}
      />
    </div>
  );
}
