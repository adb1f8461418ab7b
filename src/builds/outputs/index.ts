import { EntryType } from '../../inspection/index.ts';
import { BUILD_CLASSES, type BuildClass } from './build-class.ts';
import { type Artifact, type BuildOutput, type Output, pathInBuild, type ViewOutput } from './output.ts';

export { BuildFailure, plainLine, toBuildFailure, type BuildFailureReason } from './build-failure.ts';
export {
  pathInBuild,
  requiredPaths,
  type Artifact,
  type BuildOutput,
  type InputOutput,
  type Output,
  type OutputFacts,
  type OutputRequest,
  type ViewFile,
  type ViewOutput,
} from './output.ts';

/** The outputs of one service. */
export interface Outputs {
  readonly all: readonly Output[];
  /** Types of entries that are built. */
  readonly types: readonly EntryType[];
  /** Those that a build of a file of this type makes, in the order they are built. @param path of the file in its dataset */
  of(type: EntryType, path: string): readonly BuildOutput[];
  /** What a build of an entry of this type and size (in bytes) takes. */
  classOf(type: EntryType, size: number): BuildClass;
  /** The outputs whose file map services read as this, with that file. */
  serving(use: NonNullable<Artifact['serves']>): readonly { readonly output: Output; readonly artifact: Artifact }[];
  /** The view of that name. */
  view(kind: string): ViewOutput | undefined;
  /** Checks that an output lists a file, such as `cog/cog.tif`. @throws Error with its path when none does */
  requireListed(path: string): void;
}

/** Size of a file, in bytes, up to which its build is light: a photograph's thumbnail, a track, a plan of some fields. */
const LIGHT_BYTES = 2 ** 20;
/** Classes of builds that are never light: the size of a model tells nothing of the buffers and pictures beside it. */
const NEVER_LIGHT: readonly BuildClass[] = ['mesh'];

/** @throws Error with the name of an output that is made of one which is not built before it, has another folder, or lists a file twice or none */
export function outputsOf(all: readonly Output[]): Outputs {
  for (const [index, output] of all.entries()) checkOutput(output, all.slice(0, index));
  const built = all.filter((output) => output.made === 'by-build');
  const paths = new Set(all.flatMap((output) => output.artifacts.map((artifact) => pathInBuild(output, artifact))));
  const ofType = (type: EntryType): BuildOutput[] => built.filter(({ appliesTo }) => appliesTo(type));
  return {
    all,
    of: (type, path) => ofType(type).filter((output) => output.leavesOut?.(path) !== true),
    types: Object.values(EntryType).filter((type) => ofType(type).length > 0),
    classOf(type, size) {
      const classes = ofType(type).map(({ buildClass }) => buildClass);
      const heaviest = BUILD_CLASSES.find((each) => classes.includes(each)) ?? 'light';
      return size > LIGHT_BYTES || NEVER_LIGHT.includes(heaviest) ? heaviest : 'light';
    },
    serving: (use) =>
      all.flatMap((output) =>
        output.artifacts.filter(({ serves }) => serves === use).map((artifact) => ({ output, artifact })),
      ),
    view: (kind) => all.find((output): output is ViewOutput => output.made === 'from-output' && output.kind === kind),
    requireListed(path) {
      if (!paths.has(path)) throw new Error(`No output lists the artifact ${path}.`);
    },
  };
}

function checkOutput(output: Output, before: readonly Output[]): void {
  const { kind, folder, artifacts } = output;
  const paths = artifacts.map(({ path }) => path);
  if (folder !== kind) throw new Error(`The output ${kind} has the folder ${folder}, in which nothing would find it.`);
  if (paths.length === 0) throw new Error(`The output ${kind} lists no artifact.`);
  if (new Set(paths).size < paths.length) throw new Error(`The output ${kind} lists an artifact twice.`);
  const after = 'after' in output ? output.after : undefined;
  if (after !== undefined && !before.some((other) => other.kind === after))
    throw new Error(`The output ${kind} is made of ${after}, which is no output before it.`);
}
