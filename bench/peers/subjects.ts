import type { Subject } from './row.ts';
import { archive } from './rows/archive.ts';
import { cog } from './rows/cog.ts';
import { entries } from './rows/entries.ts';
import { features } from './rows/features.ts';
import { maps } from './rows/maps.ts';
import { memory } from './rows/memory.ts';
import { mixed } from './rows/mixed.ts';
import { pushes } from './rows/pushes.ts';
import { ranges } from './rows/ranges.ts';
import { start } from './rows/start.ts';
import { tiles } from './rows/tiles.ts';
import { uploads } from './rows/uploads.ts';
import type { Setup } from './setup.ts';

/** All subjects by their names on the command line, in the order in which they are measured. */
export const SUBJECTS: Readonly<Record<string, Subject<Setup>>> = {
  cog,
  maps,
  tiles,
  ranges,
  uploads,
  archive,
  features,
  entries,
  pushes,
  start,
  memory,
  mixed,
};
