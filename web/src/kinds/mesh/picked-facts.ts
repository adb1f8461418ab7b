import type { NexusHead } from '../../../../src/kinds/mesh/nexus/nexus-head.ts';
import { formatCount, formatNumber } from '../../format/count.ts';
import { formatAmount } from '../../format/value.ts';
import type { Triple } from '../../scene/geometry/triple.ts';

type Row = readonly [name: string, value: string];

/** What is shown of a place on the surface, and of the file that it is from. @param place in the CRS */
export function placeFacts(head: NexusHead, number: number, place: Triple, isGeographic: boolean): readonly Row[] {
  const node = head.nodes[number]!;
  const digits = isGeographic ? 8 : 3;
  const finest = head.nodes.reduce((sum, { level, triangles }) => sum + (level === 0 ? triangles : 0), 0);
  return [
    ['X', formatAmount(place[0], digits)],
    ['Y', formatAmount(place[1], digits)],
    ['Height', formatAmount(place[2], 3)],
    ['Level', `${node.level} (0 is the finest)`],
    ['Node', `${formatNumber(number + 1)} of ${formatNumber(head.nodes.length)}`],
    ['Triangles of the node', formatNumber(node.triangles)],
    ['Triangles of the model', formatNumber(finest)],
    [
      'Pictures',
      head.hasTextures ? formatCount(head.textures.filter(({ bytes }) => bytes > 0).length, 'picture') : 'none',
    ],
  ];
}
