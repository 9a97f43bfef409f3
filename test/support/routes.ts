import { globSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Function {
  events?: { httpApi?: string }[];
}

export interface Address {
  method: string;
  path: string;
}

let addresses: Map<string, Address> | undefined;

/** Method and path of a route by its key, from its functions.yml. Throws for a key that no file has. */
export function addressOf(name: string): Address {
  addresses ??= read();
  const address = addresses.get(name);
  if (!address) throw new Error(`no functions.yml has a route "${name}"`);
  return address;
}

function read(): Map<string, Address> {
  const found = new Map<string, Address>();
  for (const file of globSync('functions/**/functions.yml')) {
    for (const [key, { events }] of Object.entries(parse(readFileSync(file, 'utf8')) as Record<string, Function>)) {
      const [method, path] = events?.find((event) => event.httpApi)?.httpApi?.split(' ') ?? [];
      if (method && path) found.set(key, { method, path });
    }
  }
  return found;
}
