import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';

/** One thing that an enemy tries. It resolves where the platform holds, and rejects where it does not. */
export interface Attack<Ground> {
  /** Ends the sentence "an enemy tries …". */
  readonly tries: string;
  /** Words that the ground must have for the attempt to mean anything. */
  readonly needs?: readonly string[];
  by(ground: Ground): Promise<void>;
}

/** An attack is read at a glance. */
const MOST_LINES = 60;

/** Every attack of a folder, in the order of the names of their files: a file each, which exports `attack`. */
export async function attacksIn<Ground>(folder: URL): Promise<Attack<Ground>[]> {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => new URL(name, folder));
  for (const file of files) {
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n').length;
    expect(lines, `lines of ${file.pathname}`).toBeLessThanOrEqual(MOST_LINES);
  }
  const attacks = await Promise.all(files.map(async ({ href }) => (await import(href)).attack as Attack<Ground>));
  const titles = attacks.map(({ tries }) => tries);
  expect(new Set(titles).size, `titles of ${folder.pathname}`).toBe(titles.length);
  return attacks;
}
