/** A phrase that no text of this repository has, and what stands in its place. */
export interface Phrase {
  readonly phrase: string;
  readonly instead: string;
}

/** A phrase that was found: its line, counted from 1. */
export interface Found extends Phrase {
  readonly line: number;
}

/** The heading of the list in docs/style.md. */
const heading = '## Phrases that we do not write';

/** The list of phrases in docs/style.md, one for each code span of the first column; throws where there is none. */
export function phrasesOf(page: string): Phrase[] {
  const section = page.split(/^(?=## )/m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const rows = [...section.matchAll(/^\| (`.+?`) \| (.+?) \|$/gm)];
  if (rows.length === 0) throw new Error(`docs/style.md: ${heading}: no phrases (rows of a table)`);
  return rows.flatMap(([, phrases = '', instead = '']) =>
    [...phrases.matchAll(/`([^`]+)`/g)].map(([, phrase = '']) => ({ phrase, instead })),
  );
}

/** Every phrase in a text, by line: as whole words, in small letters and capitals, also across the end of a line. */
export function phrasesIn(text: string, phrases: readonly Phrase[]): Found[] {
  const found = phrases.flatMap((phrase) =>
    [...text.matchAll(patternOf(phrase))].map(({ index }) => ({ ...phrase, line: lineAt(text, index) })),
  );
  return found.sort((a, b) => a.line - b.line);
}

const patternOf = ({ phrase }: Phrase): RegExp =>
  new RegExp(`(?<![\\w-])${phrase.split(' ').map(literal).join('\\s+')}(?![\\w-])`, 'gi');

const literal = (word: string): string => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;
