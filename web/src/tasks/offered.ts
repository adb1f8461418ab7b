import type { Entry, Tool } from '../api/answers.ts';
import { FOLDER_TYPE } from '../api/entries.ts';
import type { Offer } from '../api/tasks.ts';
import { fitsBands } from './fits-bands.ts';

/** What of an entry decides which tools fit. */
type Chosen = Pick<Entry, 'path' | 'type'> & Partial<Pick<Entry, 'properties'>>;

/** A tool that fits what is chosen, and the parameters that are known by that. */
export type OfferedTool = { readonly tool: Tool; readonly given: Readonly<Record<string, unknown>> };

/**
 * Tools for what is chosen: some entries, or without any the whole dataset, where those for files follow, whose forms ask for them.
 *
 * @param canWrite the tools that change the dataset are only for those who may
 */
export function offeredTools(tools: readonly Tool[], entries: readonly Chosen[], canWrite: boolean): OfferedTool[] {
  const on = kindOf(entries);
  const allowed = tools.filter(({ requiredAccess }) => requiredAccess === 'Read' || canWrite);
  if (on === 'dataset') return ofDataset(allowed).map((tool) => ({ tool, given: {} }));
  return allowed.flatMap((tool) => {
    const offer = tool.offers.find((it) => it.on === on && entries.every((entry) => fits(it, entry)));
    return offer === undefined ? [] : [{ tool, given: givenBy(tool, offer, entries) }];
  });
}

/** Tools in a folder: those for folders first, and then the others of the dataset, whose forms ask for their files. */
export function offeredInFolder(tools: readonly Tool[], path: string, canWrite: boolean): OfferedTool[] {
  const ofFolder = offeredTools(tools, [{ path, type: FOLDER_TYPE }], canWrite);
  const others = offeredTools(tools, [], canWrite).filter(({ tool }) => ofFolder.every((it) => it.tool.id !== tool.id));
  return [...ofFolder, ...others.map(({ tool }) => ({ tool, given: { ...intoFolder(tool, path) } }))];
}

/** The folder for every parameter that takes one. */
const intoFolder = ({ inputSchema: { properties = {} } }: Tool, path: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([, schema]) => [schema, ...(schema.anyOf ?? [])].some((it) => it['x-input'] === 'folder'))
      .map(([name]) => [name, path]),
  );

/** Those for the whole of it first. */
function ofDataset(tools: readonly Tool[]): readonly Tool[] {
  const isWhole = ({ offers }: Tool): boolean => offers.some(({ on }) => on === 'dataset');
  return [...tools.filter(isWhole), ...tools.filter((tool) => tool.offers.length > 0 && !isWhole(tool))];
}

function kindOf(entries: readonly Chosen[]): string {
  const [first] = entries;
  if (first === undefined) return 'dataset';
  if (entries.length > 1) return 'files';
  return first.type === FOLDER_TYPE ? 'folder' : 'file';
}

function fits({ types, bands, extensions, on }: Offer, { path, type, properties }: Chosen): boolean {
  if (on === 'folder') return true;
  const isOfExtension = (extension: string): boolean => path.toLowerCase().endsWith(`.${extension}`);
  return (
    (types === null || types.includes(type)) &&
    fitsBands(bands, properties) &&
    (extensions === null || extensions.some(isOfExtension))
  );
}

function givenBy(tool: Tool, { parameter }: Offer, entries: readonly Chosen[]): Readonly<Record<string, unknown>> {
  if (parameter === null) return {};
  const schema = tool.inputSchema.properties?.[parameter];
  const takesMany = [schema, ...(schema?.anyOf ?? [])].some((it) => it?.type === 'array');
  const paths = entries.map(({ path }) => path);
  return { [parameter]: takesMany ? paths : paths[0] };
}
