/** Sheets of ISO 216, in millimetres, lying on their long side. */
const SHEETS = { A4: [297, 210], A3: [420, 297] } as const;

export type SheetName = keyof typeof SHEETS;
export const SHEET_NAMES: readonly SheetName[] = ['A4', 'A3'];

export type Paper = { readonly sheet: SheetName; readonly isUpright: boolean };

/** Dots per inch of a printed map: fine enough for photographs, and within what graphics cards draw at once. */
const DPI = 150;
const MM_PER_INCH = 25.4;

/** Millimetres of a sheet. */
export function paperSize({ sheet, isUpright }: Paper): { readonly width: number; readonly height: number } {
  const [long, short] = SHEETS[sheet];
  return isUpright ? { width: short, height: long } : { width: long, height: short };
}

/** Pixels of a length on the sheet. @param mm millimetres */
export const pixelsOf = (mm: number): number => Math.round((mm / MM_PER_INCH) * DPI);

/** Points of a PDF, of which an inch has 72. @param mm millimetres */
export const pointsOf = (mm: number): number => (mm / MM_PER_INCH) * 72;

/** Places of the parts of a sheet in pixels: margins of 10 mm, a title of 12 mm, a foot of 18 mm. */
export type SheetParts = {
  readonly width: number;
  readonly height: number;
  readonly map: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly margin: number;
};

export function sheetParts(paper: Paper): SheetParts {
  const { width, height } = paperSize(paper);
  const margin = pixelsOf(10);
  const [head, foot] = [pixelsOf(12), pixelsOf(18)];
  return {
    width: pixelsOf(width),
    height: pixelsOf(height),
    margin,
    map: {
      x: margin,
      y: margin + head,
      width: pixelsOf(width) - 2 * margin,
      height: pixelsOf(height) - 2 * margin - head - foot,
    },
  };
}
