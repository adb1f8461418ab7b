import type { BaseVolume, MeshVolumeAnswer } from './request.ts';

/** What a report says of where its figures come from. */
export interface ReportHead {
  readonly model: string;
  /** In words. */
  readonly base: string;
}

/** A report of volumes for people, in Markdown. */
export function reportOf({ model, base }: ReportHead, answer: MeshVolumeAnswer): string {
  const { unit, isClosed, openEdges, turnedEdges, overBase } = answer;
  const lines = [
    '# Volume of a model',
    '',
    `- Model: ${plain(model)}, ${answer.triangles} triangles`,
    `- Lengths: ${unit === 'm' ? 'metres' : 'units of the model, as it has no place on Earth'}`,
    `- Closed: ${isClosed ? 'yes' : `no (${openEdges} open edges, ${turnedEdges} edges between triangles that are not turned alike)`}`,
    '',
    rowOf(['', unit]),
    rowOf(['---', '---:']),
    rowOf([`Surface ${unit}²`, number(answer.surfaceArea)]),
    rowOf([`Enclosed volume ${unit}³`, number(answer.enclosedVolume)]),
    ...(overBase === null ? [] : overBaseLines(overBase, base, answer)),
    ...answer.warnings.map((warning) => `\n${plain(warning)}`),
  ];
  return `${lines.join('\n')}\n`;
}

function overBaseLines(volume: BaseVolume, base: string, { unit, isClosed }: MeshVolumeAnswer): readonly string[] {
  const rows: readonly (readonly [string, number | null])[] = [
    [`Area ${unit}²`, volume.area],
    [`Area without heights ${unit}²`, volume.areaWithoutHeights],
    [isClosed ? `Above the base ${unit}³` : `Cut ${unit}³`, volume.cut],
    [isClosed ? `Below the base ${unit}³` : `Fill ${unit}³`, volume.fill],
    [isClosed ? `Both ${unit}³` : `Net ${unit}³`, volume.net],
    [`Error ${unit}³`, volume.baseError],
    [`Lowest ${unit}`, volume.lowest],
    [`Highest ${unit}`, volume.highest],
    [`Base ${unit}`, volume.baseHeight],
  ];
  const words = isClosed
    ? 'The model is a closed body: what is above and below the base are its parts.'
    : 'Cut lies above the base, fill below it; net is cut less fill.';
  return [
    '',
    `Base: ${plain(base)}`,
    '',
    rowOf(['', unit]),
    rowOf(['---', '---:']),
    ...rows.map(([name, value]) => rowOf([name, number(value)])),
    '',
    `${words} The error is the standard error of the volume by that of a fitted base. A dash stands for what is not known.`,
  ];
}

const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const number = (value: number | null): string => (value === null ? '–' : value.toFixed(3));

/** Names of strangers as text: no markup of theirs in a table of ours. */
const plain = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_{}[\]<>()#|!&]/g, String.raw`\$&`);
