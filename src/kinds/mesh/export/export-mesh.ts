import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type ProgramVoice, requireFreeSpace } from '../../../engine/for-children.ts';
import type { Vector3 } from '../../../geodata/place/box.ts';
import { fileEntries, zipStream } from '../../../zip/index.ts';
import { openMesh } from '../mesh-input/open-mesh.ts';
import { writeGlbFile } from '../mesh-output/glb.ts';
import { glbOfModel } from '../mesh-output/glb-model.ts';
import { writeObj } from '../mesh-output/obj.ts';
import { paintVertices } from '../mesh-output/paint-vertices.ts';
import { offsetOf, type PlaceFile, placeFileOf } from '../mesh-output/place-files.ts';
import { writePlyMesh } from '../mesh-output/ply-mesh.ts';
import { writeStl } from '../mesh-output/stl.ts';
import type { TriangleModel } from '../model/triangle-model.ts';
import { decimate } from './decimate.ts';
import type { MeshExportAnswer, MeshExportFormat, MeshExportRequest } from './request.ts';

/** Shares of the time until the model is read, and until it is simplified. */
const [READ, SIMPLIFIED] = [0.4, 0.8] as const;
/** zlib's default compression level. */
const ZIP_LEVEL = 6;
/** The 32-bit numbers of an STL have steps of half a millimetre from here on. */
const MOST_STL = 10_000;
/** Bytes of a triangle in each format, at most: with half as many vertices, twice as much room in an archive and beside it. */
const BYTES_A_TRIANGLE: Readonly<Record<MeshExportFormat, number>> = { glb: 40, zip: 200, ply: 40, stl: 50 };

type Progress = (share: number) => void;

export async function exportMesh(request: MeshExportRequest, voice: ProgramVoice): Promise<MeshExportAnswer> {
  const mesh = await openMesh(request.source, (share) => voice.progress(share * READ));
  const { decimation } = request;
  const sourceTriangles = mesh.model.triangles.length / 3;
  const begun = decimation === null ? READ : SIMPLIFIED;
  const { model, error } =
    decimation === null
      ? { model: mesh.model, error: 0 }
      : await decimate(mesh.model, decimation, (share) => voice.progress(READ + share * (SIMPLIFIED - READ)));
  const triangles = model.triangles.length / 3;
  await requireFreeSpace(dirname(request.output), triangles * BYTES_A_TRIANGLE[request.format]);
  const placeFile = placeFileOf(mesh.place);
  const offset = offsetOf(model.origin, mesh.place);
  const progress: Progress = (share) => voice.progress(begun + share * (1 - begun));
  const written = await WRITERS[request.format]({ request, model, offset, placeFile, progress });
  return {
    triangles,
    vertices: model.positions.length / 3,
    sourceTriangles,
    error,
    offset: written.offset ?? null,
    placeFile: written.offset || request.format === 'zip' ? null : placeFile,
    warnings: [...mesh.warnings, ...(written.warnings ?? [])],
  };
}

interface Work {
  readonly request: MeshExportRequest;
  readonly model: TriangleModel;
  readonly offset: Vector3;
  readonly placeFile: PlaceFile | null;
  readonly progress: Progress;
}

interface Written {
  readonly warnings?: readonly string[];
  /** What is to be added to the coordinates of the file. */
  readonly offset?: Vector3 | undefined;
}

const WRITERS: Readonly<Record<MeshExportFormat, (work: Work) => Promise<Written>>> = {
  async glb({ request, model, offset, progress }) {
    const { glb, warnings } = await glbOfModel(model, offset);
    await writeGlbFile(request.output, glb, progress);
    return { warnings };
  },
  async ply({ request, model, offset, progress }) {
    const { colours, warnings } = await paintVertices(model);
    writePlyMesh(request.output, { ...model, colours }, offset, progress);
    return { warnings };
  },
  async stl({ request, model, offset, progress }) {
    const isFar = offset.some((value) => Math.abs(value) > MOST_STL);
    writeStl(request.output, model, isFar ? [0, 0, 0] : offset, progress);
    if (!isFar) return {};
    const words = `STL has 32-bit numbers, so the coordinates of the file are less by ${offset.join(', ')}.`;
    return { offset, warnings: [words] };
  },
  zip: writeArchive,
};

async function writeArchive({ request, model, offset, placeFile, progress }: Work): Promise<Written> {
  const { scratch, output, stem } = request;
  const folder = join(scratch, 'obj');
  await mkdir(folder);
  const { names, warnings } = await writeObj(folder, stem, model, offset, (share) => progress(0.5 * share));
  const all = placeFile === null ? names : [...names, `${stem}${placeFile.ending}`];
  if (placeFile !== null) await writeFile(join(folder, `${stem}${placeFile.ending}`), placeFile.text, { flag: 'wx' });
  const files = all.map((name) => [name, join(folder, name)] as const);
  await pipeline(zipStream(fileEntries(files, ZIP_LEVEL), scratch), createWriteStream(output, { flags: 'wx' }));
  return { warnings };
}
