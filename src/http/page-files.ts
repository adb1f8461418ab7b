import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of the built web application, as Vite tells of it. */
interface BuiltFile {
  readonly file: string;
  readonly name?: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
type Manifest = Readonly<Record<string, BuiltFile>>;

/**
 * Writes the tags by which a browser loads the files of a page together with the program, which would ask for them one after the
 * other: the page, what is shown on it, and what both import.
 */
export type PageFiles = (modules: readonly string[]) => string;

/** @param folder of the built web application; one without a manifest loads its pages as it can */
export async function readPageFiles(folder: string): Promise<PageFiles> {
  const text = await readFile(join(folder, '.vite/manifest.json'), 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return '{}';
    throw cause;
  });
  const manifest = JSON.parse(text) as Manifest;
  const document = filesOf(manifest, ['index.html']);
  return (modules) => {
    const files = [...filesOf(manifest, modules)].filter((file) => !document.has(file));
    return files.map(tagOf).join('\n    ');
  };
}

/** A stylesheet comes early as well, and is used when the page asks for it: in the order that it was built for. */
const tagOf = (file: string): string =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`;

function filesOf(manifest: Manifest, modules: readonly string[]): ReadonlySet<string> {
  // Modules that were put into one file with others have its name.
  const keyOf = (module: string): string | undefined =>
    module in manifest ? module : Object.keys(manifest).find((key) => manifest[key]?.name === module);
  const keys = new Set(modules.flatMap((module) => keyOf(module) ?? []));
  const files = new Set<string>();
  // What is added while a set is read is read as well.
  for (const key of keys) {
    const { file, imports = [], css = [] } = manifest[key]!;
    for (const each of [file, ...css]) files.add(each);
    for (const each of imports) keys.add(each);
  }
  return files;
}
