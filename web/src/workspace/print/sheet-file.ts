import { type Paper, paperSize, pointsOf } from './paper.ts';

/** Photographs are a tenth as large as JPEG, and look the same on paper. */
const JPEG_QUALITY = 0.92;

/** The sheet as a file. PDF holds it as one picture, in the size of the paper. */
export async function sheetFile(
  sheet: HTMLCanvasElement,
  format: 'pdf' | 'png',
  paper: Paper,
  title: string,
): Promise<Blob> {
  if (format === 'png') return pictureOf(sheet, 'image/png');
  const { PDFDocument } = await import('pdf-lib');
  const document = await PDFDocument.create();
  document.setTitle(title);
  document.setProducer('Alidade');
  const { width, height } = paperSize(paper);
  const page = document.addPage([pointsOf(width), pointsOf(height)]);
  const picture = await document.embedJpg(await (await pictureOf(sheet, 'image/jpeg')).arrayBuffer());
  page.drawImage(picture, { x: 0, y: 0, width: pointsOf(width), height: pointsOf(height) });
  return new Blob([new Uint8Array(await document.save())], { type: 'application/pdf' });
}

const pictureOf = (sheet: HTMLCanvasElement, type: string): Promise<Blob> =>
  new Promise((resolve, reject) => {
    const done = (blob: Blob | null): void => {
      if (blob === null) reject(new Error('The browser could not write the picture. Choose a smaller sheet.'));
      else resolve(blob);
    };
    sheet.toBlob(done, type, JPEG_QUALITY);
  });
