import { Argument } from 'commander';
import { complete } from '../completion/candidates.ts';
import { remoteWords } from '../completion/remote-words.ts';
import { SCRIPTS, SHELLS, type Shell } from '../completion/scripts.ts';
import type { AddCommand } from '../command.ts';

/** `alidade completion`: what a shell needs to complete words; and the command that it calls then. */
export const completion: AddCommand = (program, act) => {
  program
    .command('completion')
    .summary('print what a shell reads to complete words')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText(
      'after',
      `
bash:  echo 'source <(alidade completion bash)' >> ~/.bashrc
zsh:   alidade completion zsh > "\${fpath[1]}/_alidade"
fish:  alidade completion fish > ~/.config/fish/completions/alidade.fish`,
    )
    .action(
      // A script, and no result in words: it goes out as it is.
      act<object, [Shell]>(async ({ stdout }, _options, shell) => void stdout.write(SCRIPTS[shell])),
    );
  program
    .command('complete-words', { hidden: true })
    .argument('[words...]')
    .action(
      act<object, [readonly string[]]>(async (context, _options, words) => {
        const { words: fixed, place, files } = complete(program, words);
        const remote = place === undefined ? [] : await remoteWords(context, place);
        for (const word of [...fixed, ...remote, ...(files ? [':'] : [])]) context.out.item(word, word);
      }),
    );
};
