/**
 * The program of a pool child: waits for calls, loads the module each one names, runs its default export, answers. One call at
 * a time; an operation may block this process for its whole length, the engine watches from outside.
 */
import { flushCompileCache } from 'node:module';
import { isOfMachine, saysMachineFault } from './machine-fault.ts';
import { OperationRefusal } from './operation-refusal.ts';
import type { CallMessage, ReplyMessage } from './messages.ts';
import type { ChildModule } from './operation.ts';
import { saysNoSpace } from './programs/no-space.ts';
import { checkOwnModule } from './source-tree.ts';
import { withoutPaths } from './without-paths.ts';

if (process.send === undefined) throw new Error('This program is started by the engine only.');

// Idle children leave with the parent here; busy ones are ended by the watchdog.
process.on('disconnect', () => process.exit(0));
process.on('message', (message: CallMessage) => {
  void answer(message).then((reply) =>
    process.send?.(reply, (error: Error | null) => {
      // The engine waits for this answer: the end of this process tells it that none comes.
      if (error !== null) process.exit(1);
      // Node.js would write what it compiled at its exit, but the engine kills its children. Nothing is written twice.
      flushCompileCache();
    }),
  );
});

async function answer({ id, module, input }: CallMessage): Promise<ReplyMessage> {
  try {
    const operation = await load(module);
    return { id, ok: true, output: await operation.default(input as never) };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { id, ok: false, code: codeOf(error, text), message: withoutInput(text, input) };
  }
}

/** The engine checks addresses as well; this process trusts no message. */
async function load(address: string): Promise<ChildModule> {
  let module: string;
  try {
    module = checkOwnModule(address, '.child');
  } catch (cause) {
    throw new OperationRefusal(cause instanceof Error ? cause.message : String(cause));
  }
  return (await import(module)) as ChildModule;
}

function codeOf(error: unknown, text: string): 'refused' | 'too-large' | 'failed' | 'no-space' | 'ended' {
  if (error instanceof OperationRefusal) return error.code;
  if (saysNoSpace(text)) return 'no-space';
  return isOfMachine(error) || saysMachineFault(text) ? 'ended' : 'failed';
}

/** GDAL and libvips put the file's path into their messages; where blobs lie is nobody's business outside. */
function withoutInput(text: string, input: unknown): string {
  const paths = Object.values((input ?? {}) as Record<string, unknown>).filter((value) => typeof value === 'string');
  const named = paths
    .filter((path) => path.startsWith('/'))
    .reduce((line, path) => line.replaceAll(path, 'the file'), text);
  return withoutPaths(named);
}
