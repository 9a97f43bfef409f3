import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { phrasesIn, phrasesOf } from './phrases.ts';
import { markdownProse, openapiProse, sourceProse } from './read.ts';

/** What is read, by its path, and how its words are found. */
const kinds: readonly [string, (text: string, file: string) => string][] = [
  ['{*.md,{docs,functions,lib,statemachines,test}/**/*.md}', markdownProse],
  ['lib/generated/openapi.json', openapiProse],
  ['{functions,lib,statemachines}/**/*.{ts,tsx,mjs}', (text, file) => sourceProse(file, text)],
];

/** The phrases of docs/style.md in the tree at `root`, a sentence each, and the number of files that were read. */
export function inspect(root: string): { files: number; faults: string[] } {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const phrases = phrasesOf(read('docs/style.md'));
  const faultsOf = (file: string, prose: string) =>
    phrasesIn(prose, phrases).map(({ line, phrase, instead }) => `${file}:${line}: "${phrase}" (instead: ${instead})`);
  const texts = kinds.flatMap(([paths, proseOf]) =>
    globSync(paths, { cwd: root }).map((file) => ({ file, prose: proseOf(read(file), file) })),
  );
  return { files: texts.length, faults: texts.flatMap(({ file, prose }) => faultsOf(file, prose)) };
}
