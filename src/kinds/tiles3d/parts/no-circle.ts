import { BuildFailure } from '../../../builds/index.ts';

/** Tilesets in each other: a viewer asks for one after the other. */
const MAX_DEPTH = 100;

/**
 * Checks that tilesets that name each other come to an end.
 *
 * @param links by the names of tilesets, the files that they name
 * @throws BuildFailure with the names of a circle, or for tilesets that lie too deep in each other
 */
export function requireNoCircle(first: string, links: ReadonlyMap<string, readonly string[]>): void {
  const ended = new Set<string>();
  const way: { readonly name: string; readonly next: Iterator<string> }[] = [];
  const onWay = new Set<string>();
  const enter = (name: string): void => {
    way.push({ name, next: links.get(name)!.values() });
    onWay.add(name);
    if (way.length > MAX_DEPTH)
      throw new BuildFailure('invalid-input', `More than ${MAX_DEPTH} of its tilesets lie in each other.`);
  };
  enter(first);
  for (let here = way.at(-1); here !== undefined; here = way.at(-1)) {
    const { value: name, done } = here.next.next();
    if (done === true) {
      ended.add(here.name);
      onWay.delete(here.name);
      way.pop();
    } else if (!links.has(name)) {
      continue;
    } else if (onWay.has(name)) {
      throw new BuildFailure('invalid-input', `Its tilesets name each other in a circle: ${here.name} names ${name}.`);
    } else if (!ended.has(name)) enter(name);
  }
}
