import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Static } from 'typebox';
import { checkEntryPath, type EntryRow } from '../../../datasets/index.ts';
import { fail } from '../../../errors/index.ts';
import {
  refuseParameter,
  type NewDataset,
  type Offer,
  type ParkedWork,
  type RunningTask,
  type TaskEntries,
  type TaskPlan,
  type Tool,
} from '../../../tasks/index.ts';
import type { NodeFile, ProcessingNode, ProcessingNodes } from '../../../transfers/index.ts';
import { atNodes, type NodeLimits } from './at-node.ts';
import { withNodeTask, type NodeTask } from './node-task.ts';
import { PHOTOS, ToDataset, ToDownload, VISIBILITIES, type Wish } from './parameters.ts';
import { findPhotos, nodeNames } from './photos.ts';
import { placeFiles, packedRoom, unpackArchive, type ArchiveLimits } from '../../../tasks/tool-kit/index.ts';

export interface PhotogrammetrySettings extends NodeLimits, ArchiveLimits {
  /** Bytes that a task may make. */
  readonly maxEstimatedOutputBytesPerSubmit: number;
}

/** What results have, beside the bytes of photos. */
const RESULT_SHARE = 0.75;

const OFFERS: readonly Offer[] = [
  { on: 'folder', parameter: 'folder' },
  { on: 'files', types: PHOTOS, parameter: 'images' },
];

/** Maps, terrains and models of photos, made by a node: version 1 has them downloaded, version 2 puts them into the dataset. */
export function photogrammetry(
  nodes: ProcessingNodes,
  settings: PhotogrammetrySettings,
): readonly [Tool<typeof ToDownload>, Tool<typeof ToDataset>] {
  const common = {
    id: 'photogrammetry',
    title: 'Photogrammetry (NodeODM)',
    offers: nodes.list.length > 0 ? OFFERS : [],
    elsewhere: atNodes(nodes, settings),
  };
  return [
    {
      ...common,
      version: '1',
      description: 'Has a node make maps, terrains and models of photos, as an archive to download.',
      parameters: ToDownload,
      access: 'read',
      artifact: 'zip',
      plan: ({ parameters, entries }) => planOf(nodes, parameters, entries),
      run: (task) => runToDownload(task, nodes, settings),
    },
    {
      ...common,
      version: '2',
      description:
        'Has a node make maps, terrains and models of photos, and puts them into the dataset, or into a new one.',
      parameters: ToDataset,
      access: 'write',
      artifact: null,
      plan: ({ parameters, entries }) => planToDataset(nodes, parameters, entries),
      makes: newDatasetOf,
      run: (task) => runToDataset(task, nodes, settings),
    },
  ];
}

async function planOf(
  nodes: ProcessingNodes,
  wish: Wish,
  entries: TaskEntries,
  destination: string | null = null,
): Promise<TaskPlan> {
  requireNode(nodes, wish.nodeId);
  const photos = await findPhotos(wish, entries, destination);
  const bytes = photos.reduce((sum, { size }) => sum + size, 0);
  return {
    path: wish.folder === '' ? null : wish.folder,
    reads: photos,
    estimatedBytes: Math.ceil(bytes * RESULT_SHARE),
  };
}

async function planToDataset(
  nodes: ProcessingNodes,
  parameters: Static<typeof ToDataset>,
  entries: TaskEntries,
): Promise<TaskPlan> {
  destinationOf(parameters);
  newDatasetOf(parameters);
  return planOf(nodes, parameters, entries, takenOut(parameters));
}

async function runToDownload(
  task: RunningTask<Static<typeof ToDownload>>,
  nodes: ProcessingNodes,
  settings: PhotogrammetrySettings,
) {
  const { parameters, dataset } = task;
  const maxBytes = settings.maxEstimatedOutputBytesPerSubmit;
  return atNode(task, nodes, settings, null, async (nodeTask) => {
    const { file, bytes } = await fetchResult(task, nodeTask, maxBytes);
    task.report(100, 'done');
    const name = parameters.fileName ?? dataset.slug;
    const artifact = { file, name: /\.zip$/i.test(name) ? name : `${name}.zip` };
    return { artifact, facts: { photos: nodeTask.photos, bytes } };
  });
}

async function runToDataset(
  task: RunningTask<Static<typeof ToDataset>>,
  nodes: ProcessingNodes,
  settings: PhotogrammetrySettings,
) {
  const destination = destinationOf(task.parameters);
  const made = newDatasetOf(task.parameters);
  const maxBytes = settings.maxArchiveExtractSizeBytes;
  return atNode(task, nodes, settings, takenOut(task.parameters), async (nodeTask) => {
    const place = { destination: destination ?? '', present: made === null ? 'keep' : 'nothing' } as const;
    const { file } = await fetchResult(task, nodeTask, maxBytes, await packedRoom(task, place, settings));
    const request = { ...place, path: file, holds: 'zip', packing: 'none' } as const;
    const unpacked = await unpackArchive(task, request, settings, { phase: 'extracting', from: 90, to: 95 });
    // In a new dataset nothing is there to be kept.
    const placed = await placeFiles(task, unpacked.files, { overwrite: made !== null, from: 95 });
    const kept = unpacked.kept + placed.kept;
    if (kept > 0) task.log(`Kept ${kept} files that exist already.`);
    task.report(100, 'done');
    const dataset = made && `${made.organization ?? task.dataset.organization.slug}/${made.slug}`;
    return { facts: { photos: nodeTask.photos, files: placed.written, kept, ...(dataset && { dataset }) } };
  });
}

