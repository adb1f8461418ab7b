import type { Command } from 'commander';
import type { AddCommand } from '../command.ts';

/** `alidade help tasks cancel`: what a command does, also one of a group; that of commander knows those of the program alone. */
export const help: AddCommand = (program) => {
  program
    .command('help')
    .summary('print what a command does')
    .argument('[command...]', 'its words, such as: tasks cancel')
    .action((words: readonly string[]) => {
      let found: Command = program;
      for (const word of words) {
        const next = found.commands.find((one) => one.name() === word || one.aliases().includes(word));
        if (next === undefined) return void found.error(`error: unknown command '${word}'`, { exitCode: 2 });
        found = next;
      }
      found.outputHelp();
    });
};
