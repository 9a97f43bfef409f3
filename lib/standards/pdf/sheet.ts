import type { PDFFont, PDFPage } from 'pdf-lib';

/** A page that is written from the top down; sizes in points. */
export interface Sheet {
  /** Lines of text from the left margin, wrapped at `width`. */
  text(lines: readonly string[], options?: { bold?: boolean; size?: number; x?: number; width?: number }): void;
  /** A row of a table with these columns; a column with `right` is aligned right. */
  row(cells: readonly string[], columns: readonly Column[], options?: { bold?: boolean }): void;
  rule(): void;
  space(points: number): void;
  /** The position of the next line, to place two blocks side by side. */
  at(): number;
  moveTo(y: number): void;
}

export interface Column {
  x: number;
  width: number;
  right?: boolean;
}

/** The size of A4 in points. */
export const a4: [number, number] = [595.28, 841.89];
const margin = 50;

/** A sheet on a page, in two weights of one typeface. */
export function sheetOn(page: PDFPage, regular: PDFFont, heavy: PDFFont): Sheet {
  let y = a4[1] - margin;
  const fontOf = (bold = false) => (bold ? heavy : regular);
  const write = (text: string, x: number, at: number, bold?: boolean, size = 9) =>
    page.drawText(text, { x, y: at, size, font: fontOf(bold) });
  const sheet: Sheet = {
    text(lines, { bold, size = 9, x = margin, width = a4[0] - margin - x } = {}) {
      for (const line of lines.flatMap((text) => wrapped(text, fontOf(bold), size, width))) {
        y -= size * 1.4;
        write(line, x, y, bold, size);
      }
    },
    row(cells, columns, { bold } = {}) {
      const font = fontOf(bold);
      const blocks = columns.map(({ width }, at) => wrapped(cells[at] ?? '', font, 9, width));
      const top = y;
      blocks.forEach((lines, at) => {
        const { x, width, right } = columns[at] as Column;
        lines.forEach((line, no) => {
          const start = right ? x + width - font.widthOfTextAtSize(line, 9) : x;
          write(line, start, top - 13 * (no + 1), bold);
        });
      });
      y = top - 13 * Math.max(...blocks.map(({ length }) => length)) - 2;
    },
    rule() {
      y -= 5;
      page.drawLine({ start: { x: margin, y }, end: { x: a4[0] - margin, y }, thickness: 0.5 });
    },
    space: (points) => {
      y -= points;
    },
    at: () => y,
    moveTo: (to) => {
      y = to;
    },
  };
  return sheet;
}

/** Wraps a text to a width between words; a longer word is broken. */
function wrapped(text: string, font: PDFFont, size: number, width: number): string[] {
  const fits = (line: string) => font.widthOfTextAtSize(line, size) <= width;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((one) => pieces(one, fits))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

function pieces(word: string, fits: (text: string) => boolean): string[] {
  if (fits(word)) return [word];
  const cut = Math.max(1, Math.floor(word.length / 2));
  return [...pieces(word.slice(0, cut), fits), ...pieces(word.slice(cut), fits)];
}
