import { expect, it } from 'vitest';
import { BuildFailure } from '../outputs/index.ts';
import { createBuildLog } from './build-log.ts';

const SAID = "Warning 1:\u0000 cannot open\n'/srv/alidade/reading/7f/fields.dbf'\u001b[0m";

it('holds one line for each that is said, without controls and paths of the machine', () => {
  const log = createBuildLog(() => Promise.resolve());
  log.line(SAID);
  log.line('Waits for models/tex/wall.png.');
  const lines = log.text().split('\n');
  expect(lines.map((line) => line.slice(line.indexOf(' ') + 1))).toEqual([
    "Warning 1:  cannot open 'a file' [0m",
    'Waits for models/tex/wall.png.',
  ]);
});

it('neither are there any in why a build failed', () => {
  expect(new BuildFailure('invalid-input', SAID).message).toBe("Warning 1:  cannot open 'a file' [0m");
});
