/** What travels between the engine and its children (structured clone: typed arrays and Buffers arrive as such). */

export interface CallMessage {
  readonly id: number;
  /** Address of the module whose default export is called. */
  readonly module: string;
  readonly input: unknown;
}

export type ReplyMessage =
  | { readonly id: number; readonly ok: true; readonly output: unknown }
  | {
      readonly id: number;
      readonly ok: false;
      readonly code: 'refused' | 'too-large' | 'failed' | 'no-space' | 'ended';
      readonly message: string;
    };
