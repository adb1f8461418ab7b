/** Numbers of the code pages of Windows and DOS that GDAL's library of encodings (iconv) knows. */
const PAGES: ReadonlySet<number> = new Set([
  437, 720, 737, 775, 850, 852, 855, 857, 858, 860, 861, 862, 863, 864, 865, 866, 869, 874, 932, 936, 949, 950, 1250,
  1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258, 1361,
]);
/** Other names that it knows as they are. */
const NAMES: ReadonlySet<string> = new Set([
  'BIG5',
  'EUC-JP',
  'EUC-KR',
  'GB18030',
  'GB2312',
  'GBK',
  'KOI8-R',
  'KOI8-U',
  'MACINTOSH',
  'SHIFT_JIS',
  'SJIS',
]);
const UTF_8 = 65_001;

/**
 * The encoding of a table by the text of its `.cpg`, as GDAL reads it. Programs write it in many ways: `UTF8`, `ANSI 1250`,
 * `windows-1251`, `OEM 852`, `88592`, `ISO 8859-2`, `LDID/87`.
 *
 * @returns undefined for one that is not known
 */
export function codePage(text: string): string | undefined {
  const name = text
    .replaceAll(/[\0\uFEFF"']/g, '')
    .trim()
    .toUpperCase();
  if (/^LDID\/\d{1,3}$/.test(name)) return name;
  if (/^UTF[\s_-]?8/.test(name)) return 'UTF-8';
  const iso = /^(?:ISO[\s_-]*)?8859[\s_-]*(\d{1,2})$/.exec(name)?.[1];
  if (iso !== undefined) return isoPart(Number(iso));
  if (NAMES.has(name)) return name;
  const number = Number(
    /^(?:(?:ANSI|OEM|CP|MS|DOS|IBM|WINDOWS|CODE ?PAGE|GBK|BIG ?5|SJIS)[\s_/-]*)?(\d{3,5})$/.exec(name)?.[1],
  );
  if (PAGES.has(number)) return `CP${number}`;
  if (number === UTF_8) return 'UTF-8';
  // Windows numbers the parts of ISO 8859 from 28591 on.
  return number > 28_590 && number < 28_607 ? isoPart(number - 28_590) : undefined;
}

/** There is no part 12, and none behind 16. */
const isoPart = (part: number): string | undefined =>
  part >= 1 && part <= 16 && part !== 12 ? `ISO-8859-${part}` : undefined;
