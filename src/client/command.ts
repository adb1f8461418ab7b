import type { Command } from 'commander';
import type { CommandContext } from './context.ts';

/** Makes the handler of a command from its options and arguments: `act<Options, [place: string]>(async (context, options, place) => …)`. */
export type Act = <O extends object, A extends readonly unknown[] = readonly []>(
  work: (context: CommandContext, options: O, ...args: A) => Promise<void>,
) => (...input: unknown[]) => Promise<void>;

/** Adds one command to the program. */
export type AddCommand = (program: Command, act: Act) => void;
