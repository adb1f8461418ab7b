/** Writes the pages that are made from the code: `npm run docs`. A test fails when they are out of date. */
import { writeFile } from 'node:fs/promises';
import { documentSettings } from '../src/settings/index.ts';

await writeFile(new URL('../docs/settings.md', import.meta.url), documentSettings());
