import { readdir, readFile, readlink } from 'node:fs/promises';
import { endianness } from 'node:os';
import { type Address, readAddress } from '#lib/model/platform/addresses.ts';
import { setting } from '#lib/model/platform/settings.ts';

/*
 * The ports on which this platform listens. Who has the platform connect to one of them comes as the user who runs it,
 * so that no customer may choose such an address (contract 4.11).
 */

/**
 * Whether the platform itself listens at a loopback address, as a connection would find it now: its own process or one
 * that it started (agents, runtimes with the ports of machines, elastic IPs and load balancers, engines), or whatever
 * its settings name as a part of it. Outside Linux only the latter are known.
 */
export async function isOwnDoor(address: string, port: number): Promise<boolean> {
  if (portsOfSettings().has(port)) return true;
  if (process.platform !== 'linux') return false;
  const read = readAddress(address);
  const found = read ? (await listeners()).filter((one) => one.port === port && isAt(one, read)) : [];
  return found.length > 0 && isHeldByUs(found);
}

/** The settings that name a part of the platform, or an engine that the user has put beside it. */
const parts = [
  'SVC_BASE_URL',
  'SVC_S3_URL',
  'SVC_GATEWAY_URL',
  'AWS_ENDPOINT_URL_DYNAMODB',
  'AWS_ENDPOINT_URL_SFN',
] as const;

/** The ports of those parts that are on this computer. */
function portsOfSettings(): Set<number> {
  const urls = parts.flatMap((name) => URL.parse(setting(name) ?? '') ?? []);
  const local = urls.filter(({ hostname }) => /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname));
  return new Set(local.map(({ port, protocol }) => Number(port || (protocol === 'https:' ? 443 : 80))));
}

/** A socket that listens: where, whose, and its number in the kernel. */
interface Listener {
  /** Undefined for all addresses. */
  readonly address: Address | undefined;
  readonly port: number;
  readonly uid: string;
  readonly inode: string;
}

const isAt = ({ address }: Listener, at: Address): boolean =>
  address === undefined || (address.family === at.family && address.value === at.value);

async function listeners(): Promise<Listener[]> {
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  return tables.flatMap(listenersIn);
}

/** The sockets that listen in a table of /proc/net (proc_net_tcp). */
export function listenersIn(table: string): Listener[] {
  return table.split('\n').flatMap((line) => {
    const [, local = '', , state, , , , uid = '', , inode = ''] = line.trim().split(/ +/);
    const [hex = '', port = ''] = local.split(':');
    return state === '0A' ? [{ address: addressOf(hex), port: Number.parseInt(port, 16), uid, inode }] : [];
  });
}

/** Reads an address of the kernel's, words of 32 bits as this machine has numbers; undefined where it is all zeros. */
function addressOf(hex: string): Address | undefined {
  const words = hex.match(/.{8}/g) ?? [];
  const inOrder = words.map((word) => (endianness() === 'LE' ? (word.match(/../g) ?? []).reverse().join('') : word));
  const value = BigInt(`0x${inOrder.join('') || '0'}`);
  if (value === 0n) return undefined;
  if (words.length === 4 && value >> 32n === 0xffffn) return { family: 4, value: value & 0xffff_ffffn };
  return { family: words.length === 4 ? 6 : 4, value };
}

/**
 * Whether one of our processes holds one of these sockets. What a process of another user has open cannot be read: it
 * is taken to hold the sockets of its user.
 */
async function isHeldByUs(found: readonly Listener[]): Promise<boolean> {
  const sockets = new Set(found.map(({ inode }) => `socket:[${inode}]`));
  const uids = new Set(found.map(({ uid }) => uid));
  const verdicts = (await ours()).map(async (pid) => {
    const open = await openIn(pid);
    return open ? open.some((link) => sockets.has(link)) : (await uidsOf(pid)).some((uid) => uids.has(uid));
  });
  return (await Promise.all(verdicts)).includes(true);
}

/** This process and all that come from it. */
async function ours(): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = new Map(await Promise.all(pids.map(async (pid) => [pid, await fieldOf(pid, 'PPid')] as const)));
  const isOurs = (pid: string | undefined): boolean =>
    pid !== undefined && (pid === String(process.pid) || isOurs(parents.get(pid)));
  return pids.filter(isOurs);
}

/** What a process has open; undefined where we may not know. A process that has ended has nothing open. */
async function openIn(pid: string): Promise<string[] | undefined> {
  try {
    const names = await readdir(`/proc/${pid}/fd`);
    return await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? undefined : [];
  }
}

const uidsOf = async (pid: string): Promise<string[]> => (await fieldOf(pid, 'Uid'))?.split('\t') ?? [];

/** A field of what a process is told of; undefined for one that has ended. */
async function fieldOf(pid: string, name: string): Promise<string | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return new RegExp(`^${name}:\\t(.*)$`, 'm').exec(status)?.[1];
}
