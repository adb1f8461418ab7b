import { outputAddress } from '../../api/addresses.ts';
import { EXTENT, GEOREFERENCED, NEEDS, numberText } from '../common-rows.ts';
import { outputFile } from '../kind-outputs.ts';
import type { KindDetails } from '../kind.ts';
import { i18n } from '../../languages/i18n.ts';

export const tiles3dDetails: KindDetails = {
  facts: [
    EXTENT,
    GEOREFERENCED,
    NEEDS,
    { group: i18n.t('Content'), name: i18n.t('Tileset version'), text: (of) => of.text('tilesetVersion') },
    { group: i18n.t('Content'), name: i18n.t('Geometric error'), text: (of) => errorText(of.number('geometricError')) },
    { group: i18n.t('Content'), name: i18n.t('Tiles'), text: (of) => numberText(of.number('tiles')) },
    { group: i18n.t('Content'), name: i18n.t('Files of tiles'), text: (of) => contentsText(of.value('contents')) },
  ],
  addresses: ({ datasetRef, hash }) => [
    {
      name: i18n.t('3D Tiles, for Cesium, QGIS and iTowns'),
      address: outputAddress(datasetRef, hash, outputFile('tiles3d', '3dtiles')),
    },
  ],
};

const errorText = (metres: number | null): string | null => (metres === null ? null : `${numberText(metres)} m`);

/** "12 b3dm, 2 json". */
function contentsText(contents: unknown): string | null {
  if (typeof contents !== 'object' || contents === null) return null;
  const counts = Object.entries(contents).filter(([, count]) => typeof count === 'number');
  return counts.map(([kind, count]) => `${numberText(count as number)} ${kind}`).join(', ') || null;
}
