import { formatAmount } from '../../format/value.ts';
import { CAPTURED, DIMENSIONS } from '../common-rows.ts';
import type { KindDetails } from '../kind.ts';
import { i18n } from '../../languages/i18n.ts';

export const videoDetails: KindDetails = {
  facts: [
    CAPTURED,
    DIMENSIONS,
    {
      group: i18n.t('Picture'),
      name: i18n.t('Duration'),
      text: (of) => {
        const seconds = of.number('duration');
        return seconds === null ? null : `${formatAmount(seconds, 1)} s`;
      },
    },
  ],
};
