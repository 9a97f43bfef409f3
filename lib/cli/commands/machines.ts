import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { configDir } from '#lib/cli/config/environment.ts';
import { readText, writePrivately } from '#lib/cli/config/files.ts';
import { exits, Failure } from '#lib/cli/failure.ts';
import { formed, shellWord } from '#lib/cli/forms.ts';
import { tell } from '#lib/cli/output/terminal.ts';
import { resolve } from '#lib/cli/run/names.ts';
import type { AnyClient, Session } from '#lib/cli/run/session.ts';
import { isResource, waitFor } from '#lib/cli/run/wait.ts';
import { keepHostKey } from './host-keys.ts';

/** What is needed of an instance for SSH. */
export interface Machine {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly image_id: string;
  readonly public_ip: string;
  readonly ssh_port: number;
  readonly ssh_key_ids: readonly string[];
  readonly host_key: string | null;
}

interface Key {
  readonly id: string;
  readonly public_key: string;
}

const folder = () => join(configDir(), 'ssh');

/** The running instance of this name or id; one that is still being made is waited for. */
export async function runningMachine(session: Session, text: string): Promise<Machine> {
  const { id: found } = await resolve(session.client, 'instance', text);
  const id = formed('id', found);
  const first = await session.client.request('getInstance', { id } as never);
  const isMade = isResource(first.body) && ['provisioning', 'starting', 'rebooting'].includes(first.body.status);
  const last = isMade ? await waitFor(session, first, { statuses: ['running'], timeout: 600 }) : first;
  const machine = last.body as Machine;
  if (machine.status === 'running') return machine;
  throw new Failure(`${machine.name} (${id}) is ${machine.status}`, {
    exit: exits.conflict,
    code: 'wrong_state',
    hint: `svc instance start ${shellWord(machine.name)}`,
  });
}

/** Snapshots of machines that were launched from snapshots, the longest such line. */
const longestLine = 1000;

/** The user whom keys let in: that of the image, through as many snapshots as lie between. */
async function userOf(client: AnyClient, imageId: string): Promise<string> {
  let image = imageId;
  for (let snapshots = 0; image.startsWith('snap-') && snapshots < longestLine; snapshots += 1) {
    const { body } = await client.request('getSnapshot', { id: image } as never);
    image = String((body as { image_id: string }).image_id);
  }
  const { body } = await client.request('getImage', { id: image } as never);
  return formed('user', (body as { default_user: string }).default_user, 'default_user');
}

/** The file of the private key that lets into a machine, and whether the machine has that key. */
interface Identity {
  readonly file: string;
  readonly isThere: boolean;
}

/**
 * The file of the private key that lets into a machine. Where none of this user's keys is on it, that is the context's
 * own, which is made, imported and added to the machine with `isAdding`, and that is told.
 */
async function identityFor(session: Session, machine: Machine, isAdding: boolean): Promise<Identity> {
  const own = join(folder(), `id_ed25519-${session.settings.name}`);
  const files = [own, ...['ed25519', 'ecdsa', 'rsa'].map((type) => join(homedir(), '.ssh', `id_${type}`))];
  const mine = files.flatMap((file) => {
    const text = readText(`${file}.pub`);
    return text === undefined ? [] : [{ file, key: bare(text) }];
  });
  const keys = await allKeys(session.client);
  const lettingIn = keys.filter(({ id }) => machine.ssh_key_ids.includes(id)).map(({ public_key }) => bare(public_key));
  const found = mine.find(({ key }) => lettingIn.includes(key));
  if (found) return { file: found.file, isThere: true };
  if (isAdding) await addKey(session, machine, await importedKey(session.client, own, keys));
  return { file: own, isThere: isAdding };
}

/** A public key without its comment. */
const bare = (text: string): string => text.trim().split(/\s+/).slice(0, 2).join(' ');

async function allKeys(client: AnyClient): Promise<Key[]> {
  const keys: Key[] = [];
  for await (const key of client.paginate('listSshKeys', { query: { limit: 200 } })) keys.push(key as Key);
  return keys;
}

