import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const PAGES = ['CONTRIBUTING.md', ...readdirSync(join(ROOT, 'docs')).map((name) => `docs/${name}`)].filter((page) =>
  page.endsWith('.md'),
);
/** Paths from the root of the repository in code marks: `src/main.ts`, `test/e2e`, `src/kinds/NAME/kind.ts`. */
const NAMED = /`((?:web\/src|src|test|tools)\/[^\s`]+)`/g;
/** What stands for any name. Only the folder before it must exist. */
const PLACEHOLDER = /[^/]*(?:NAME|[*{<]).*$/;

/** Paths that the text names and the repository does not have. A test may be named without its ending, as `npm test` takes it. */
const missingPaths = (text: string): string[] =>
  [...text.matchAll(NAMED)]
    .map(([, path]) => path!)
    .filter((path) => {
      const file = join(ROOT, path.replace(PLACEHOLDER, ''));
      return !existsSync(file) && !existsSync(`${file}.test.ts`);
    });

it.each(PAGES)('%s names only paths that exist', (page) => {
  expect(missingPaths(readFileSync(join(ROOT, page), 'utf8'))).toEqual([]);
});

it('finds a path that does not exist', () => {
  const text =
    'See `src/main.ts`, `test/e2e`, `src/kinds/NAME/kind.ts`, `src/jobs/ended-jobs`, `src/gone.ts`, `web/src/gone/*.ts`.';
  expect(missingPaths(text)).toEqual(['src/gone.ts', 'web/src/gone/*.ts']);
});
