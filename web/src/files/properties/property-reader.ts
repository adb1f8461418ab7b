import type { Entry } from '../../api/answers.ts';
import type { PropertyReader } from '../../kinds/index.ts';

/** `unread` are the properties that nobody has read so far, without the hidden ones. */
type CountingReader = PropertyReader & { readonly unread: () => readonly (readonly [string, unknown])[] };

export function propertyReader({ properties }: Entry, hidden: readonly string[]): CountingReader {
  const read = new Set(hidden);
  const value = (key: string): unknown => {
    read.add(key);
    return properties?.[key];
  };
  return {
    value,
    number: (key) => {
      const found = value(key);
      return typeof found === 'number' && Number.isFinite(found) ? found : null;
    },
    text: (key) => {
      const found = value(key);
      return typeof found === 'string' && found !== '' && found !== 'unknown' ? found : null;
    },
    unread: () => Object.entries(properties ?? {}).filter(([key]) => !read.has(key)),
  };
}
