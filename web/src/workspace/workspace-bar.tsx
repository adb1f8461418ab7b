import '../styles/workspace-bar.css';
import { Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { createPortal } from 'react-dom';
import type { DatasetRef } from '../api/addresses.ts';
import { datasetName, datasetQuery, isPublicDataset } from '../api/datasets.ts';
import { folderStep } from '../files/folder-steps.ts';
import { plain } from '../format/plain.ts';
import { useStepsAbove } from '../organizations/use-steps-above.ts';
import { Breadcrumbs } from '../parts/breadcrumbs.tsx';
import { LinkBadge, VisibilityBadge } from '../parts/visibility-badge.tsx';
import { useBarPlace } from '../shell/bar-place.ts';
import { ViewTabs } from './view-tabs.tsx';
import { WorkspaceActions } from './workspace-actions.tsx';
import type { WorkspaceView } from './workspace-address.ts';

type WorkspaceBarProps = {
  readonly datasetRef: DatasetRef;
  readonly current: WorkspaceView | 'scene' | 'table' | 'activity';
  /** Folder that is open; '' is the dataset itself. */
  readonly folder?: string;
  /**
   * Heading of a page about a part of the dataset: the name of the dataset then leads back to it. Null where the content has the
   * heading. Default: the name of the dataset is the heading.
   */
  readonly heading?: string | null;
};

/** The bar of a dataset, in the header of the page: where this is, the views, and what can be done. */
export function WorkspaceBar({ datasetRef, current, folder = '', heading }: WorkspaceBarProps) {
  const place = useBarPlace();
  const { token } = useSearch({ strict: false });
  const dataset = useQuery(datasetQuery(datasetRef));
  const above = useStepsAbove(datasetRef.org, token !== undefined);
  if (place === null) return null;
  const name = dataset.data === undefined ? datasetRef.ds : datasetName(dataset.data);
  const isPart = dataset.data?.isPart === true;
  const own = isPart ? { name } : folderStep(datasetRef, name, '');
  const steps = heading === undefined ? above : [...above, own];
  const title = heading === undefined ? name : heading;
  return createPortal(
    <div className="al-workspace-bar">
      <div className="al-workspace-title">
        {steps.length > 0 && <Breadcrumbs steps={steps} isWhole={title === null} />}
        {title !== null && (
          <Title order={1} size="h5" className="al-truncate" title={plain(title)}>
            <bdi>{plain(title)}</bdi>
          </Title>
        )}
        {dataset.data !== undefined &&
          (token !== undefined && !isPublicDataset(dataset.data) ? (
            <LinkBadge />
          ) : (
            <VisibilityBadge isPublic={isPublicDataset(dataset.data)} />
          ))}
      </div>
      {dataset.error === null && <ViewTabs datasetRef={datasetRef} current={current} />}
      {dataset.data !== undefined && (
        <WorkspaceActions
          datasetRef={datasetRef}
          dataset={dataset.data}
          folder={folder}
          isActivity={current === 'activity'}
        />
      )}
    </div>,
    place,
  );
}
