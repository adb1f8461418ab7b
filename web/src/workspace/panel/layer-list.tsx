import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tokenOfLink } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import { sessionQuery } from '../../api/session.ts';
import { DownloadProblem } from '../../files/download-problem.tsx';
import { useDownload } from '../../files/use-download.ts';
import { FilterBar } from '../../filter/filter-bar.tsx';
import { GROUP_TITLES, LAYER_GROUPS } from '../../map/layer-groups.ts';
import type { ShareLinksDialogProps } from '../../links/share-links-dialog.tsx';
import { Problem } from '../../parts/problem.tsx';
import { soon } from '../../parts/soon.tsx';
import type { LayerListProps } from './layer-list-props.ts';
import { LayerRow } from './layer-row.tsx';
import { useRowDrag } from './use-row-drag.ts';
import { i18n } from '../../languages/i18n.ts';

const ShareLinksDialog = soon<ShareLinksDialogProps>(
  async () => (await import('../../links/share-links-dialog.tsx')).ShareLinksDialog,
);

/** All layers of the dataset in groups: which are shown, in which order, and what is wrong with one. */
export function LayerList(props: LayerListProps) {
  const { datasetRef, mayWrite, layers, problems } = props;
  const rows = useRowDrag(props.onDrop);
  const download = useDownload(datasetRef);
  const session = useQuery(sessionQuery);
  const [shared, setShared] = useState<{ readonly path: string; readonly opened: boolean }>({
    path: '',
    opened: false,
  });
  // A link lets others see what its maker may show: it takes an account and the right to write.
  const mayShare = mayWrite && tokenOfLink() === undefined && (session.data ?? null) !== null;
  const files = {
    download: download.offered ? ({ path }: Entry) => download.start([path]) : undefined,
    share: mayShare ? ({ path }: Entry) => setShared({ path, opened: true }) : undefined,
  };
  return (
    <section className="al-layer-groups" aria-label={i18n.t('Layers')}>
      <FilterBar datasetRef={datasetRef} withFolder />
      {problems.map(({ kind, error, retry }) => (
        <Problem key={kind} title={i18n.t('Some layers could not be read')} error={error} onRetry={retry} />
      ))}
      <DownloadProblem download={download} />
      {layers.length === 0 && problems.length === 0 && (
        <Text size="sm" c="dimmed">
          {i18n.t('Layers come by themselves: upload photos, rasters, vectors, point clouds or models.')}
        </Text>
      )}
      {LAYER_GROUPS.map((group) => {
        const ofGroup = layers.filter((layer) => layer.group === group);
        if (ofGroup.length === 0) return null;
        return (
          <section key={group}>
            <Text component="h2" size="sm" fw={600} c="dimmed">
              {GROUP_TITLES[group]}
            </Text>
            <ul className="al-plain-list" data-drop={ofGroup.length > 1}>
              {ofGroup.map((layer) => (
                <LayerRow
                  key={layer.key}
                  {...props}
                  layer={layer}
                  files={files}
                  grip={ofGroup.length > 1 ? rows.grip(layer.key) : null}
                  isDragged={rows.dragged === layer.key}
                  drop={rows.drop?.target !== layer.key ? undefined : rows.drop.isBelow ? 'below' : 'above'}
                />
              ))}
            </ul>
          </section>
        );
      })}
      {mayShare && (
        <ShareLinksDialog
          datasetRef={datasetRef}
          place={{ path: shared.path, isFolder: false }}
          opened={shared.opened}
          onClose={() => setShared((old) => ({ ...old, opened: false }))}
        />
      )}
    </section>
  );
}
