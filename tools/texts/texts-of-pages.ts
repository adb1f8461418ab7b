import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findTexts, type FoundText } from './find-texts.ts';
import { NOT_SHOWN } from './text-rules.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The German catalogue. */
export const GERMAN = join(ROOT, 'web/src/languages/de.po');

export interface TextsOfPages {
  /** Files by message. */
  readonly messages: ReadonlyMap<string, readonly string[]>;
  readonly bare: readonly (FoundText & { readonly path: string })[];
}

/** All texts of the web application. */
export function textsOfPages(): TextsOfPages {
  const messages = new Map<string, string[]>();
  const bare: (FoundText & { path: string })[] = [];
  const paths = globSync('web/src/**/*.{ts,tsx}', { cwd: ROOT }).filter((path) => !NOT_SHOWN.test(path));
  for (const path of paths.toSorted()) {
    const found = findTexts(path, readFileSync(join(ROOT, path), 'utf8'));
    for (const { text } of found.messages) {
      const files = messages.get(text) ?? [];
      if (!files.includes(path)) messages.set(text, [...files, path]);
    }
    bare.push(...found.bare.map((text) => ({ ...text, path })));
  }
  return { messages, bare };
}
