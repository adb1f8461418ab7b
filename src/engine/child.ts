/**
 * The program of a pool child: waits for calls, runs the operation of that name, answers. One call at a time; an
 * operation may block this process for its whole length, the engine watches from outside.
 */
import { isOfMachine, saysMachineFault } from './machine-fault.ts';
import { OperationRefusal } from './operation-refusal.ts';
import type { CallMessage, ReplyMessage } from './messages.ts';
import { saysNoSpace } from './programs/no-space.ts';
import { withoutPaths } from './without-paths.ts';

type AnyOperation = (input: unknown) => unknown;

const [registry] = process.argv.slice(2);
if (registry === undefined || process.send === undefined)
  throw new Error('This program is started by the engine only.');
const { operations } = (await import(registry)) as { operations: Readonly<Record<string, AnyOperation>> };

// Idle children leave with the parent here; busy ones are ended by the watchdog.
process.on('disconnect', () => process.exit(0));
process.on('message', (message: CallMessage) => {
  void answer(message).then((reply) => process.send?.(reply));
});

async function answer({ id, name, input }: CallMessage): Promise<ReplyMessage> {
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (operation === undefined) return { id, ok: false, code: 'refused', message: `There is no operation "${name}".` };
  try {
    return { id, ok: true, output: await operation(input) };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { id, ok: false, code: codeOf(error, text), message: withoutInput(text, input) };
  }
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
