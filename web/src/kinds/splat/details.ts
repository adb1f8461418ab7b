import { formatNumber } from '../../format/count.ts';
import { EXTENT, GEOREFERENCED, numberText } from '../common-rows.ts';
import { artifactAddresses } from '../kind-outputs.ts';
import type { KindDetails } from '../kind.ts';
import { i18n } from '../../languages/i18n.ts';

export const splatDetails: KindDetails = {
  facts: [
    EXTENT,
    GEOREFERENCED,
    { group: i18n.t('Content'), name: i18n.t('Splats'), text: (of) => numberText(of.number('splatCount')) },
    {
      group: i18n.t('Content'),
      name: i18n.t('Spherical harmonics'),
      text: (of) => {
        const degree = of.number('shDegree');
        return degree === null ? null : i18n.t('degree {degree}', { degree: formatNumber(degree) });
      },
    },
  ],
  addresses: (file) => artifactAddresses('splat', file),
};
