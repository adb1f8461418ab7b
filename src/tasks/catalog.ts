import { fail } from '../errors/index.ts';
import type { AnyTool } from './tool.ts';

/** Tools by id, the newest version of each first. @throws Error with the name of one that is registered twice */
export function inOrder(tools: readonly AnyTool[]): readonly AnyTool[] {
  const names = tools.map(({ id, version }) => `${id} ${version}`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`The tool ${twice} is registered twice.`);
  return tools.toSorted(
    (one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0) || Number(other.version) - Number(one.version),
  );
}

/**
 * The tool a caller means.
 *
 * @param tools in order
 * @param id in any letter case
 * @param version the newest unless told. @throws `invalid-input` when there is none
 */
export function requireTool(tools: readonly AnyTool[], id: string, version?: string): AnyTool {
  const versions = tools.filter((tool) => tool.id === id.toLowerCase());
  if (versions.length === 0) throw fail('invalid-input', `There is no tool ${id}; see the list of tools.`);
  const tool = versions.find((each) => version === undefined || each.version === version.trim());
  if (tool !== undefined) return tool;
  const known = versions.map((each) => each.version).join(', ');
  throw fail('invalid-input', `${versions[0]!.id} has no such version; there is ${known}.`);
}
