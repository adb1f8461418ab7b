import { debianProgram } from '../../../engine/index.ts';
import type { BuildOutput } from '../output.ts';

/** Name of the program that takes the place of those of an output. `writeProgram` writes it. */
export const STAND_IN = 'stand-in-for-builds';

const standIn = debianProgram(STAND_IN, 'no-package');

/**
 * The output, whose programs are replaced as soon as a program named `STAND_IN` lies in the program path of the engine. It gets the
 * arguments and limits of the program that it replaces.
 */
export const withStandIn = (output: BuildOutput): BuildOutput => ({
  ...output,
  build: (request) => {
    const { engine } = request;
    const run: typeof engine.run = async (program, args, options) =>
      engine.run((await engine.has(standIn)) ? standIn : program, args, options);
    return output.build({ ...request, engine: { ...engine, run } });
  },
});
