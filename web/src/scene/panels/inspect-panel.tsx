import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import type { LightboxProps } from '../../lightbox/lightbox.tsx';
import { Problem } from '../../parts/problem.tsx';
import { soon } from '../../parts/soon.tsx';
import type { OpenedFile, PanelCamera, SceneLook } from '../core/scene-kind.ts';
import type { SceneSnapshot } from '../core/scene-snapshot.ts';
import type { Inspection } from './use-inspection.ts';
import { ValueList } from './value-list.tsx';
import { i18n } from '../../languages/i18n.ts';

const Lightbox = soon<LightboxProps>(async () => (await import('../../lightbox/lightbox.tsx')).Lightbox);

type InspectPanelProps = {
  readonly datasetRef: DatasetRef;
  readonly inspection: Inspection;
  /** By the paths of layers. */
  readonly looks: ReadonlyMap<string, SceneLook>;
  readonly snapshot: SceneSnapshot;
  readonly camera: PanelCamera;
};

/** All that is known of the place that was chosen. */
export function InspectPanel({ datasetRef, inspection, looks, snapshot, camera }: InspectPanelProps) {
  const { picked, values, error, show } = inspection;
  const [opened, setOpened] = useState<{ readonly files: readonly OpenedFile[]; readonly start: string } | null>(null);
  const path = snapshot.layers.find(({ layer }) => layer === picked?.layer)?.path ?? '';
  const PickedView = looks.get(path)?.PickedView;
  return (
    <>
      {PickedView !== undefined && picked !== null ? (
        <>
          <PickedView
            datasetRef={datasetRef}
            picked={picked}
            camera={camera}
            onOpen={(files, start) => setOpened({ files, start })}
          />
          <Lightbox
            opened={opened !== null}
            datasetRef={datasetRef}
            items={opened?.files ?? []}
            start={opened?.start ?? ''}
            onClose={() => setOpened(null)}
          />
        </>
      ) : (
        <>
          {error !== null && <Problem title={i18n.t('The values could not be read')} error={error} />}
          {error === null && values === null && <Skeleton height={120} />}
          {values !== null && <ValueList values={values} />}
        </>
      )}
      <Button variant="default" className="al-start" onClick={() => show(null)}>
        {i18n.t('Close')}
      </Button>
    </>
  );
}
