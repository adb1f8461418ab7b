import { outputAddress } from '../api/addresses.ts';
import type { BuiltFile, NamedAddress } from './kind.ts';
import { OUTPUTS } from './outputs.ts';

/** Addresses of the built files that people get to copy. @param name of the kind */
export const artifactAddresses = (name: string, { datasetRef, hash }: BuiltFile): readonly NamedAddress[] =>
  OUTPUTS.filter(({ kind, made }) => kind === name && made !== 'as-uploaded')
    .flatMap(({ artifacts }) => artifacts)
    .filter(({ shown }) => shown)
    .map(({ title, path }) => ({ name: title, address: outputAddress(datasetRef, hash, path) }));

/** Path of the first file of an output, below the build of an entry. @throws where the kind has no such output */
export function outputFile(kind: string, folder: string): string {
  const [file] = outputFiles(kind, folder);
  if (file === undefined) throw new Error(`The kind "${kind}" has no output "${folder}".`);
  return file;
}

/** Paths of the files of an output, in the order in which the kind lists them. */
export const outputFiles = (kind: string, folder: string): readonly string[] =>
  OUTPUTS.filter((one) => one.kind === kind && one.folder === folder).flatMap(({ artifacts }) =>
    artifacts.map(({ path }) => path),
  );
