import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';

const TREE = new URL('../', import.meta.resolve('./source-lines.ts')).href;
const POSITION = /(file:[^\s()]+\.js):(\d+):(\d+)/g;

/** Maps of some megabytes, kept while there is memory: faults come in groups. */
const maps = new Map<string, WeakRef<SourceMap>>();

/**
 * A stack with positions of source files, where it has those of the bundle. Node.js does the same with `--enable-source-maps`, but
 * keeps all maps in memory from the start on.
 */
export function withSourceLines(stack: string): string {
  return stack.replace(POSITION, (position, file: string, line: string, column: string) => {
    if (!file.startsWith(TREE)) return position; // A file of a package. Our sources themselves end with `.ts`.
    try {
      const origin = mapOf(file).findOrigin(Number(line), Number(column));
      if (!('fileName' in origin)) return position;
      return `${new URL(origin.fileName, file).href}:${origin.lineNumber}:${origin.columnNumber}`;
    } catch {
      return position; // A map that is gone must not cost the line of the log.
    }
  });
}

function mapOf(file: string): SourceMap {
  const kept = maps.get(file)?.deref();
  if (kept !== undefined) return kept;
  const map = new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')) as SourceMapPayload);
  maps.set(file, new WeakRef(map));
  return map;
}
