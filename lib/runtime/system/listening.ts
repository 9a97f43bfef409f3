import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { endianness } from 'node:os';

/** A port that is listened on; the address is null for IPv6. */
export interface Listening {
  address: string | null;
  port: number;
}

/** Socket states of proc(5): a listening TCP socket, and a UDP socket that is bound and not connected. */
const STATES = { tcp: '0A', udp: '07' };

type Protocol = keyof typeof STATES;

/**
 * Everything that listens on this host, or in the network of process `pid`, from the kernel's tables. Empty without
 * such tables.
 */
export function listening(protocol: Protocol = 'tcp', pid: number | 'self' = 'self'): Listening[] {
  return tablesOf(protocol, pid).flatMap((table) => {
    try {
      return readTable(readFileSync(table, 'utf8'), protocol);
    } catch {
      return [];
    }
  });
}

/** What `listening()` answers. On a large host the kernel takes milliseconds for a table; meanwhile others go on. */
export async function listeningHere(): Promise<Listening[]> {
  const tables = tablesOf('tcp', 'self').map(async (table) => readTable(await readFile(table, 'utf8'), 'tcp'));
  const read = await Promise.allSettled(tables);
  return read.flatMap((table) => (table.status === 'fulfilled' ? table.value : []));
}

const tablesOf = (protocol: Protocol, pid: number | 'self') =>
  ['', '6'].map((version) => `/proc/${pid}/net/${protocol}${version}`);

const readTable = (text: string, protocol: Protocol): Listening[] =>
  text
    .split('\n')
    .slice(1)
    .flatMap((line) => readLine(line, STATES[protocol]));

/** Local address and port in hexadecimal, then the peer, then the state. */
function readLine(line: string, wanted: string): Listening[] {
  const [, local = '', , state] = line.trim().split(/\s+/);
  const [address = '', port = ''] = local.split(':');
  if (state !== wanted) return [];
  return [{ address: address.length === 8 ? dotted(address) : null, port: Number.parseInt(port, 16) }];
}

/** The kernel prints the address as one number in the machine's byte order. */
function dotted(hex: string): string {
  const bytes = [...Buffer.from(hex, 'hex')];
  return (endianness() === 'LE' ? bytes.reverse() : bytes).join('.');
}
