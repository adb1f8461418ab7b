import type { NexusHead } from '../../../../src/kinds/mesh/nexus/nexus-head.ts';
import { formatNumber } from '../../format/count.ts';
import { formatAmount } from '../../format/value.ts';
import type { Triple } from '../../scene/geometry/triple.ts';
import { i18n } from '../../languages/i18n.ts';

type Row = readonly [name: string, value: string];

/** What is shown of a place on the surface, and of the file that it is from. @param place in the CRS */
export function placeFacts(head: NexusHead, number: number, place: Triple, isGeographic: boolean): readonly Row[] {
  const node = head.nodes[number]!;
  const digits = isGeographic ? 8 : 3;
  const finest = head.nodes.reduce((sum, { level, triangles }) => sum + (level === 0 ? triangles : 0), 0);
  return [
    ['X', formatAmount(place[0], digits)],
    ['Y', formatAmount(place[1], digits)],
    [i18n.t('Height'), formatAmount(place[2], 3)],
    [i18n.t('Level'), i18n.t('{level} (0 is the finest)', { level: node.level })],
    [
      i18n.t('Node'),
      i18n.t('{number} of {count}', { number: formatNumber(number + 1), count: formatNumber(head.nodes.length) }),
    ],
    [i18n.t('Triangles of the node'), formatNumber(node.triangles)],
    [i18n.t('Triangles of the model'), formatNumber(finest)],
    [
      i18n.t('Pictures'),
      head.hasTextures
        ? i18n.t('{count, plural, one {# picture} other {# pictures}}', {
            count: head.textures.filter(({ bytes }) => bytes > 0).length,
          })
        : i18n.t('none'),
    ],
  ];
}
