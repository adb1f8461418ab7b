/** What the values of a column are. Times are ISO 8601 text with the offset of their source. */
export type ValueKind = 'integer' | 'number' | 'boolean' | 'date' | 'time' | 'bytes' | 'text';

type Schema = { readonly type?: string; readonly format?: string; readonly contentEncoding?: string };

/** The kind of a property by its JSON Schema. */
export function kindOfProperty({ type, format, contentEncoding }: Schema): ValueKind {
  if (type === 'integer' || type === 'number' || type === 'boolean') return type;
  if (contentEncoding !== undefined) return 'bytes';
  if (format === 'date') return 'date';
  return format === 'date-time' ? 'time' : 'text';
}
