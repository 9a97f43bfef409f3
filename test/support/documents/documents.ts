import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A fenced block of a document. */
export interface Block {
  readonly language: string;
  /** What follows the language: the file that the block is, where it is one. */
  readonly file: string | undefined;
  /** Its bytes as printed. */
  readonly text: string;
  /** The line of its first line of text. */
  readonly line: number;
}

/** The fenced blocks of a document of this repository, or of its section with this heading, in order. */
export function blocksOf(document: string, heading?: string): Block[] {
  const whole = readFileSync(`${root}${document}`, 'utf8');
  const page =
    heading === undefined ? whole : (whole.split(/^(?=## )/m).find((part) => part.startsWith(`## ${heading}\n`)) ?? '');
  return [...page.matchAll(/^```(\w*)(?: (\S+))?\n(.*?)^```$/gms)].map(
    ({ 1: language = '', 2: file, 3: text = '', index }) => ({
      language,
      file,
      text,
      line: page.slice(0, index).split('\n').length + 1,
    }),
  );
}
