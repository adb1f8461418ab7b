import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pathProblem } from '../../../sync/index.ts';
import { uniqueFileNames } from './file-names.ts';

it('any names of layers become names of files, each once, that name no folder', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('a', 'A', '../x', '-f', '.', ''))),
      (layers) => {
        const names = layers.map(uniqueFileNames('fgb'));
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(layers.length);
        for (const name of names) {
          expect(name).toMatch(/^[^/\\.-][^/\\]*\.fgb$/);
          expect(pathProblem(`x/${name}`)).toBeUndefined();
        }
      },
    ),
  );
});
