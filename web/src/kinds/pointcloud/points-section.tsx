import { soon } from '../../parts/soon.tsx';
import type { FactSection } from '../kind.ts';
import type { BuiltPointsProps } from './built-points.tsx';
import { i18n } from '../../languages/i18n.ts';

const POINT_CLOUD = 5;

// The list of files would have to name all that it is made of, if it came with the other details.
const BuiltPoints = soon<BuiltPointsProps>(async () => (await import('./built-points.tsx')).BuiltPoints);

/** What is known of the points of a built cloud. */
export const pointsSection: FactSection = {
  title: i18n.t('Points'),
  render: (entry, datasetRef) => {
    const isBuilt = entry.type === POINT_CLOUD && entry.hash !== null && (entry.buildStatus ?? null) === null;
    return isBuilt ? <BuiltPoints opened datasetRef={datasetRef} entry={entry} /> : null;
  },
};
