import { readFileSync } from 'node:fs';
import { endianness } from 'node:os';

/** A port on which somebody listens; the address is null where it is an IPv6 one. */
export interface Listening {
  address: string | null;
  port: number;
}

/** proc(5): a TCP socket that listens, and a UDP socket that is bound and not connected. */
const STATES = { tcp: '0A', udp: '07' };

/** Everything that listens on this machine, or in the network of process `pid`, from the kernel's tables; nothing where it has none. */
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

/** The kernel prints the address as one number of the machine's own byte order. */
function dotted(hex: string): string {
  const bytes = [...Buffer.from(hex, 'hex')];
  return (endianness() === 'LE' ? bytes.reverse() : bytes).join('.');
}
