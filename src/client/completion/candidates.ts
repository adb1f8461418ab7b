import type { Command, Option } from 'commander';

/** What may stand where the cursor is. */
export interface Completion {
  readonly words: readonly string[];
  /** A place on the server may stand here: the word as it was begun. */
  readonly place?: string;
  /** A file of this computer may stand here. */
  readonly files: boolean;
}

/**
 * What may stand in the place of the last word.
 *
 * @param words behind the name of the program; the last one is what was begun, maybe nothing
 */
export function complete(program: Command, words: readonly string[]): Completion {
  const begun = words.at(-1) ?? '';
  let command = program;
  let position = 0;
  let awaited: Option | undefined;
  for (const word of words.slice(0, -1)) {
    if (awaited !== undefined) awaited = undefined;
    else if (word.startsWith('-') && word !== '-') awaited = optionOf(command, word);
    else {
      const sub = command.commands.find((one) => one.name() === word || one.aliases().includes(word));
      if (sub === undefined) position++;
      else [command, position] = [sub, 0];
    }
  }
  const startsLikeIt = (word: string): boolean => word.startsWith(begun);
  if (awaited !== undefined) return { words: (awaited.argChoices ?? []).filter(startsLikeIt), files: false };
  if (begun.startsWith('-')) return { words: optionsOf(command).filter(startsLikeIt), files: false };
  const names = visible(command).map((one) => one.name());
  if (names.length > 0) return { words: names.filter(startsLikeIt), files: false };
  return { words: choicesOf(command, position).filter(startsLikeIt), ...kindOf(command, position, begun) };
}

/** Commands that help shows: those that the programs of shells call are none of them. */
function visible(command: Command): readonly Command[] {
  return command.createHelp().visibleCommands(command);
}

/** The option of a word, when its value is the next word. */
function optionOf(command: Command, word: string): Option | undefined {
  if (word.includes('=')) return undefined;
  const known = [command, ...ancestors(command)].flatMap((one) => one.options);
  return known.find((option) => (option.short === word || option.long === word) && option.required);
}

function optionsOf(command: Command): string[] {
  const known = [command, ...ancestors(command)].flatMap((one) => one.options).filter((option) => !option.hidden);
  return [...known.map((option) => option.long ?? option.short ?? ''), '--help'].filter(Boolean);
}

function ancestors(command: Command): Command[] {
  return command.parent === null ? [] : [command.parent, ...ancestors(command.parent)];
}

function argumentAt(command: Command, position: number) {
  const known = command.registeredArguments;
  const last = known.at(-1);
  return known[position] ?? (last?.variadic === true ? last : undefined);
}

function choicesOf(command: Command, position: number): readonly string[] {
  return argumentAt(command, position)?.argChoices ?? [];
}

const PLACES = new Set(['place', 'places', 'dataset', 'sources']);
const FILES = new Set(['sources', 'target', 'file', 'files', 'folder']);

function kindOf(command: Command, position: number, begun: string): Pick<Completion, 'place' | 'files'> {
  const name = argumentAt(command, position)?.name() ?? '';
  return { ...(PLACES.has(name) ? { place: begun } : {}), files: FILES.has(name) };
}
