import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Instance } from '#lib/client/index.ts';
import { signsIn, type Visitor } from './account.ts';
import { type Check, demand } from './checks.ts';

const run = promisify(execFile);

/** What a check of a machine has made, and how it is taken away again. */
interface Made {
  readonly dir: string;
  keyId: string;
  machine: Instance | undefined;
}

/** Milliseconds until the first login: a machine may boot for a minute. */
const patience = 90_000;

async function launch({ client }: Visitor, made: Made): Promise<string> {
  const key = join(made.dir, 'key');
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'smoke', '-f', key]);
  const name = `smoke-${Date.now()}`;
  const public_key = readFileSync(`${key}.pub`, 'utf8').trim();
  made.keyId = (await client.importSshKey({ body: { name, public_key } })).id;
  const { images } = await client.listImages();
  const image = images.find(({ available }) => available);
  demand(image !== undefined, 'no image can be booted');
  const { instance_types } = await client.listInstanceTypes();
  const smallest = instance_types.toSorted((a, b) => a.price_hourly_paise - b.price_hourly_paise)[0];
  const body = { name, image_id: image.id, instance_type_id: smallest?.id ?? '', ssh_key_id: made.keyId };
  made.machine = await client.launchInstance({ body });
  made.machine = await client.waitFor(made.machine, 'running');
  return `${made.machine.id} at ${made.machine.public_ip}:${made.machine.ssh_port}`;
}

async function logIn({ machine, dir }: Made): Promise<string> {
  const { public_ip, ssh_port } = machine as Instance;
  const own = [`UserKnownHostsFile=${join(dir, 'known_hosts')}`, 'StrictHostKeyChecking=accept-new', 'BatchMode=yes'];
  const options = [...own, 'ConnectTimeout=20', 'LogLevel=ERROR', 'IdentitiesOnly=yes'].flatMap((one) => ['-o', one]);
  const args = [
    '-F',
    'none',
    '-i',
    join(dir, 'key'),
    ...options,
    '-p',
    String(ssh_port),
    `root@${public_ip}`,
    'uname -r',
  ];
  const end = Date.now() + patience;
  for (;;) {
    try {
      return (await run('ssh', args)).stdout.trim();
    } catch (error) {
      if (Date.now() > end) throw new Error(String((error as { stderr?: string }).stderr).trim() || 'ssh ends badly');
    }
  }
}

async function end({ client }: Visitor, made: Made): Promise<undefined> {
  const { machine, keyId, dir } = made;
  try {
    if (machine !== undefined) {
      await client.terminateInstance({ id: machine.id });
      await client.waitFor(machine, ['terminated', 'deleted']);
    }
    if (keyId !== '') await client.deleteSshKey({ id: keyId });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** A machine is launched, logged in to by OpenSSH, and terminated, whatever went wrong before. It costs paise. */
export function machineChecks(visitor: Visitor): Check[] {
  const made: Made = { dir: mkdtempSync(join(tmpdir(), 'svc-smoke-')), keyId: '', machine: undefined };
  return [
    { name: 'launches', needs: [signsIn], run: () => launch(visitor, made) },
    { name: 'SSH', needs: ['launches'], run: () => logIn(made) },
    { name: 'terminates, and removes its key', needs: [signsIn], run: () => end(visitor, made) },
  ];
}
