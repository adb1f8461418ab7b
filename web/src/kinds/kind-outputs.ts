import { outputAddress } from '../api/addresses.ts';
import type { BuiltFile, Kind, NamedAddress } from './kind.ts';
import { OUTPUTS } from './outputs.ts';

/** True if the service builds something from entries of the kind. */
export const hasOutputs = ({ name }: Kind): boolean =>
  OUTPUTS.some(({ kind, made }) => kind === name && made === 'by-build');

/** Addresses of the built files that people get to copy. @param name of the kind */
export const artifactAddresses = (name: string, { datasetRef, hash }: BuiltFile): readonly NamedAddress[] =>
  OUTPUTS.filter(({ kind, made }) => kind === name && made !== 'as-uploaded')
    .flatMap(({ artifacts }) => artifacts)
    .filter(({ shown }) => shown)
    .map(({ title, path }) => ({ name: title, address: outputAddress(datasetRef, hash, path) }));
