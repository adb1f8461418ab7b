import { checkOwnModule } from '../source-tree.ts';

/** A program that `engine.run` starts and supervises. Made by `ownProgram` and `debianProgram` only. */
export interface Program {
  /** For messages, and the name that is looked for in the PATH. */
  readonly name: string;
  /** The Debian package that brings it. */
  readonly package: string;
  /** Address of the module that is run: all of a program of our own, and what stands in for a Debian program that is missing. */
  readonly module?: string;
  /** Whether it runs by its module alone, and nothing is looked for in the PATH. */
  readonly isOwn: boolean;
  /** Whether it uses the words of a failing machine for files that are cut off, so that they say nothing. */
  readonly blamesMachine: boolean;
}

/** How a module that is a program is named. */
const PROGRAM = '/program';
const made = new WeakSet<Program>();

/**
 * A program of our own, run by the Node.js that runs the service: work that takes long, and work that a stranger's bytes could break.
 *
 * @param address of its `program.ts`. @throws Error with the address when that is not in our own source tree
 */
export const ownProgram = (name: string, address: string): Program =>
  register({ name, package: 'nodejs', module: checkOwnModule(address, PROGRAM), isOwn: true, blamesMachine: false });

export interface DebianProgramOptions {
  /**
   * Address of a `program.ts` that does the same with the prebuilt library. It is given the name of the program first. The
   * arguments of such a program end with the source file and the destination file, in this order.
   */
  readonly standIn?: string;
  readonly blamesMachine?: boolean;
}

/** A program of a Debian package, looked for in the PATH. */
export const debianProgram = (
  name: string,
  debianPackage: string,
  { standIn, blamesMachine = false }: DebianProgramOptions = {},
): Program =>
  register({
    name,
    package: debianPackage,
    isOwn: false,
    blamesMachine,
    ...(standIn === undefined ? {} : { module: checkOwnModule(standIn, PROGRAM) }),
  });

function register(program: Program): Program {
  made.add(program);
  return program;
}

/** False for whatever else is passed off as a program. */
export const isProgram = (value: unknown): value is Program =>
  typeof value === 'object' && value !== null && made.has(value as Program);
