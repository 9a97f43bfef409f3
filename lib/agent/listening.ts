import { readFileSync } from 'node:fs';
import { endianness } from 'node:os';

/** A TCP port of this machine on which somebody listens; the address is null where it is an IPv6 one. */
export interface Listening {
  address: string | null;
  port: number;
}

/** Everything that listens on this machine, from the kernel's tables; nothing where it has none. */
export function listening(): Listening[] {
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => {
    try {
      return readFileSync(file, 'utf8').split('\n').slice(1).flatMap(readLine);
    } catch {
      return [];
    }
  });
}

/** proc(5): local address and port in hexadecimal, then the peer, then the state, 0A being LISTEN. */
function readLine(line: string): Listening[] {
  const [, local = '', , state] = line.trim().split(/\s+/);
  const [address = '', port = ''] = local.split(':');
  if (state !== '0A') return [];
  return [{ address: address.length === 8 ? dotted(address) : null, port: Number.parseInt(port, 16) }];
}

/** The kernel prints the address as one number of the machine's own byte order. */
function dotted(hex: string): string {
  const bytes = [...Buffer.from(hex, 'hex')];
  return (endianness() === 'LE' ? bytes.reverse() : bytes).join('.');
}
