import { expect, test } from 'vitest';
import { projectionCommand } from './projection-command.ts';

test('the command for a coordinate system is one that a shell takes', () => {
  const ref = { org: 'club', ds: 'roads' };
  expect(projectionCommand(ref, 'a/b.las')).toBe('alidade meta set club/roads:a/b.las projection EPSG:32632');
  expect(projectionCommand(ref, "it's $1.las")).toBe(
    String.raw`alidade meta set 'club/roads:it'\''s $1.las' projection EPSG:32632`,
  );
});
