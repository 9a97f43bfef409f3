import type { Socket } from 'node:net';
import { endianness } from 'node:os';
import { readAddress } from '#lib/model/platform/addresses.ts';

// Not by an import: `promises` loads when it is asked for, and a command never asks.
const fs = process.getBuiltinModule('node:fs');

/** The peer of a connection does not change, and cannot be found once the peer has closed the connection. */
const known = new WeakMap<Socket, Promise<number | undefined>>();

/** The uid of the process at the other end of this loopback connection, from Linux; undefined where it is unknown. */
export function uidOfPeer(socket: Socket): Promise<number | undefined> {
  const before = known.get(socket);
  if (before !== undefined) return before;
  const uid = lookUp(socket);
  known.set(socket, uid);
  return uid;
}

async function lookUp({ remoteAddress, remotePort, localAddress, localPort }: Socket): Promise<number | undefined> {
  const theirs = placeOf(remoteAddress, remotePort);
  const ours = placeOf(localAddress, localPort);
  if (!theirs || !ours) return undefined;
  // The socket of an IPv6 client is in the other table.
  const tables = await Promise.all([table('tcp'), table('tcp6')]);
  return uidIn(tables[0], theirs, ours) ?? uidIn(tables[1], mapped(theirs), mapped(ours));
}

/**
 * The uid of the end at `theirs` in a table of /proc/net (proc_net_tcp). An end that is closed is listed as root's with
 * inode 0, and is ignored.
 */
export function uidIn(text: string, theirs: string, ours: string): number | undefined {
  for (const [, , , , , , , uid = '', , inode = '0'] of rowsOf(text, theirs, ours))
    if (inode !== '0') return Number(uid);
  return undefined;
}

/** The rows of the end at `theirs`, also before it is accepted and after it is closed. */
const rowsOf = (text: string, theirs: string, ours: string): string[][] =>
  [...rowsWith(text, theirs)].filter(([, local, remote]) => local === theirs && remote === ours);

/** The fields of each row that has these characters. A busy machine's table has thousands of other rows. */
function* rowsWith(text: string, characters: string): Generator<string[]> {
  for (let at = text.indexOf(characters); at >= 0; ) {
    const end = text.indexOf('\n', at);
    const row = text.slice(text.lastIndexOf('\n', at) + 1, end < 0 ? undefined : end);
    yield row.trim().split(/ +/);
    at = end < 0 ? -1 : text.indexOf(characters, end);
  }
}

/**
 * The uids of whoever may answer at the other end of this connection to this machine, from Linux: of all that listen at
 * its address, and of that end itself. None where Linux knows none. Not for a program that serves: it waits for Linux.
 */
export function uidsOfServer({ remoteAddress, remotePort = 0, localAddress, localPort }: Socket): number[] {
  const [theirs, ours] = [placeOf(remoteAddress, remotePort), placeOf(localAddress, localPort)];
  const four = tableNow('tcp');
  // Linux walks all its places for connections, whatever is in them. An end of this table listened in it, too.
  const isHere = theirs !== undefined && ours !== undefined && rowsOf(four, theirs, ours).length > 0;
  const six = isHere ? '' : tableNow('tcp6');
  const port = `:${remotePort.toString(16).padStart(4, '0').toUpperCase()}`;
  const any = [`${'0'.repeat(8)}${port}`, `${'0'.repeat(32)}${port}`];
  // Without an IPv4 address it is ::1, the one other address of this machine alone.
  const own = theirs ? [theirs, mapped(theirs)] : [`${loopback6}${port}`];
  const listening = [four, six].flatMap((text) => uidsListening(text, port, [...any, ...own]));
  const end = theirs && ours && (uidIn(four, theirs, ours) ?? uidIn(six, mapped(theirs), mapped(ours)));
  return end === undefined ? listening : [...listening, Number(end)];
}

const loopback6 = `${'0'.repeat(24)}${endianness() === 'LE' ? '01000000' : '00000001'}`;

function uidsListening(text: string, port: string, places: readonly string[]): number[] {
  return [...rowsWith(text, port)].flatMap(([, local = '', , state, , , , uid = '']) =>
    state === '0A' && places.includes(local) ? [Number(uid)] : [],
  );
}

/** An IPv4 address and port in the kernel's notation; undefined for anything else. */
export function placeOf(address = '', port = 0): string | undefined {
  const read = readAddress(address);
  if (read?.family !== 4) return undefined;
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(Number(read.value));
  // The kernel prints the address as a number of this machine.
  const word = (endianness() === 'LE' ? bytes.reverse() : bytes).toString('hex');
  return `${word}:${port.toString(16).padStart(4, '0')}`.toUpperCase();
}

/** The same address as an IPv6 socket shows it (::ffff:a.b.c.d). */
const mapped = (place: string): string => `${'0'.repeat(16)}${endianness() === 'LE' ? 'FFFF0000' : '0000FFFF'}${place}`;

async function table(name: string): Promise<string> {
  return fs.promises.readFile(pathOf(name), 'utf8').catch(() => '');
}

/** The same at once: Linux tells a page at a time, and each would be a job for another thread. */
function tableNow(name: string): string {
  try {
    return fs.readFileSync(pathOf(name), 'utf8');
  } catch {
    return '';
  }
}

const pathOf = (name: string): string => `/proc/net/${name}`;
