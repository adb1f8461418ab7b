import { isBuildable } from '../../files/entry-kind.ts';
import type { Drafts, Field } from './fields.ts';

/** The file that shapes of a form are drawn upon: that of its first field for such files; '' where it is empty. */
export function groundPathOf(fields: readonly Field[], drafts: Drafts): string {
  const field = fields.find(
    ({ kind, schema }) => kind === 'path' && schema['x-types']?.some((type) => isBuildable({ type })),
  );
  return field === undefined ? '' : String(drafts[field.name] ?? '');
}
