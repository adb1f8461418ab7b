import type { Engine } from '../../engine/index.ts';
import type { SpatialPlace } from '../../geodata/place/place.ts';
import type { EntryType, Neighbours } from '../../inspection/index.ts';
import type { Settings } from '../../settings/index.ts';
import type { BuildClass } from './build-class.ts';

/** A file of an output, or many of them. */
export interface Artifact {
  /** Path below the folder of the output; a pattern with `**` stands for any number of files, such as `tiles/**`. */
  readonly path: string;
  readonly mediaType: string;
  readonly title: string;
  /** Roles of its STAC asset; none: it is of use to our own viewers only and is no asset. */
  readonly roles: readonly string[];
  /** Whether the output is incomplete without it. Of a pattern, only the bytes of all files together are checked. */
  readonly required: boolean;
  /** Whether pages show its address to people, for other programs. */
  readonly shown: boolean;
  /** CRS of what it holds, such as `EPSG:3857`. */
  readonly crs?: string;
  /** What map services read it as: the data of layers, or their vector tiles. */
  readonly serves?: 'layer' | 'tiles';
}

/** What catalogs tell of a built file without opening it, stored with the output. Rasters have the members of an entry's properties. */
export interface OutputFacts {
  readonly [fact: string]: unknown;
  /** Where the file was found to lie, which its entry takes over; null: nowhere. Without it, the entry stays where its inspection says. */
  readonly place?: SpatialPlace | null;
}

interface AnyOutput {
  /** Its name: `cog`. Of the outputs of one type of entry, each has another one. */
  readonly kind: string;
  /** Folder of the output below the build of an entry; its name, by which an address finds it. */
  readonly folder: string;
  /** Name for people. */
  readonly title: string;
  /** Every file it consists of. Nothing else in the service writes their paths. */
  readonly artifacts: readonly Artifact[];
  appliesTo(type: EntryType): boolean;
}

/** An output that a build makes: a folder of files derived from one entry. */
export interface BuildOutput extends AnyOutput {
  readonly made: 'by-build';
  /** Class of builds that make it, unless their file is small. */
  readonly buildClass: BuildClass;
  /** The output that this one is made of, which is built before. */
  readonly after?: string;
  /** Whether a file of the right type is only a part of another one, by its path in the dataset, and nothing is built of it alone. */
  leavesOut?(path: string): boolean;
  /** Whether the build counts as done without it: its failure is a line in the log. */
  readonly optional?: true;
  /**
   * Fills `scratch`. Throws BuildFailure when it cannot; what lies in `scratch` then is nothing to anybody.
   *
   * @returns facts that catalogs tell of its first artifact
   */
  build(request: OutputRequest): Promise<OutputFacts | void>;
  /** Properties that an entry has beside its own when this is built. @param facts as `build` returned them */
  properties?(facts: OutputFacts): Readonly<Record<string, unknown>>;
  /**
   * Whether its owner is to say which coordinate reference system the file has: those of the files around it are offered then,
   * as the property `crsChoices`.
   */
  needsSystem?(facts: OutputFacts): boolean;
}

/** An output that is the uploaded file itself, in a form that is served as it is. Its address is that of the file. */
export interface InputOutput extends AnyOutput {
  readonly made: 'as-uploaded';
}

/** An output that is answered from another one, file by file, such as a tileset over one archive. It exists while that does. */
export interface ViewOutput extends AnyOutput {
  readonly made: 'from-output';
  /** The output it is a view of. */
  readonly after: string;
  /**
   * A file of the view.
   *
   * @param folder of the output it is a view of, which never changes
   * @param path below the folder of the view
   * @returns undefined for a file that the view does not have
   */
  open(folder: string, path: string): Promise<ViewFile | undefined>;
}

/** A file that is put together when it is asked for: bytes of its own, and ranges of files of the output. */
export interface ViewFile {
  readonly mediaType: string;
  readonly parts: readonly (
    | Uint8Array
    | {
        /** Absolute path. */
        readonly path: string;
        readonly offset: number;
        readonly bytes: number;
      }
  )[];
}

export type Output = BuildOutput | InputOutput | ViewOutput;

/** Settings of the service that outputs go by. */
export type OutputSettings = Pick<Settings['builds'], 'compressModels'>;

export interface OutputRequest {
  /** Absolute path of the blob. */
  readonly source: string;
  /** Base name of the entry. */
  readonly name: string;
  /** Bytes of the source. */
  readonly size: number;
  /** The files beside it. Files read here become part of the build key, so they must be those that inspection reads. */
  readonly neighbours: Neighbours;
  /** What its owners say of the entry: the value of a key of its metadata; undefined where there is none. It is no part of the key. */
  metadata(key: string): Promise<unknown>;
  /** Folder of an output of this build that was made before, by its kind. @throws when there is none */
  made(kind: string): string;
  /** What the build of that output found. @throws when there is none */
  factsOf(kind: string): OutputFacts;
  /** How outputs are written; absent: as by default. */
  readonly settings?: OutputSettings;
  /** Empty folder; when `build` is done it holds the output's files and nothing else. */
  readonly scratch: string;
  readonly engine: Engine;
  readonly signal: AbortSignal;
  /** `percent` is 0..100 of the whole build, null while it cannot be told. */
  report(progress: { readonly percent: number | null; readonly phase: string }): void;
  /** A line for the build's log. No path is written to it. */
  log(line: string): void;
}

const isPattern = ({ path }: Artifact): boolean => path.includes('*');

/** Paths of the files without which an output is incomplete, below its folder. */
export const requiredPaths = ({ artifacts }: AnyOutput): readonly string[] =>
  artifacts.filter((artifact) => artifact.required && !isPattern(artifact)).map(({ path }) => path);

/** Path of an artifact below the build of an entry, such as `cog/cog.tif`. */
export const pathInBuild = ({ folder }: Pick<AnyOutput, 'folder'>, { path }: Pick<Artifact, 'path'>): string =>
  `${folder}/${path}`;
