import type { AreaVolume, VolumeAnswer } from './request.ts';

/** What a report says of where its figures come from. */
export interface ReportHead {
  readonly terrain: string;
  /** In words. */
  readonly base: string;
  readonly heightError: number | null;
}

/** A report of volumes for people, in Markdown. */
export function reportOf({ terrain, base, heightError }: ReportHead, { measure, areas }: VolumeAnswer): string {
  const lengths =
    measure === 'grid' ? 'of the grid of the terrain' : 'of the ellipsoid WGS 84, at the latitude of each row';
  const lines = [
    '# Volumes',
    '',
    `- Terrain: ${plain(terrain)}`,
    `- Base: ${plain(base)}`,
    `- Lengths: ${lengths}`,
    `- Standard error of a height: ${heightError === null ? 'not given' : `${heightError} m`}`,
    '',
    rowOf([
      'Area',
      'm²',
      'without heights m²',
      'cut m³',
      'fill m³',
      'net m³',
      'error m³',
      'lowest m',
      'highest m',
      'base m',
    ]),
    rowOf(['---', ...Array.from({ length: 9 }, () => '---:')]),
    ...areas.map((each) => rowOf([plain(each.name), ...figuresOf(each)])),
    ...(areas.length > 1 ? [rowOf(['**Sum**', ...sums(areas)])] : []),
    '',
    'Cut lies above the base, fill below it; net is cut less fill. The error is the standard error of the net volume: of heights that',
    'err independently, of heights that all err alike, and of the fitted base, in this order; a dash where nothing is known.',
  ];
  return `${lines.join('\n')}\n`;
}

const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const number = (value: number | null): string => (value === null ? '–' : value.toFixed(2));

const figuresOf = ({ area, areaWithoutHeights, cut, fill, net, errors, lowest, highest, baseHeight }: AreaVolume) => [
  ...[area, areaWithoutHeights, cut, fill, net].map(number),
  [errors.independent, errors.common, errors.base].map(number).join(' / '),
  ...[lowest, highest, baseHeight].map(number),
];

function sums(areas: readonly AreaVolume[]): readonly string[] {
  const total = totalOf(areas);
  return [...[total.area, total.areaWithoutHeights, total.cut, total.fill, total.net].map(number), '', '', '', ''];
}

/** Figures of all areas together. */
export function totalOf(areas: readonly AreaVolume[]) {
  const sum = (of: (each: AreaVolume) => number): number => areas.reduce((total, each) => total + of(each), 0);
  return {
    area: sum(({ area }) => area),
    areaWithoutHeights: sum(({ areaWithoutHeights }) => areaWithoutHeights),
    cut: sum(({ cut }) => cut),
    fill: sum(({ fill }) => fill),
    net: sum(({ net }) => net),
  };
}

/** Names of strangers as text: no markup of theirs in a table of ours. */
const plain = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_{}[\]<>()#|!&]/g, String.raw`\$&`);
