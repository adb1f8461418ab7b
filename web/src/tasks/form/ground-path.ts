import { isDrawnOn } from '../../kinds/index.ts';
import type { Ground } from './drawing-field.tsx';
import type { Drafts, Field } from './fields.ts';

/** The file that shapes of a form are drawn upon: that of its first field for such files. */
export function groundOf(fields: readonly Field[], drafts: Drafts): Pick<Ground, 'path' | 'pathLabel'> {
  const field = fields.find(
    ({ kind, schema }) => kind === 'path' && schema['x-types']?.some((type) => isDrawnOn({ type })),
  );
  if (field === undefined) return { path: '', pathLabel: null };
  return { path: String(drafts[field.name] ?? ''), pathLabel: field.label };
}
