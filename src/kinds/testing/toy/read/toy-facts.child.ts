import { readFileSync } from 'node:fs';
import { OperationRefusal } from '../../../../engine/for-children.ts';

export interface ToyFacts {
  /** Longitude and latitude. */
  readonly position: readonly [number, number];
  /** Red, green, blue. */
  readonly colour: readonly [number, number, number];
}

/** Reads a marker: `TOY longitude latitude red green blue`. @throws OperationRefusal for anything else */
export default function toyFacts({ path }: { readonly path: string }): ToyFacts {
  const [longitude, latitude, red, green, blue] = readFileSync(path, 'utf8').split(' ').slice(1).map(Number);
  const numbers = [longitude, latitude, red, green, blue];
  if (!numbers.every((value) => Number.isFinite(value))) throw new OperationRefusal('It lacks a number.');
  return { position: [longitude!, latitude!], colour: [red!, green!, blue!] };
}
