import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import type { Handler } from '#lib/edge/route.ts';

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const sourceOf = (file: string) => readFileSync(join(root, file), 'utf8');

/** One entry of a functions.yml under functions/. */
export interface Entry {
  key: string;
  /** The handler's file. */
  file: string;
  /** The folder that it is in, and the comment at the head of its functions.yml. */
  group: string;
  groupAbout: string;
  /** What its httpApi event says: `GET /healthz`, or `*`; undefined for what HTTP does not reach. */
  address: string | undefined;
}

/** Every function that a functions.yml under functions/ names, in the order of the keys. */
export function readEntries(): Entry[] {
  const entries = globSync('functions/**/functions.yml', { cwd: root }).flatMap((yml) => {
    const text = sourceOf(yml);
    return Object.entries(parse(text) as Record<string, { handler: string; events?: { httpApi?: string }[] }>).map(
      ([key, { handler, events }]) => ({
        key,
        file: handler.replace(/\.\w+$/, '.ts'),
        group: handler.split('/').at(-2) ?? '',
        groupAbout: headOf(text),
        address: events?.flatMap(({ httpApi }) => httpApi ?? [])[0],
      }),
    );
  });
  return entries.sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** The comment at the head of a YAML text, as one line; '' without one. */
function headOf(text: string): string {
  const [head = ''] = /^(?:# .*\n)+/.exec(text) ?? [];
  return head
    .split('\n')
    .map((line) => line.slice(2))
    .join(' ')
    .trimEnd();
}

export interface DeployedRoute extends Entry {
  method: string;
  path: string;
  /** The handler's TSDoc line. */
  description: string;
  route: Handler['route'];
}

/** Every route with method and path, its handler loaded. */
export async function readRoutes(): Promise<DeployedRoute[]> {
  const routed = readEntries().filter(({ address }) => address?.includes(' '));
  return Promise.all(
    routed.map(async (entry) => {
      const [method = '', path = ''] = entry.address?.split(' ') ?? [];
      const { handler } = (await import(pathToFileURL(join(root, entry.file)).href)) as { handler: Handler };
      return { ...entry, method, path, description: tsdocOf(entry.file), route: handler.route };
    }),
  );
}

function tsdocOf(file: string): string {
  const comment = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const handler\b/.exec(sourceOf(file))?.[1] ?? '';
  return comment
    .replaceAll(/\n\s*\*/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
