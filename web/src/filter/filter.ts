import { KINDS } from '../kinds/index.ts';
import type { FilterText } from './filter-address.ts';
import { formatBox, parseBox, type Box } from './box-text.ts';

/** Which files all views of a dataset show. */
export type Filter = {
  /** '' is the dataset itself. */
  readonly path: string;
  /** None: all types. */
  readonly types: readonly number[];
  /** First and last day of the capture, else of the change of the file; '' is none. */
  readonly from: string;
  readonly to: string;
  /** A west that is east of the east crosses the antimeridian. */
  readonly box: Box | null;
};

const KNOWN = new Set(KINDS.looks.map(({ type }) => type));

/** What is not understood is left out: an old or broken address still shows the files. */
export function parseFilter({ path = '', kind = '', from = '', to = '', box = '' }: FilterText): Filter {
  const types = kind.split(',').flatMap((text) => (/^\d{1,2}$/.test(text) ? [Number(text)] : []));
  const [first, last] = [dayOf(from), dayOf(to)];
  // Days in the wrong order would find nothing, and say so for no reason.
  const [since, until] = first !== '' && last !== '' && first > last ? [last, first] : [first, last];
  return {
    path,
    types: [...new Set(types)].filter((type) => KNOWN.has(type)),
    from: since,
    to: until,
    box: parseBox(box),
  };
}

export const formatFilter = ({ path, types, from, to, box }: Filter): FilterText => ({
  path: path || undefined,
  kind: types.join(',') || undefined,
  from: from || undefined,
  to: to || undefined,
  box: box === null ? undefined : formatBox(box),
});

/** Whether fewer files are shown than the folder has. */
export const isNarrowed = ({ types, from, to, box }: Filter): boolean =>
  types.length > 0 || from !== '' || to !== '' || box !== null;

/** A day that there is, of years that are years of four digits in each time zone. */
function dayOf(text: string): string {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return '';
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : '';
}
