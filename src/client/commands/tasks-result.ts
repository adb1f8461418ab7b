import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { ClientError, EXIT } from '../client-error.ts';
import { nameProblem } from '../files/safe-path.ts';
import type { DatasetRef } from '../http/addresses.ts';
import type { Connection } from '../http/connection.ts';
import { downloadFile } from '../http/download-file.ts';
import { findTask, hasTaskEnded, ofTask, shownState, type Task } from '../http/tasks.ts';
import { parseDataset, placeText } from '../places.ts';
import type { Act } from '../command.ts';
import { count } from '../terminal/format.ts';

interface Options {
  readonly overwrite?: boolean;
}

/** `alidade tasks result`: brings the file that a task has made. */
export function taskResult(group: Command, act: Act): void {
  group
    .command('result')
    .summary('download what a task has made')
    .argument('<dataset>', 'organization/dataset')
    .argument('<task>', 'its id')
    .argument('[target]', 'file or folder; default: this folder, and the name that the server gives')
    .option('--overwrite', 'replace a file that is here')
    .action(
      act<Options, [string, string, string?]>(async (context, { overwrite }, argument, id, target = '.') => {
        const { server, dataset } = parseDataset(argument);
        const from = await context.connection(server);
        const { onWait, signal } = context;
        const task = await findTask(from, dataset, id, signal);
        const { artifact } = task;
        if (artifact === null || artifact === undefined)
          throw new ClientError(whyNothing(task, dataset), EXIT.notFound);
        const place = resolve(context.cwd, target);
        const file = (await isFolder(place)) ? join(place, await nameOf(from, dataset, id, signal)) : place;
        if (overwrite !== true && (await stat(file).catch(() => undefined)) !== undefined)
          throw new ClientError(`${file} is there already. With --overwrite it is replaced.`, EXIT.conflict);
        const progress = context.progress();
        progress.begin(1, artifact.sizeBytes);
        const shown = progress.file(file, artifact.sizeBytes);
        const remote = { dataset, path: id, task: id, size: artifact.sizeBytes, hash: artifact.sha256 };
        await downloadFile(from, remote, file, { onBytes: shown.bytes, onWait, signal }).finally(() => {
          shown.end();
          progress.end();
        });
        context.out.result({ file, size: artifact.sizeBytes, hash: artifact.sha256 }, file);
      }),
    );
}

/** Why there is nothing to download, and where that is which it made. */
function whyNothing({ state, changedEntries = 0, facts }: Task, dataset: DatasetRef): string {
  if (!hasTaskEnded({ state })) return `The task is ${state}: there is nothing to download yet.`;
  if (state !== 'Succeeded') return `The task is ${shownState(state)}: it has made nothing to download.`;
  if (changedEntries === 0)
    return 'There is nothing to download: the task made no file for that, or the time is over for which it is kept.';
  const path = facts?.['path'];
  const place = placeText(dataset);
  return changedEntries === 1 && typeof path === 'string'
    ? `What the task made is in the dataset: alidade get '${place}:${path}'`
    : `What the task made is in the dataset (${count(changedEntries, 'file')}): alidade ls -r ${place}`;
}

async function isFolder(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined))?.isDirectory() === true;
}

/** The name that a server gives a download (RFC 6266), where it can be one here. */
async function nameOf(from: Connection, dataset: DatasetRef, id: string, signal: AbortSignal): Promise<string> {
  const response = await from.send({
    route: 'GET /orgs/{orgSlug}/ds/{dsSlug}/tasks/{id}/result',
    path: ofTask(dataset, id),
    headers: { range: 'bytes=0-0' },
    signal,
  });
  await response.body?.cancel();
  const given = response.headers.get('content-disposition') ?? '';
  const encoded = /filename\*=utf-8''([^;]+)/i.exec(given)?.[1];
  const name = encoded === undefined ? /filename="?([^";]+)/i.exec(given)?.[1] : decoded(encoded);
  return name !== undefined && nameProblem(name) === undefined ? name : `task-${id.replaceAll(/[^0-9a-zA-Z-]/g, '')}`;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined; // Then it is no name.
  }
}
