import { IconCube3dSphere, IconFolder, IconMap2, IconTable } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { pathOfLink, type DatasetRef } from '../api/addresses.ts';
import type { WorkspaceView } from './workspace-address.ts';

type ViewTabsProps = {
  readonly datasetRef: DatasetRef;
  readonly current: WorkspaceView | 'scene' | 'table';
};

/** The views of a dataset, as links: each is an address. */
export function ViewTabs({ datasetRef, current }: ViewTabsProps) {
  // A link to a folder or a file opens nothing beside it.
  const path = pathOfLink() || undefined;
  return (
    <nav aria-label="Views" className="al-views">
      <Link to="/r/$org/$ds" params={datasetRef} search={{ view: 'map', path }} {...currentIf(current === 'map')}>
        <IconMap2 size={18} aria-hidden />
        <span>Map</span>
      </Link>
      {path === undefined && (
        <Link to="/r/$org/$ds/scene" params={datasetRef} search={{}} {...currentIf(current === 'scene')}>
          <IconCube3dSphere size={18} aria-hidden />
          <span>3D</span>
        </Link>
      )}
      <Link to="/r/$org/$ds/table" params={datasetRef} search={{ path }} {...currentIf(current === 'table')}>
        <IconTable size={18} aria-hidden />
        <span>Table</span>
      </Link>
      <Link to="/r/$org/$ds" params={datasetRef} search={{ view: 'files', path }} {...currentIf(current === 'files')}>
        <IconFolder size={18} aria-hidden />
        <span>Files</span>
      </Link>
    </nav>
  );
}

const currentIf = (isCurrent: boolean) => (isCurrent ? ({ 'aria-current': 'page' } as const) : {});
