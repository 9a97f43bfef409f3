import { isIP, type Socket } from 'node:net';
import type { Launch } from '#lib/runtime/launch.ts';
import { run } from '#lib/runtime/system/run.ts';

/** What a connection from a machine needs of it. */
export interface Dialer {
  /** Wraps a program so that it runs in the machine, as root. */
  launch(argv: readonly string[]): Launch;
  /** Opens a connection from the machine's network to an address. */
  dial(address: string, port: number): Promise<Socket>;
}

/** What may be a name of a host: letters, digits, hyphens and underscores between dots. */
const NAME = /^(?!-)[\w.-]{1,253}$/;
/** For the machine's resolver, which may ask several servers. It may be whatever root of the machine put there. */
const BOUNDS = { time_ms: 10_000, output: 8 * 1024 };
/** Most addresses that are tried. */
const MOST = 8;

/**
 * Opens a connection from a machine to an address or a name, which is resolved as programs in the machine resolve it:
 * by its /etc/hosts, and names of its VPC. The first eight addresses are tried in their order. Rejects where there is
 * none, and with the error of the last one.
 */
export async function dialNamed(dialer: Dialer, host: string, port: number): Promise<Socket> {
  const addresses = isIP(host) === 0 ? await addressesOf(dialer, host) : [host];
  let last: unknown;
  for (const address of addresses) {
    try {
      return await dialer.dial(address, port);
    } catch (error) {
      last = error;
    }
  }
  throw last;
}

async function addressesOf({ launch }: Dialer, name: string): Promise<readonly string[]> {
  if (!NAME.test(name)) throw new Error('it is neither an address nor a name');
  // The C library's own answer: it knows what the machine has in its files and its resolvers.
  const { stdout } = await run(launch(['getent', 'ahosts', name]), { bounds: BOUNDS });
  const found = stdout.split('\n').flatMap((line) => /^(\S+)\s+STREAM\b/.exec(line)?.[1] ?? []);
  const addresses = [...new Set(found)].filter((address) => isIP(address) !== 0);
  if (addresses.length === 0) throw new Error('the machine knows no such name');
  return addresses.slice(0, MOST);
}
