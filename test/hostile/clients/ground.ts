import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type Answered, type Came, served } from '#test/lib/client/support/served.ts';
import { type Cli, commandLine } from '#test/support/clients/cli.ts';

const launcher = fileURLToPath(new URL('../../../lib/cli/launcher/svc.mjs', import.meta.url));

/** Only root can be two users. */
export const isRoot = process.getuid?.() === 0;

/** Another user of this machine, and the users whom an attack is tried on. */
export const stranger = 65_533;
export const victims = isRoot ? [0, 65_534] : [process.getuid?.() ?? 0];

export const machineId = 'i-01kanx7m3v5q8w2c4d6f7g9h1j';

/** A running machine, as an honest platform shows it. */
export const machine = {
  id: machineId,
  name: 'web',
  status: 'running',
  image_id: 'debian-12',
  public_ip: '127.0.0.1',
  ssh_port: 22,
  ssh_key_ids: [],
  host_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA',
};

/** Answers by method and path; a list is answered as one page. */
export type Answers = Readonly<Record<string, (came: Came) => Answered | Promise<Answered>>>;

/** A platform that answers as it likes, and a command line that was told of it. */
export async function foreignPlatform(answers: Answers): Promise<{ svc: Cli; baseUrl: string; came: Came[] }> {
  const { baseUrl, came } = await served((one) => {
    const path = one.url.split('?')[0] ?? '';
    const answer = answers[`${one.method} ${path}`];
    return answer ? answer(one) : { status: 404, headers: { 'x-error-code': 'not_found' }, body: { error: path } };
  });
  const svc = await commandLine(baseUrl);
  onTestFinished(() => svc.end());
  return { svc, baseUrl, came };
}

/** The answers of a platform with one machine, of which some fields are hostile. */
export const withMachine = (fields: object, user: unknown = 'debian'): Answers => ({
  'GET /compute/instances': () => ({ body: { instances: [{ ...machine, ...fields }], next_cursor: '' } }),
  [`GET /compute/instances/${machineId}`]: () => ({ body: { ...machine, ...fields } }),
  'GET /compute/images/debian-12': () => ({ body: { id: 'debian-12', default_user: user } }),
  'GET /compute/ssh-keys': () => ({ body: { ssh_keys: [], next_cursor: '' } }),
  'POST /compute/ssh-keys': () => ({ status: 201, body: { id: 'key-01kanx7m3v5q8w2c4d6f7g9h1j' } }),
  [`PUT /compute/instances/${machineId}/ssh-keys`]: () => ({ body: { ...machine, ...fields } }),
});

/** The answers of a platform with a bucket `b` whose objects have these keys, and its object engine. */
export const withObjects = (keys: readonly string[], object: (key: string, came: Came) => Answered): Answers => {
  const key = ({ url }: Came) => decodeURIComponent(new URL(url, 'http://svc').searchParams.get('key') ?? '');
  const listed = keys.map((name) => ({ key: name, size: 5, last_modified: '2026-01-01T00:00:00Z' }));
  return {
    'GET /storage/buckets/b/objects': () => ({ body: { objects: listed, common_prefixes: [], next_cursor: '' } }),
    'POST /storage/buckets/b/presigned-urls': ({ body, headers }) => {
      const asked = JSON.parse(body) as { key: string };
      return { body: { url: `http://${headers.host}/engine?key=${encodeURIComponent(asked.key)}`, headers: {} } };
    },
    'GET /engine': (came) => sized(object(key(came), came)),
  };
};

/** A reply that tells its size, as object engines do, unless it says otherwise. */
function sized(reply: Answered): Answered {
  if (reply === 'lost' || typeof reply.text !== 'string' || reply.headers?.['transfer-encoding']) return reply;
  return { ...reply, headers: { 'content-length': `${Buffer.byteLength(reply.text)}`, ...reply.headers } };
}

/** How a program ended. */
export interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A folder that everybody may pass, until the test ends. */
export function folder(owner = 0): string {
  const path = mkdtempSync(join(tmpdir(), 'svc-clients-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  if (isRoot) chownSync(path, owner, owner);
  chmodSync(path, 0o755);
  return path;
}

/** A file of somebody, with the folders that it needs below one that is there. */
export function planted(root: string, name: string, text: string, owner: number, mode = 0o755): void {
  const parts = name.split('/');
  parts.slice(0, -1).reduce((path, part) => {
    const below = join(path, part);
    mkdirSync(below, { recursive: true });
    if (isRoot) chownSync(below, owner, owner);
    return below;
  }, root);
  writeFileSync(join(root, name), text, { mode });
  if (isRoot) chownSync(join(root, name), owner, owner);
}

function started(uid: number, argv: readonly string[], cwd: string, env: NodeJS.ProcessEnv): ChildProcess {
  const become = ['--reuid', `${uid}`, '--regid', `${uid}`, '--clear-groups', '--'];
  const [file = '', ...words] = uid === process.getuid?.() ? argv : ['setpriv', ...become, ...argv];
  return spawn(file, words, { cwd, env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...env }, stdio: 'pipe' });
}

/** Runs svc as a user with a home of its own. */
export async function svcAs(
  uid: number,
  words: readonly string[],
  { cwd, env = {}, input = '' }: { cwd: string; env?: NodeJS.ProcessEnv; input?: string },
): Promise<Outcome> {
  const child = started(uid, [process.execPath, launcher, ...words], cwd, { HOME: folder(uid), ...env });
  const written = { out: '', err: '' };
  child.stdout?.on('data', (text: Buffer) => {
    written.out += text;
  });
  child.stderr?.on('data', (text: Buffer) => {
    written.err += text;
  });
  child.stdin?.on('error', () => undefined).end(input);
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...written })));
}

/** A thief of another user on a port of this machine, which keeps whatever comes. */
export async function thief(uid: number): Promise<{ url: string; pid: number; stolen(): string }> {
  const program = `const s = require('net').createServer((c) => { c.on('data', (d) => process.stdout.write(d)); c.on('error', () => 0); });
    s.listen(0, '127.0.0.1', () => process.stderr.write(s.address().port + '\\n'));`;
  const child = started(uid, [process.execPath, '-e', program], '/', {});
  onTestFinished(() => void child.kill('SIGKILL'));
  let stolen = '';
  child.stdout?.on('data', (text: Buffer) => {
    stolen += text;
  });
  const port = await new Promise<string>((resolve) => child.stderr?.once('data', (text) => resolve(`${text}`.trim())));
  return { url: `http://localhost:${port}`, pid: child.pid ?? 0, stolen: () => stolen };
}
