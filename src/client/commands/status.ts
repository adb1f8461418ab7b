import { remoteStamp } from '../copies/remote-dataset.ts';
import { differences, isNothing, type Differences } from '../copies/status.ts';
import { tellSkipped } from '../copies/tell-skipped.ts';
import { openCopy } from '../local/copy.ts';
import { refreshIndex } from '../local/refresh.ts';
import { readBase, readTag } from '../local/sync-state.ts';
import { placeText } from '../places.ts';
import type { AddCommand } from '../command.ts';
import { count } from '../terminal/format.ts';
import { remoteOf } from './copy-remote.ts';

/** `alidade status`: what was changed here since the last pull or push, and with `--remote` there. */
export const status: AddCommand = (program, act) => {
  program
    .command('status')
    .summary('what was changed here since the last pull or push')
    .option('--remote', 'and what was changed in the dataset')
    .action(
      act<{ readonly remote?: boolean }>(async (context, options) => {
        const { cwd, out, signal } = context;
        using copy = await openCopy(cwd);
        const { skipped } = await refreshIndex(copy.layout.root, copy.index, { signal });
        tellSkipped(out, skipped);
        const tag = await readTag(copy.layout);
        const base = await readBase(copy.layout);
        const here = differences(base, copy.index.content());
        const stamp = options.remote === true ? await remoteStamp(await remoteOf(context, copy), signal) : undefined;
        const there = stamp === undefined ? undefined : differences(base, stamp.content);
        const dataset = tag === undefined ? null : placeText(tag.dataset);
        const lines = [dataset === null ? 'Belongs to no dataset yet.' : `Copy of ${dataset} on ${tag!.server}`];
        lines.push(...linesOf('here', here), ...(there === undefined ? [] : linesOf('there', there)));
        out.result({ dataset, server: tag?.server ?? null, here, ...(there === undefined ? {} : { there }) }, lines);
      }),
    );
};

function linesOf(where: string, found: Differences): string[] {
  if (isNothing(found)) return [`Nothing changed ${where}.`];
  const lines = (word: string, paths: readonly string[]): string[] => paths.map((path) => `  ${word} ${path}`);
  return [
    `Changed ${where}:`,
    ...lines('new     ', found.added),
    ...lines('changed ', found.changed),
    ...lines('removed ', found.removed),
    ...(found.metadata > 0 ? [`  ${count(found.metadata, 'value')} of metadata`] : []),
  ];
}
