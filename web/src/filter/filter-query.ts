import type { FilePart } from '../api/file-part.ts';
import type { Filter } from './filter.ts';

/** Days begin and end where the person is: their clock is the one that dates are shown by. */
export const filePart = ({ path, types, from, to, box }: Filter): FilePart => ({
  ...(types.length === 0 ? {} : { types }),
  ...(path === '' ? {} : { path }),
  ...(from === '' ? {} : { from: new Date(`${from}T00:00:00`).toISOString() }),
  ...(to === '' ? {} : { to: new Date(`${to}T23:59:59.999`).toISOString() }),
  ...(box === null ? {} : { bbox: box.join(',') }),
});
