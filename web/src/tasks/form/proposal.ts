import { baseName, stemLength } from '../../files/entry-path.ts';
import type { Drafts, Field } from './fields.ts';

/**
 * What a template proposes: `{path}_{kind}.tif` is "flight/dtm_slope.tif" for the path "flight/dtm.tif" and the kind "slope". A
 * path stands for itself without its extension, a list for its first line, an address for the name of its file.
 *
 * @returns null while something of it is not filled in
 */
export function proposalOf(template: string, fields: readonly Field[], drafts: Drafts): string | null {
  let complete = true;
  const text = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const part = partOf(
      fields.find((field) => field.name === name),
      drafts[name],
    );
    complete &&= part !== '';
    return part;
  });
  return complete ? text : null;
}

function partOf(field: Field | undefined, draft: string | boolean | undefined): string {
  if (field === undefined || typeof draft !== 'string') return '';
  const [first = ''] = draft.split('\n');
  if (field.kind === 'choice') return first === '' ? '' : String(JSON.parse(first));
  if (field.schema['x-input'] === 'address') return fileNameOf(first);
  if (field.kind !== 'path' && field.kind !== 'list') return first;
  const name = baseName(first);
  return first.slice(0, first.length - name.length + stemLength(name));
}

/** The name of what an address leads to; '' where it has none. */
function fileNameOf(address: string): string {
  const name = URL.canParse(address) ? baseName(new URL(address).pathname) : '';
  try {
    return decodeURIComponent(name);
  } catch {
    // A sign of percent that is none of an encoding.
    return name;
  }
}
