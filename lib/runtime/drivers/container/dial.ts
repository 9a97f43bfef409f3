import { spawn } from 'node:child_process';
import { isIP, type Socket } from 'node:net';
import type { Launch } from '#lib/runtime/launch.ts';

/** What a connection from a machine needs of it. */
export interface Dialer {
  /** Wraps a program so that it runs in the machine, as root. */
  launch(argv: readonly string[]): Launch;
  /** Opens a connection from the machine's network to an address. */
  dial(address: string, port: number): Promise<Socket>;
}

/** What may be a name of a host: letters, digits, hyphens and underscores between dots. */
const NAME = /^(?!-)[\w.-]{1,253}$/;
/** Milliseconds for the machine's resolver, which may ask several servers. */
const PATIENCE_MS = 20_000;
/** Most bytes of an answer: a name has a few addresses. */
const LONGEST = 65_536;

/**
 * Opens a connection from a machine to an address or a name, which is resolved as programs in the machine resolve it:
 * by its /etc/hosts, and names of its VPC. Addresses are tried in their order. Rejects where there is none, and with
 * the error of the last one.
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
  const text = await output(launch(['getent', 'ahosts', name]));
  const found = text.split('\n').flatMap((line) => /^(\S+)\s+STREAM\b/.exec(line)?.[1] ?? []);
  const addresses = [...new Set(found)].filter((address) => isIP(address) !== 0);
  if (addresses.length === 0) throw new Error('the machine knows no such name');
  return addresses;
}

/** What a program writes; nothing where it fails. */
function output({ file, args, env, cwd }: Launch): Promise<string> {
  const child = spawn(file, args, { env, cwd, timeout: PATIENCE_MS, stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise((resolve) => {
    let text = '';
    child.stdout?.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk;
      if (text.length > LONGEST) child.kill('SIGKILL');
    });
    child.once('error', () => resolve(''));
    child.once('close', (code) => resolve(code === 0 ? text : ''));
  });
}
