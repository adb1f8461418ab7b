/** A table as text whose rows say where they lie. Free of GDAL: the service's own process asks for it, too. */
export interface CsvLayout {
  readonly delimiter: string;
  readonly columns: readonly string[];
  /** Numbers of the columns with the coordinates, or with well-known text. */
  readonly place: { readonly x: number; readonly y: number } | { readonly wkt: number };
}

/** Names of columns by which coordinates are told, without regard to case; longitude or x first. */
const PAIRS = [
  [
    ['longitude', 'lon', 'lng', 'long'],
    ['latitude', 'lat'],
  ],
  [['x'], ['y']],
] as const;
const WKT = 'wkt';
const DELIMITERS = [',', ';', '\t'];
/** A header of more columns is none. */
const MAX_COLUMNS = 1000;
/** Characters of one row: longer ones are a quote that is not closed, or geometries for another format. */
const MAX_ROW_LENGTH = 4 * 2 ** 20;
const GEOMETRY = /^\s*(?:SRID=4326;)?\s*(?:MULTI)?(?:POINT|LINESTRING|POLYGON|GEOMETRYCOLLECTION)\b/i;

/**
 * Tells a table with coordinates by its header and a first row that lies on Earth.
 *
 * @param head its beginning; a last line that is cut is not looked at when `isCut`
 * @returns null for every other table
 */
export function csvLayout(head: string, isCut: boolean): CsvLayout | null {
  const reader = createRowReader(delimiterOf(head));
  const rows = [...reader.push(head.replace(/^\ufeff/, '')), ...(isCut ? [] : reader.end())];
  const [header, ...others] = rows;
  if (header === undefined || header.length > MAX_COLUMNS) return null;
  const place = placeOf(header.map((name) => name.trim().toLowerCase()));
  if (place === null) return null;
  const layout = { delimiter: reader.delimiter, columns: header.map((name) => name.trim()), place };
  return others.some((row) => isPlaced(row, layout)) ? layout : null;
}

/** The delimiter of which the first line has most. */
function delimiterOf(head: string): string {
  const line = head.slice(0, 65_536).split(/[\r\n]/, 1)[0] ?? '';
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

function placeOf(names: readonly string[]): CsvLayout['place'] | null {
  for (const [xs, ys] of PAIRS) {
    const x = names.findIndex((name) => xs.some((each) => each === name));
    const y = names.findIndex((name) => ys.some((each) => each === name));
    if (x >= 0 && y >= 0) return { x, y };
  }
  const wkt = names.indexOf(WKT);
  return wkt < 0 ? null : { wkt };
}

function isPlaced(row: readonly string[], { place, delimiter }: CsvLayout): boolean {
  if ('wkt' in place) return GEOMETRY.test(row[place.wkt] ?? '');
  const [x, y] = [coordinate(row[place.x], delimiter), coordinate(row[place.y], delimiter)];
  return Math.abs(x) <= 180 && Math.abs(y) <= 90;
}

/** A number as people write it, with a comma where that is not the delimiter; NaN for anything else. */
export function coordinate(text: string | undefined, delimiter: string): number {
  const plain = (delimiter === ',' ? text : text?.replace(',', '.'))?.trim() ?? '';
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(plain) ? Number(plain) : NaN;
}

/** Cuts text into rows as it comes; values may be in double quotes, in which two of them are one. */
export interface RowReader {
  readonly delimiter: string;
  push(text: string): readonly (readonly string[])[];
  /** The last row, where no line break ends it. */
  end(): readonly (readonly string[])[];
}

/** @throws RangeError in `push` for a row longer than MAX_ROW_LENGTH */
export function createRowReader(delimiter: string): RowReader {
  let row: string[] = [];
  let value = '';
  let length = 0;
  let [isQuoted, wasQuote] = [false, false];
  const endValue = (): void => {
    row.push(value);
    value = '';
    wasQuote = false;
  };
  const endRow = (): readonly string[] | null => {
    endValue();
    const done = row;
    row = [];
    length = 0;
    return done.length === 1 && done[0] === '' ? null : done;
  };
  return {
    delimiter,
    push(text) {
      const rows: (readonly string[])[] = [];
      for (const character of text) {
        if ((length += 1) > MAX_ROW_LENGTH) throw new RangeError('A row of the table is too long.');
        if (isQuoted) {
          if (character === '"') [isQuoted, wasQuote] = [false, true];
          else value += character;
        } else if (character === '"') {
          // Two quotes within a value in quotes are one; a quote inside of plain text is itself.
          if (wasQuote || value !== '') value += '"';
          isQuoted = wasQuote || value === '';
          wasQuote = false;
        } else if (character === delimiter) endValue();
        else if (character === '\n') {
          const done = endRow();
          if (done !== null) rows.push(done);
        } else if (character !== '\r') value += character;
      }
      return rows;
    },
    end() {
      const done = value === '' && row.length === 0 ? null : endRow();
      return done === null ? [] : [done];
    },
  };
}
