import '../styles/table-view.css';
import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { datasetQuery } from '../api/datasets.ts';
import { collectionsQuery, ofTypeQuery } from '../api/features.ts';
import { KINDS } from '../kinds/index.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { Problem } from '../parts/problem.tsx';
import { FeatureTable } from './feature-table.tsx';
import { PhotoTable } from './photos/photo-table.tsx';
import type { TableViewProps } from './table-props.ts';
import { TabList } from './tab-list.tsx';
import { openTab, tabsOf } from './table-tabs.ts';
import { WaitingLayer } from './waiting-layer.tsx';
import { i18n } from '../languages/i18n.ts';

const typesOf = (kind: string): readonly number[] =>
  KINDS.all.filter(({ name }) => name === kind).flatMap(({ types }) => types.map(({ type }) => type));
const [VECTORS, PHOTO_TYPES] = [typesOf('vector'), typesOf('photo')];

/** The vector layers and the photos of a dataset as tables. */
export function TableView(props: TableViewProps): ReactNode {
  const { datasetRef, tab, onTab, part } = props;
  const isWhole = Object.keys(part).length === 0;
  const dataset = useQuery(datasetQuery(datasetRef));
  const collections = useQuery(collectionsQuery(datasetRef));
  const files = useQuery(ofTypeQuery(datasetRef, VECTORS, part));
  const photos = useQuery(ofTypeQuery(datasetRef, PHOTO_TYPES, part));
  const tabs = useMemo(
    () => tabsOf(collections.data ?? [], files.data?.entries ?? [], isWhole, photos.data?.entries.length ?? 0),
    [collections.data, isWhole, files.data, photos.data],
  );
  const failed = [collections, files, photos].find(({ error, data }) => error !== null && data === undefined);
  const open = openTab(tabs, tab);
  if (failed !== undefined)
    return (
      <Problem
        title={i18n.t('The tables could not be read')}
        error={failed.error}
        onRetry={() => void failed.refetch()}
      />
    );
  if (collections.data === undefined || files.data === undefined || photos.data === undefined)
    return <Skeleton height={320} radius="md" />;
  if (tabs.length === 0)
    return (
      <EmptyState
        title={isWhole ? i18n.t('No vector layers or photos yet') : i18n.t('No vector layers or photos fit the filter')}
      >
        {isWhole && (
          <Text c="dimmed" ta="center">
            {i18n.t(
              'Upload a GeoPackage, GeoJSON, shapefile or CSV with positions, or photos. Each layer gets a table here.',
            )}
          </Text>
        )}
      </EmptyState>
    );
  return (
    <div className="al-table-view">
      <TabList tabs={tabs} open={open?.id} onOpen={onTab} />
      <div
        role="tabpanel"
        id="al-table-panel"
        aria-label={open?.title ?? i18n.t('No table')}
        className="al-table-panel"
      >
        {open === undefined && (
          <EmptyState title={i18n.t('This table does not exist')}>
            <Text c="dimmed" ta="center">
              {i18n.t('The file was renamed or deleted, or it has no layers. Open another tab.')}
            </Text>
          </EmptyState>
        )}
        {open?.state === 'waiting' && (
          <WaitingLayer
            datasetRef={datasetRef}
            entry={open.entry}
            canWrite={dataset.data?.permissions?.canWrite === true}
          />
        )}
        {open?.state === 'layer' && (
          <FeatureTable key={open.id} {...props} id={open.id} title={open.title} file={open.file} />
        )}
        {open?.state === 'photos' && <PhotoTable {...props} photos={photos.data} />}
      </div>
    </div>
  );
}