/** Has the photos processed but for those in `destination`, and uses the result. */
function atNode<T>(
  task: RunningTask<Wish>,
  nodes: ProcessingNodes,
  settings: PhotogrammetrySettings,
  destination: string | null,
  use: (nodeTask: NodeTask) => Promise<T>,
): Promise<T | ParkedWork> {
  const node = requireNode(nodes, task.parameters.nodeId);
  return withNodeTask(task, node, settings, {
    photos: () => findPhotos(task.parameters, task.entries, destination),
    submit: (photos) => submit(task, node, photos),
    use,
  });
}

async function submit(
  { id, parameters, dataset, signal, locate, report, log }: RunningTask<Wish>,
  node: ProcessingNode,
  photos: readonly EntryRow[],
): Promise<string> {
  const { maxImages } = await node.info(signal);
  if (typeof maxImages === 'number' && maxImages > 0 && photos.length > maxImages)
    throw fail('invalid-input', `${node.title} takes ${maxImages} photos at most; these are ${photos.length}.`);
  const names = nodeNames(photos.map(({ path }) => path));
  const total = photos.reduce((sum, { size }) => sum + size, 0);
  log(`${photos.length} photos, ${total} bytes, go to ${node.title}.`);
  return node.tasks.submit(
    {
      id,
      name: parameters.name ?? dataset.slug,
      options: parameters.options ?? [],
      photos: photos.map((photo, index) => {
        return { field: 'images', name: names[index]!, path: locate(photo), size: photo.size };
      }),
      onBytes: (bytes) => report((20 * bytes) / Math.max(1, total), 'submitting'),
    },
    signal,
  );
}

/** Every ZIP archive that holds something begins with this, and has that at its end, with a comment of 64 KiB at most behind it. */
const ZIP_BEGIN = Buffer.from('PK\u0003\u0004');
const ZIP_END = Buffer.from('PK\u0005\u0006');
const ZIP_END_BYTES = 22 + 65_535;

/** @param room checks bytes before they are on the disk */
async function fetchResult(
  { folder, report, signal }: RunningTask<Wish>,
  { id, node }: NodeTask,
  maxBytes: number,
  room: NodeFile['room'] = () => Promise.resolve(),
) {
  const file = join(folder, 'all.zip');
  report(80, 'downloading');
  const onBytes = (bytes: number, of: number | undefined): void =>
    report(of ? 80 + Math.min(1, bytes / of) * 10 : null, 'downloading');
  const bytes = await node.tasks.fetch(id, { to: file, maxBytes, room, onBytes }, signal);
  await using handle = await open(file);
  const { buffer } = await handle.read(Buffer.alloc(ZIP_BEGIN.length), 0, ZIP_BEGIN.length, 0);
  if (!buffer.equals(ZIP_BEGIN))
    throw fail('invalid-input', `What ${node.title} sent as its result is no ZIP archive.`);
  const length = Math.min(bytes, ZIP_END_BYTES);
  const { buffer: end } = await handle.read(Buffer.alloc(length), 0, length, bytes - length);
  if (!end.includes(ZIP_END)) throw fail('invalid-input', `What ${node.title} sent as its result ends in its midst.`);
  return { file, bytes };
}

/** @throws `invalid-input` */
function requireNode(nodes: ProcessingNodes, id: string | null): ProcessingNode {
  const node = nodes.find(id);
  if (node !== undefined) return node;
  if (id === null)
    throw fail(
      'invalid-input',
      'No node processes photos here; an administrator names one in ProcessingPlatform.NodeOdm.',
    );
  throw refuseParameter('nodeId', `There is no processing node ${id}.`);
}

/** The dataset that is to be made for the results; null when they come into that of the photos. @throws `invalid-input` */
function newDatasetOf(parameters: Static<typeof ToDataset>): NewDataset | null {
  if (parameters.createNewDataset !== true) return null;
  const { newDatasetName: slug, newDatasetOrgSlug: organization, newDatasetVisibility } = parameters;
  if (slug === null || slug === '')
    throw refuseParameter('newDatasetName', 'newDatasetName is missing: the slug of the new dataset.');
  return {
    organization: organization === '' ? null : organization,
    slug,
    visibility: VISIBILITIES.indexOf(newDatasetVisibility ?? 'PRIVATE'),
  };
}

/** Folder whose pictures are no photos but results of before; null for none. */
const takenOut = (parameters: Static<typeof ToDataset>): string | null =>
  parameters.createNewDataset === true ? null : destinationOf(parameters);

/** Folder of the results; null for the root. @throws `invalid-input` */
function destinationOf({ destPath }: Static<typeof ToDataset>): string | null {
  const path = (destPath ?? '').replace(/\/$/, '');
  return path === '' ? null : checkEntryPath(path);
}
