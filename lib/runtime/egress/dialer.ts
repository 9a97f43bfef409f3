import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { isPublicAddress } from './addresses.ts';

/** Why a connection was refused; `status` is the HTTP status for the machine's client. */
export class EgressRefusal extends Error {
  readonly status: 403 | 502 | 504;

  constructor(status: EgressRefusal['status'], message: string) {
    super(message);
    this.name = 'EgressRefusal';
    this.status = status;
  }
}

/** How names are resolved, and which addresses are allowed. */
export interface EgressPolicy {
  resolve(name: string): Promise<readonly string[]>;
  allows(address: string): boolean;
  /** A machine's outbound rules, applied to addresses that are allowed at all. Absent when it has none. */
  permits?(address: string, port: number): boolean;
}

/** Uses the host's resolver, and allows only the public internet. */
export const PUBLIC_POLICY: EgressPolicy = {
  resolve: async (name) => (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address),
  allows: isPublicAddress,
};

const CONNECT_MS = 10_000;

/** Connects to host:port. Resolves the name once, and dials the same address that was checked. */
export async function dialOut(host: string, port: number, policy: EgressPolicy): Promise<Socket> {
  const name = host.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(name) ? [name] : await resolveName(name, policy);
  const open = addresses.filter((address) => policy.allows(address));
  if (open.length === 0) throw new EgressRefusal(403, `${name} is not on the public internet`);
  const permitted = open.filter((address) => policy.permits?.(address, port) ?? true);
  if (permitted.length === 0) throw new EgressRefusal(403, `the outbound rules do not allow ${name}:${port}`);
  let last: unknown;
  for (const address of permitted.slice(0, 4)) {
    try {
      return await dial(address, port);
    } catch (error) {
      last = error;
    }
  }
  throw last;
}

async function resolveName(name: string, policy: EgressPolicy): Promise<readonly string[]> {
  try {
    return await policy.resolve(name);
  } catch {
    throw new EgressRefusal(502, `${name} has no address`);
  }
}

function dial(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true, allowHalfOpen: true });
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new EgressRefusal(504, `${host}:${port} did not answer`));
    }, CONNECT_MS);
    socket.once('error', (error) => {
      clearTimeout(timer);
      reject(new EgressRefusal(502, `${host}:${port}: ${error.message}`));
    });
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.removeAllListeners('error');
      resolve(socket);
    });
  });
}