/** The account's key for this file, which is made and imported where it is missing. */
async function importedKey(client: AnyClient, file: string, keys: readonly Key[]): Promise<string> {
  mkdirSync(folder(), { recursive: true, mode: 0o700 });
  if (!existsSync(file)) {
    const args = ['-q', '-t', 'ed25519', '-N', '', '-C', `svc@${hostname()}`, '-f', file];
    execFileSync('ssh-keygen', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  }
  const public_key = readText(`${file}.pub`)?.trim() ?? '';
  const known = keys.find((key) => bare(key.public_key) === bare(public_key));
  if (known) return known.id;
  const name = `svc-${hostname().slice(0, 40)}-${bare(public_key).slice(-6).replaceAll(/[^\w]/g, '')}`;
  const { body } = await client.request('importSshKey', { body: { name, public_key } });
  return (body as Key).id;
}

async function addKey(session: Session, machine: Machine, key: string): Promise<void> {
  if (!session.globals.quiet) tell(`Adding the SSH key ${key} of this context to ${machine.name} (${machine.id}).`);
  const body = { ssh_key_ids: [...machine.ssh_key_ids, key] };
  // The reply comes once the key lets in.
  await session.client.request('updateInstanceSshKeys', { id: machine.id, body, wait: 25 } as never);
}

/** A machine as OpenSSH knows it. */
export interface Host {
  /** A part of its configuration. */
  readonly text: string;
  /** Whom keys let in. */
  readonly user: string;
  /** Whether a key of this user lets in. */
  readonly isOpen: boolean;
}

/** OpenSSH takes the first host of a name, whatever its case: what is ambiguous is known by its id alone. */
export const isAlone = ({ name }: Pick<Machine, 'name'>, machines: readonly Pick<Machine, 'name'>[]): boolean =>
  machines.filter((other) => String(other.name).toLowerCase() === String(name).toLowerCase()).length === 1;

/** A machine that does not run, as a host to which nothing connects: its name must not lead to another one. */
export const closedHost = ({ id }: Pick<Machine, 'id'>) => ({
  text: `Host ${formed('id', id)}\n  ProxyCommand false\n`,
  user: undefined,
  isOpen: false,
});

/**
 * A machine as a host of OpenSSH's configuration, by its id and, where there is one, another name. Its host key is kept
 * under its id: addresses and ports come again with other machines. Where no key of this user lets in, the context's is
 * added with `isAdding`. Refuses what the platform answers where that is no address, port, user or key.
 */
export async function hostOf(session: Session, machine: Machine, isAdding: boolean, name?: string): Promise<Host> {
  const id = formed('id', machine.id);
  const address = formed('address', machine.public_ip, 'public_ip');
  const port = formed('port', machine.ssh_port, 'ssh_port');
  const [user, identity] = await Promise.all([
    userOf(session.client, machine.image_id),
    identityFor(session, machine, isAdding),
  ]);
  const known = join(folder(), 'known_hosts');
  const isKnown = keepHostKey(known, machine);
  const text = [
    `Host ${name === undefined ? id : `${name} ${id}`}`,
    `  HostName ${address}`,
    `  Port ${port}`,
    `  User ${user}`,
    `  HostKeyAlias ${id}`,
    `  UserKnownHostsFile ${quoted(known)}`,
    `  StrictHostKeyChecking ${isKnown ? 'yes' : 'accept-new'}`,
    `  IdentityFile ${quoted(identity.file)}`,
    '  IdentitiesOnly yes',
    '',
  ].join('\n');
  return { text, user, isOpen: identity.isThere };
}

/** A path as OpenSSH reads it: `%` begins a token, and a space a further path. */
const quoted = (path: string): string => `"${path.replaceAll('%', '%%')}"`;

/** Writes hosts where OpenSSH finds them, with what the user has configured behind them; answers the file. */
export function writeHosts(name: string, hosts: readonly string[]): string {
  const file = join(folder(), name);
  writePrivately(file, `${hosts.join('\n')}\n`);
  return file;
}
