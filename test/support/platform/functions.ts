import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type FunctionConfig, moduleOf } from '#lib/deploy/framework.ts';

/** Every function of functions/ and statemachines/ below `root`, by its key. They are what serverless.yml deploys. */
export function readFunctions(root: string): Map<string, FunctionConfig> {
  const files = globSync('{functions,statemachines}/**/functions.yml', { cwd: root }).sort();
  const all = files.map((file) => parse(readFileSync(join(root, file), 'utf8')) as Record<string, FunctionConfig>);
  return new Map(all.flatMap((functions) => Object.entries(functions ?? {})));
}

/** The files of those functions, without their extension, each once. */
export function readModules(root: string): string[] {
  return [...new Set([...readFunctions(root).values()].map(moduleOf))].sort();
}
