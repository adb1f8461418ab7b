import type { Members } from './members.ts';
import type { ProgramVoice } from '../../../engine/for-children.ts';

/** What a reader of archives works with. */
export interface Unpacking {
  /** Absolute path of the archive. */
  readonly path: string;
  /** Most that its files together may have. */
  readonly maxBytes: number;
  readonly members: Members;
  readonly voice: ProgramVoice;
}
