import { checkOwnModule, nameOfModule } from './source-tree.ts';

/** How the module of an operation is named: it runs in a child process only. */
const CHILD = '.child';

/** A module whose default export runs in a child: from plain data to plain data, as structured clone carries it. */
export interface ChildModule {
  readonly default: (input: never) => unknown;
}

/** Work for a child process. Made by `operation`; called by `engine.call`. */
export interface Operation<Input, Output> {
  /** For messages: the file name of the module without its ending. */
  readonly name: string;
  /** Address of the module that a child loads. */
  readonly module: string;
  /** Never set: it carries the types of input and answer. */
  readonly types?: (input: Input) => Output;
}

export type InputOf<Module extends ChildModule> = Parameters<Module['default']>[0];
export type OutputOf<Module extends ChildModule> = Awaited<ReturnType<Module['default']>>;

/**
 * Makes the default export of a module an operation. The module is loaded by children only, when they are first asked for it.
 *
 * @example
 * import type * as facts from './raster-facts.child.ts';
 * export const rasterFacts = operation<typeof facts>(import.meta.resolve('./raster-facts.child.ts'));
 *
 * @throws Error with the address when it is not a `*.child.ts` in our own source tree
 */
export function operation<Module extends ChildModule>(address: string): Operation<InputOf<Module>, OutputOf<Module>> {
  const module = checkOwnModule(address, CHILD);
  return { module, name: nameOfModule(module, CHILD) };
}
