import { readFileSync, writeFileSync } from 'node:fs';
import type { Sampled } from './sampled.ts';

/* A sample in a file: with other prices and limits it is looked at again without being taken again. */

/** Writes a sample as JSON, its maps as lists of entries. */
export const keep = (file: string, sampled: Sampled): void =>
  writeFileSync(
    file,
    JSON.stringify(sampled, (_, value) => (value instanceof Map ? { map: [...value] } : value)),
  );

/** Reads a sample that `keep` has written. */
export const kept = (file: string): Sampled =>
  JSON.parse(readFileSync(file, 'utf8'), (_, value) => (Array.isArray(value?.map) ? new Map(value.map) : value));
