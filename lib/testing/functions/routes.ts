import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

interface Function {
  events?: { httpApi?: string }[];
}

export interface Address {
  method: string;
  path: string;
}

/** The checkout, and the project whose tests run: often the same. */
const roots = () => new Set([fileURLToPath(new URL('../../../', import.meta.url)), join(process.cwd(), '/')]);

let addresses: Map<string, Address> | undefined;

/**
 * Method and path of a route by its key, from the functions.yml of the checkout or of the project whose tests run.
 * Throws for a key that no file has.
 */
export function addressOf(name: string): Address {
  addresses ??= new Map([...roots()].flatMap(read));
  const address = addresses.get(name);
  if (!address) throw new Error(`no functions.yml has a route "${name}"`);
  return address;
}

function read(cwd: string): [string, Address][] {
  return globSync('functions/**/functions.yml', { cwd }).flatMap((file) => {
    const functions = parse(readFileSync(join(cwd, file), 'utf8')) as Record<string, Function> | null;
    return Object.entries(functions ?? {}).flatMap(([key, { events }]): [string, Address][] => {
      const [method, path] = events?.find((event) => event.httpApi)?.httpApi?.split(' ') ?? [];
      return method && path ? [[key, { method, path }]] : [];
    });
  });
}
