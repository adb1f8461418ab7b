import { isUtf8 } from 'node:buffer';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { gdal } from '../../../geodata/geo-driver.child.ts';
import { coordinate, createRowReader, type CsvLayout, csvLayout } from './csv-columns.ts';
import { FILE_STEM } from './file-stem.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';

/** Bytes that hold the header and the first rows of a table. */
const HEAD_BYTES = 65_536;
/** What the features of a table may become, written out: names of columns are repeated in each. */
const MAX_BYTES = 4 * 2 ** 30;
/** Features that are written at once. */
const BATCH = 1000;
/** A number in the form in which it is written back as the same text: no zeros in front, none at the end of what is too long. */
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,12})?$/;

/**
 * Writes the rows of a table as features, one a line (GeoJSON), which GDAL reads: its own reader of tables cannot be told
 * from here which columns are coordinates. Rows without a place are features without a geometry.
 *
 * @returns the path of what is to be opened
 */
export async function csvFeatures(path: string): Promise<string> {
  const head = await headOf(path);
  const encoding = isUtf8(wholeCharacters(head)) ? 'utf-8' : 'windows-1252';
  const layout = csvLayout(new TextDecoder(encoding).decode(head), head.length === HEAD_BYTES);
  if (layout === null) throw new OperationRefusal('The table has no columns with coordinates.');
  const to = join(dirname(path), `${FILE_STEM}.geojsonl`);
  try {
    await pipeline(
      Readable.from(featureLines(path, encoding, layout)),
      limited(),
      createWriteStream(to, { flags: 'wx' }),
    );
  } catch (error) {
    throw error instanceof RangeError ? new OperationRefusal(error.message, 'too-large') : error;
  }
  return to;
}

async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Without the last character, which may be cut. */
function wholeCharacters(bytes: Buffer): Buffer {
  return bytes.length < HEAD_BYTES ? bytes : bytes.subarray(0, bytes.lastIndexOf('\n') + 1);
}

async function* featureLines(path: string, encoding: string, layout: CsvLayout): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  const reader = createRowReader(layout.delimiter);
  let isHeader = true;
  let batch: string[] = [];
  const take = (rows: readonly (readonly string[])[]): void => {
    for (const row of rows) {
      if (!isHeader) batch.push(JSON.stringify(featureOf(row, layout)));
      isHeader = false;
    }
  };
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
    take(reader.push(decoder.decode(bytes, { stream: true })));
    if (batch.length < BATCH) continue;
    yield `${batch.join('\n')}\n`;
    batch = [];
  }
  take(reader.push(decoder.decode()));
  take(reader.end());
  if (batch.length > 0) yield `${batch.join('\n')}\n`;
}

function featureOf(row: readonly string[], { columns, place, delimiter }: CsvLayout): object {
  const properties = columns.map((name, index) => [name === '' ? `column ${index + 1}` : name, plain(row[index])]);
  return { type: 'Feature', properties: Object.fromEntries(properties), geometry: geometryOf(row, place, delimiter) };
}

function plain(value: string | undefined): string | number | null {
  if (value === undefined || value === '') return null;
  return NUMBER.test(value) ? Number(value) : value;
}

function geometryOf(row: readonly string[], place: CsvLayout['place'], delimiter: string): object | null {
  if ('wkt' in place) {
    try {
      return gdal.Geometry.fromWKT((row[place.wkt] ?? '').replace(/^\s*SRID=4326;/i, '')).toObject();
    } catch {
      return null; // what is no geometry has none
    }
  }
  const coordinates = [coordinate(row[place.x], delimiter), coordinate(row[place.y], delimiter)];
  return coordinates.every(Number.isFinite) ? { type: 'Point', coordinates } : null;
}

function limited(): Transform {
  let bytes = 0;
  return new Transform({
    transform(piece: Buffer, _, done) {
      bytes += piece.length;
      if (bytes > MAX_BYTES) done(new RangeError('The table has too many values.'));
      else done(null, piece);
    },
  });
}
