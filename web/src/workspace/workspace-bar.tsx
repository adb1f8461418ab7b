import '../styles/workspace-bar.css';
import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import { plain } from '../format/plain.ts';
import { Breadcrumbs, type Step } from '../parts/breadcrumbs.tsx';
import { ViewTabs } from './view-tabs.tsx';
import type { WorkspaceView } from './workspace-address.ts';

type WorkspaceBarProps = {
  readonly datasetRef: DatasetRef;
  readonly steps: readonly Step[];
  readonly title: string;
  readonly current: WorkspaceView | 'scene' | 'table';
  /** Actions at the end of the bar. */
  readonly children?: ReactNode;
};

/** The row above the map and the scene: where this is, and the other views. */
export const WorkspaceBar = ({ datasetRef, steps, title, current, children }: WorkspaceBarProps) => (
  <div className="al-workspace-bar">
    <div className="al-workspace-title">
      {steps.length > 0 && <Breadcrumbs steps={steps} />}
      <Title order={1} size="h5" className="al-truncate">
        <bdi>{plain(title)}</bdi>
      </Title>
    </div>
    <ViewTabs datasetRef={datasetRef} current={current} />
    <div className="al-workspace-actions">{children}</div>
  </div>
);
