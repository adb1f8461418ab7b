import type { AddCommand } from '../command.ts';
import { add } from './add.ts';
import { clone } from './clone.ts';
import { init } from './init.ts';
import { pull } from './pull.ts';
import { push } from './push.ts';
import { share } from './share.ts';
import { status } from './status.ts';
import { watch } from './watch.ts';

/** Commands of copies. */
export const syncCommands: readonly AddCommand[] = [init, clone, status, add, pull, push, share, watch];
