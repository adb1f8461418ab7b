import { setTimeout as sleep } from 'node:timers/promises';
import { ClientError, EXIT } from '../client-error.ts';
import type { CommandContext } from '../context.ts';
import { inDataset, type DatasetRef } from '../http/addresses.ts';
import { shownState } from '../http/tasks.ts';
import { findBuildJob, hasEnded, listBuildJobs, type BuildJob } from '../http/build-jobs.ts';
import type { Connection } from '../http/connection.ts';
import { findEntry } from '../http/entries.ts';
import { parsePlace, placeText } from '../places.ts';
import type { AddCommand } from '../command.ts';
import { formatTime } from '../terminal/format.ts';

interface Options {
  readonly force?: boolean;
  readonly wait: boolean;
}

/** Waits between two questions: a second is as often as anybody reads it; a build of hours need not be asked for so often. */
const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [1000, 15_000];
/** How much longer each wait is than the one before while nothing new is told. */
const GROWTH = 1.25;

/** `alidade build`: builds a file and follows it, or lists what is built in a dataset. */
export const build: AddCommand = (program, act) => {
  program
    .command('build')
    .summary('build a file and follow it, or list the builds of a dataset')
    .argument('<place>', 'organization/dataset:path of a file; without a path the builds are listed')
    .option('-f, --force', 'also when it is built already')
    .option('--no-wait', 'do not wait for its end')
    .action(
      act<Options, [string]>(async (context, options, argument) => {
        const { server, dataset, path } = parsePlace(argument);
        const to = await context.connection(server);
        if (path === '') return list(context, to, dataset);
        const job = await begin(context, to, dataset, path, options.force === true);
        if (job === undefined)
          return context.out.result({ path, outcome: 'nothing to build' }, `${path}: there is nothing to build.`);
        const last = options.wait ? await follow(context, to, dataset, job) : job;
        context.out.result(last, `${path}: ${stateText(last)}`);
        if (last.currentState === 'Failed')
          throw new ClientError(`The build failed: ${last.errorMessage ?? 'its log says why'}`);
      }),
    );
};

async function list({ out, signal }: CommandContext, to: Connection, dataset: DatasetRef): Promise<void> {
  out.list(await listBuildJobs(to, dataset, {}, signal), [
    { title: 'BEGUN', text: ({ createdAt }) => formatTime(new Date(createdAt)) },
    { title: 'STATE', text: stateText },
    { title: 'PATH', text: ({ path }) => path ?? '' },
  ]);
}

/** Asks for a build. @returns its job; undefined: nothing is built of such a file, or it is built already */
async function begin(
  { signal }: CommandContext,
  to: Connection,
  dataset: DatasetRef,
  path: string,
  force: boolean,
): Promise<BuildJob | undefined> {
  if ((await findEntry(to, dataset, path, signal)) === undefined)
    throw new ClientError(`There is no ${placeText(dataset, path)}.`, EXIT.notFound);
  const before = new Set((await listBuildJobs(to, dataset, {}, signal)).map(({ jobId }) => jobId));
  await to.send({
    route: 'POST /orgs/{orgSlug}/ds/{dsSlug}/build',
    path: inDataset(dataset),
    json: { path, force },
    signal,
  });
  const after = await listBuildJobs(to, dataset, {}, signal);
  const own = after.filter((job) => job.path === path);
  // A part of a shapefile stands for the whole: then the new job is that of another file.
  return own.find((job) => !before.has(job.jobId) || !hasEnded(job)) ?? after.find((job) => !before.has(job.jobId));
}

/** Tells what a job does until it has ended. @returns it as it was then */
async function follow(
  { out, signal, json }: CommandContext,
  to: Connection,
  dataset: DatasetRef,
  job: BuildJob,
): Promise<BuildJob> {
  let told = '';
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * GROWTH, LONGEST_WAIT_MS)) {
    const now = await findBuildJob(to, dataset, job.jobId, signal);
    if (hasEnded(now)) return now;
    const text = stateText(now);
    if (text !== told) {
      wait = FIRST_WAIT_MS;
      if (!json) out.note(text);
    }
    told = text;
    await sleep(wait, undefined, { signal });
  }
}

function stateText({ currentState, progressPercent, phaseMessage, outcome }: BuildJob): string {
  const percent = typeof progressPercent === 'number' ? `${Math.round(progressPercent)} %` : undefined;
  if (currentState === 'Processing') return ['building', percent, phaseMessage].filter(Boolean).join(', ');
  return [shownState(currentState).toLowerCase(), outcome].filter(Boolean).join(', ');
}
