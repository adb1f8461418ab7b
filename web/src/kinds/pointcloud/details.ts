import { outputAddress, pictureTileTemplate } from '../../api/addresses.ts';
import { COORDINATE_SYSTEM, EXTENT, GEOREFERENCED, numberText } from '../common-rows.ts';
import { outputFile } from '../kind-outputs.ts';
import type { KindDetails } from '../kind.ts';
import { cloudBackdrop } from './cloud-backdrop.ts';
import { pointsSection } from './points-section.tsx';
import { i18n } from '../../languages/i18n.ts';

/** What programs read, by the folder of the output. */
const FOR_PROGRAMS = [
  [i18n.t('COPC, for QGIS and viewers of point clouds'), 'copc'],
  ['EPT (Entwine), for PDAL, Potree, iTowns', 'ept'],
] as const;

export const pointcloudDetails: KindDetails = {
  facts: [
    COORDINATE_SYSTEM,
    EXTENT,
    GEOREFERENCED,
    { group: i18n.t('Content'), name: i18n.t('Points'), text: (of) => numberText(of.number('pointCount')) },
    {
      group: i18n.t('Content'),
      name: i18n.t('Values of a point'),
      text: (of) => {
        const dimensions = of.value('dimensions');
        return Array.isArray(dimensions) ? dimensions.join(', ') : null;
      },
    },
  ],
  section: pointsSection,
  addresses: ({ datasetRef, hash, path }) => [
    ...FOR_PROGRAMS.map(([name, folder]) => ({
      name,
      address: outputAddress(datasetRef, hash, outputFile('pointcloud', folder)),
    })),
    { name: i18n.t('Map tiles (XYZ)'), address: pictureTileTemplate(datasetRef, path) },
  ],
  backdrop: cloudBackdrop,
};
