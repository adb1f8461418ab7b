import type { Crs, Projections } from '../../projections/index.ts';
import type { Filter } from '../../kinds/vector/index.ts';
import { boxFilter, projectBox, projectGeometry } from './project-literal.ts';

/**
 * The same filter with its geometries in longitude and latitude.
 *
 * @param crs in which they are written, in its official order of axes
 */
export async function placeFilter(
  filter: Filter,
  crs: Crs,
  projections: Projections,
  signal?: AbortSignal,
): Promise<Filter> {
  if (crs.code === 'OGC:CRS84') return filter;
  const turn = crs.axisOrder === 'yx';
  if (filter.op === 'bbox') {
    const [a, b, c, d] = filter.box;
    return boxFilter(await projectBox(turn ? [b, a, d, c] : filter.box, crs, projections, signal));
  }
  if ('geometry' in filter) {
    const geometry = await projectGeometry(filter.geometry, { turn, code: crs.code }, projections, signal);
    return { ...filter, geometry };
  }
  if (filter.op === 'not') return { ...filter, arg: await placeFilter(filter.arg, crs, projections, signal) };
  if (filter.op !== 'and' && filter.op !== 'or') return filter;
  const args: Filter[] = [];
  for (const arg of filter.args) args.push(await placeFilter(arg, crs, projections, signal));
  return { ...filter, args };
}
