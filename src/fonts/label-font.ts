import { GlobalFonts } from '@napi-rs/canvas';
import { createRequire } from 'node:module';

/**
 * Pieces of Noto Sans by script, as the package has them: each is a family of its own, and a letter is taken from the first
 * that has it. What none of them has (Chinese, Arabic ...) is written with the fonts of the system, where there are any.
 */
const SCRIPTS = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'devanagari'];
const family = (script: string): string => `Alidade Label ${script}`;

const { resolve } = createRequire(import.meta.url);
let areRegistered = false;

/** The font of labels for a drawing context, with its files registered at the first use. @param size in pixels */
export function labelFont(size: number): string {
  if (!areRegistered) {
    for (const script of SCRIPTS) {
      const path = resolve(`@fontsource/noto-sans/files/noto-sans-${script}-400-normal.woff2`);
      if (GlobalFonts.registerFromPath(path, family(script)) === null)
        throw new Error(`The font of labels cannot be read: ${script}.`);
    }
    areRegistered = true;
  }
  return `${size}px ${SCRIPTS.map((script) => `"${family(script)}"`).join(', ')}, sans-serif`;
}
