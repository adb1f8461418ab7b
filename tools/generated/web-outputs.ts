import { pathInBuild } from '../../src/builds/index.ts';
import type { Kind } from '../../src/kinds/index.ts';

const HEAD = `import { i18n } from '../languages/i18n.ts';

// Made from what the kinds of the service declare (src/kinds), by \`npm run docs\`.

/** An output of the service: files derived from an entry, or its own file in a form that is served as it is. */
export type Output = {
  /** Name of the kind whose entries have the output. */
  readonly kind: string;
  readonly folder: string;
  readonly title: string;
  /** How it comes to be: by a build, as the uploaded file, or as a view of another output. */
  readonly made: 'by-build' | 'as-uploaded' | 'from-output';
  readonly artifacts: readonly Artifact[];
};

export type Artifact = {
  /** Path below the build of an entry; \`**\` stands for any number of files. */
  readonly path: string;
  readonly title: string;
  /** True if people get its address to copy. */
  readonly shown: boolean;
};
`;

/** The outputs of all kinds, as a module of the web application. */
export function webOutputs(kinds: readonly Kind[]): string {
  const outputs = kinds.flatMap(({ name, outputs: all }) =>
    all.map((output) => {
      const { folder, title, made } = output;
      const artifacts = output.artifacts.map(({ shown, ...artifact }) => ({
        path: pathInBuild(output, artifact),
        title: artifact.title,
        shown,
      }));
      return { kind: name, folder, title, made, artifacts };
    }),
  );
  const viewers = kinds.flatMap(({ viewer }) => viewer?.types.map((type) => [type, viewer.opens]) ?? []);
  return `${HEAD}
export const OUTPUTS: readonly Output[] = ${withTexts(JSON.stringify(outputs, undefined, 2))};

/** What \`GET /sys/features\` says that entries of a type open. */
export const VIEWERS: readonly (readonly [type: number, opens: 'map' | 'scene' | 'tab'])[] = ${JSON.stringify(viewers)};
`;
}

/** Titles are texts of the pages. */
const withTexts = (json: string): string => json.replace(/"title": (".*")/g, '"title": i18n.t($1)');

/** Kinds of whose files something is built, apart from what is built: lists of files know no more, and are loaded first. */
export function webBuiltKinds(kinds: readonly Kind[]): string {
  const built = kinds.filter(({ outputs }) => outputs.some(({ made }) => made === 'by-build')).map(({ name }) => name);
  return `// Made from what the kinds of the service declare (src/kinds), by \`npm run docs\`.

/** Names of the kinds of whose entries the service builds something. */
export const BUILT_KINDS: readonly string[] = ${JSON.stringify(built)};
`;
}
