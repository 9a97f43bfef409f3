import { readFileSync } from 'node:fs';
import { endianness } from 'node:os';

/** A port that is listened on; the address is null for IPv6. */
export interface Listening {
  address: string | null;
  port: number;
}

/** Socket states of proc(5): a listening TCP socket, and a UDP socket that is bound and not connected. */
const STATES = { tcp: '0A', udp: '07' };

/**
 * Everything that listens on this host, or in the network of process `pid`, from the kernel's tables. Empty without
 * such tables.
 */
export function listening(protocol: 'tcp' | 'udp' = 'tcp', pid: number | 'self' = 'self'): Listening[] {
  return ['', '6'].flatMap((version) => {
    try {
      const lines = readFileSync(`/proc/${pid}/net/${protocol}${version}`, 'utf8').split('\n').slice(1);
      return lines.flatMap((line) => readLine(line, STATES[protocol]));
    } catch {
      return [];
    }
  });
}

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
