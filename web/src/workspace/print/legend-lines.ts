import type { PrintedLegend } from '../../kinds/on-map.ts';
import type { PrintedLayer } from './printed-layers.ts';
import { i18n } from '../../languages/i18n.ts';

/** A line of the legend of a sheet. */
export type LegendLine =
  | { readonly kind: 'title' | 'name'; readonly text: string }
  | { readonly kind: 'class'; readonly colour: string; readonly label: string }
  | { readonly kind: 'ramp'; readonly colours: readonly string[]; readonly isStepped: boolean }
  | { readonly kind: 'ends'; readonly low: string; readonly high: string };

/** The legend as lines from the top down; where there is no room for all, the last one says how many are left out. */
export function legendLines(layers: readonly PrintedLayer[], most: number): readonly LegendLine[] {
  const lines = layers.flatMap(({ title, legend }): LegendLine[] => [
    { kind: 'title', text: title },
    ...(legend === null ? [] : linesOf(legend)),
  ]);
  if (lines.length <= most) return lines;
  const kept = lines.slice(0, Math.max(0, most - 1));
  return [...kept, { kind: 'name', text: i18n.t('and {count} more', { count: lines.length - kept.length }) }];
}

function linesOf(legend: PrintedLegend): LegendLine[] {
  const name: LegendLine[] = legend.name === '' ? [] : [{ kind: 'name', text: legend.name }];
  if (legend.kind === 'classes') return [...name, ...legend.rows.map((row) => ({ kind: 'class' as const, ...row }))];
  const { colours, isStepped, ends } = legend;
  const [low, high] = ends ?? [];
  const told: LegendLine[] = low === undefined || high === undefined ? [] : [{ kind: 'ends', low, high }];
  return [...name, { kind: 'ramp', colours, isStepped }, ...told];
}
