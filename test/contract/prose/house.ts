import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { phrasesIn, phrasesOf } from './phrases.ts';
import { markdownProse, openapiProse, sourceProse } from './read.ts';

/** What is read, by its path, and how its words are found. */
const kinds: readonly [RegExp, (text: string, file: string) => string][] = [
  [/\.md$/, markdownProse],
  [/^functions\/platform\/openapi\.json$/, openapiProse],
  [/^lib\/(cli|web|local\/pages)\/.*\.(tsx?|mjs)$/, (text, file) => sourceProse(file, text)],
];

/** The phrases of docs/style.md in the tree at `root`, a sentence each, and the number of files that were read. */
export function inspect(root: string): { files: number; faults: string[] } {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const phrases = phrasesOf(read('docs/style.md'));
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  const faultsOf = (file: string, prose: string) =>
    phrasesIn(prose, phrases).map(({ line, phrase, instead }) => `${file}:${line}: "${phrase}" (instead: ${instead})`);
  const texts = listed.split('\n').flatMap((file) => {
    const [, proseOf] = kinds.find(([path]) => path.test(file)) ?? [];
    return proseOf ? [{ file, prose: proseOf(read(file), file) }] : [];
  });
  return { files: texts.length, faults: texts.flatMap(({ file, prose }) => faultsOf(file, prose)) };
}
