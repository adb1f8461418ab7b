export interface PdfOptions {
  /** Width and height of the page in points, as they stand in the file. */
  readonly box?: string;
  /** What is drawn on it, in PDF's operators. */
  readonly content?: string;
  /** Forms that the content may draw as /F0, /F1 ...; each may draw all of them. */
  readonly forms?: readonly string[];
}

/** A PDF document of one page. */
export function pdfBytes({ box = '595 842', content = '', forms = [] }: PdfOptions): Buffer {
  const names = forms.map((_, index) => `/F${index} ${5 + index} 0 R`).join(' ');
  const resources = `/Resources<</XObject<<${names}>>>>`;
  const stream = (dictionary: string, text: string): string =>
    `<<${dictionary}/Length ${text.length}>>stream\n${text}\nendstream`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${box}]/Contents 4 0 R${resources}>>`,
    stream('', content),
    ...forms.map((form) => stream(`/Type/XObject/Subtype/Form/BBox[0 0 99 99]${resources}`, form)),
  ];
  let text = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}trailer<</Size ${size}/Root 1 0 R>>\n`;
  return Buffer.from(`${text}${table}startxref\n${text.length}\n%%EOF\n`, 'latin1');
}

/** A document of some kilobytes whose page takes for ever: forms that draw forms, ten times each. */
export const endlessPdf = (): Buffer =>
  pdfBytes({
    content: '/F0 Do',
    forms: [...Array.from({ length: 15 }, (_, index) => `/F${index + 1} Do `.repeat(10)), '0 0 9 9 re f'],
  });
