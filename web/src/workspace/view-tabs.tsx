import { IconCube3dSphere, IconFolder, IconMap2, IconTable } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { pathOfLink, type DatasetRef } from '../api/addresses.ts';
import { useFilterSearch } from '../filter/use-filter-search.ts';
import type { WorkspaceView } from './workspace-address.ts';
import { i18n } from '../languages/i18n.ts';

type ViewTabsProps = {
  readonly datasetRef: DatasetRef;
  readonly current: WorkspaceView | 'scene' | 'table' | 'activity';
};

/** The views of a dataset, as links: each is an address. */
export function ViewTabs({ datasetRef, current }: ViewTabsProps) {
  // A link to a folder or a file opens nothing beside it.
  const isPart = pathOfLink() !== undefined && pathOfLink() !== '';
  const kept = useFilterSearch();
  return (
    <nav aria-label={i18n.t('Views')} className="al-views">
      <Link to="/r/$org/$ds" params={datasetRef} search={{ view: 'map', ...kept }} {...currentIf(current === 'map')}>
        <IconMap2 size={18} aria-hidden />
        <span>{i18n.t('Map')}</span>
      </Link>
      {!isPart && (
        <Link to="/r/$org/$ds/scene" params={datasetRef} search={kept} {...currentIf(current === 'scene')}>
          <IconCube3dSphere size={18} aria-hidden />
          <span>3D</span>
        </Link>
      )}
      <Link
        to="/r/$org/$ds"
        params={datasetRef}
        search={{ view: 'files', ...kept }}
        {...currentIf(current === 'files')}
      >
        <IconFolder size={18} aria-hidden />
        <span>{i18n.t('Files')}</span>
      </Link>
      <Link to="/r/$org/$ds/table" params={datasetRef} search={kept} {...currentIf(current === 'table')}>
        <IconTable size={18} aria-hidden />
        <span>{i18n.t('Table')}</span>
      </Link>
    </nav>
  );
}

const currentIf = (isCurrent: boolean) => (isCurrent ? ({ 'aria-current': 'page' } as const) : {});
