import { join } from 'node:path';
import type { ViewFile, ViewOutput } from '../../../builds/index.ts';
import { horizontalCode } from '../../../geodata/place/wkt-code.ts';
import { EntryType } from '../../../inspection/index.ts';
import { COPC } from '../copc-build/artifacts.ts';
import { type CopcFile, openCopcFiles } from '../copc/copc-files.ts';
import { readKey } from '../copc/copc-layout.ts';
import { EPT, EPT_PARTS, LAZ_TYPE } from './artifacts.ts';
import { eptHierarchy, eptJson, eptTile } from './ept-view.ts';

const copcFiles = openCopcFiles();
const json = (value: object): ViewFile => ({
  mediaType: 'application/json',
  parts: [Buffer.from(JSON.stringify(value))],
});
/** As PDAL, Potree and iTowns ask for them. */
const NAMES = /^ept-(data|hierarchy)\/(\d{1,2}-\d{1,10}-\d{1,10}-\d{1,10})\.(laz|json)$/;

/** The cloud as an Entwine Point Tile, for programs that read no COPC. Nothing is stored: each tile is a chunk of the COPC. */
export const eptOutput: ViewOutput = {
  kind: 'ept',
  made: 'from-output',
  after: 'copc',
  folder: 'ept',
  title: EPT.title,
  artifacts: [EPT, ...EPT_PARTS],
  appliesTo: (type) => type === EntryType.PointCloud,
  async open(folder, path) {
    const file = join(folder, COPC.path);
    const cloud = await openIfThere(file);
    if (cloud === undefined) return undefined;
    if (path === EPT.path) return json(eptJson(cloud.header, epsgOf(cloud.header.wkt)));
    const [, kind, name = '', ending] = NAMES.exec(path) ?? [];
    const key = readKey(name);
    if (key === null || (kind === 'data') !== (ending === 'laz')) return undefined;
    if (kind === 'hierarchy') {
      const page = await cloud.page(key);
      return page && json(eptHierarchy(page));
    }
    const node = await cloud.node(key);
    if (node === undefined) return undefined;
    const { head, chunk, tail } = eptTile(cloud.header, node);
    return { mediaType: LAZ_TYPE, parts: [head, { path: file, ...chunk }, tail] };
  },
};

/** Between the question where an output is and this one, a newer one may have taken its place. */
async function openIfThere(file: string): Promise<CopcFile | undefined> {
  try {
    return await copcFiles.open(file);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw fault;
  }
}

/** Number of the horizontal CRS, where it has one of EPSG. */
function epsgOf(wkt: string | null): number | null {
  const [, number] = /^EPSG:(\d+)$/.exec((wkt === null ? null : horizontalCode(wkt)) ?? '') ?? [];
  return number === undefined ? null : Number(number);
}
