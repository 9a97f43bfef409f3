import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What checks the sources and generates others is not shipped. */
const ofTheHouse = ['lib/check/**', 'lib/generate/**'];

/** A node of a file's syntax tree (ESTree). */
export interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

/** A file that is shipped, and every node in it. */
export interface Source {
  file: string;
  text: string;
  nodes: Node[];
}

/** Everything that is shipped, parsed. */
export function shippedSources(): Source[] {
  const files = globSync('{functions,lib,statemachines}/**/*.{ts,mjs,js}', { cwd: root, exclude: ofTheHouse }).sort();
  return files.map((file) => sourceOf(file, readFileSync(join(root, file), 'utf8')));
}

/** A file's nodes; throws where it cannot be parsed. */
export function sourceOf(file: string, text: string): Source {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  return { file, text, nodes: nodesIn(program) };
}

function nodesIn(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(nodesIn);
  return 'type' in value && typeof value.type === 'string' ? [value as Node, ...inside] : inside;
}
