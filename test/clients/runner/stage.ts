import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NewBucketKey } from '#lib/model/storage/bucket-key.ts';
import { Client, demand } from '#test/support/http/client.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';

/** A platform whose machines are containers, an account on it, and a machine. */
export class Stage {
  readonly #platform: RunningPlatform;
  readonly #client: Client;
  readonly #dir: string;
  readonly #shared: Readonly<Record<string, string>>;

  private constructor(platform: RunningPlatform, client: Client, dir: string, shared: Record<string, string>) {
    this.#platform = platform;
    this.#client = client;
    this.#dir = dir;
    this.#shared = shared;
  }

  /** Starts it. No limit of requests stands in the way of programs that send many. */
  static async open(): Promise<Stage> {
    const platform = await startPlatform({ env: { SVC_COMPUTE: 'container', SVC_LIMITS: 'off' } });
    const dir = mkdtempSync(join(tmpdir(), 'svc-clients-'));
    try {
      const client = await Client.verified(platform.baseUrl);
      const shared = { ...(await machineOf(client, dir)), ...(await iamUserOf(client)) };
      const { region } = demand(await client.get('/healthz'), 200).body;
      const where = { SVC_ENDPOINT: platform.baseUrl, ENDPOINT: platform.s3Url, HOST: new URL(platform.s3Url).host };
      return new Stage(platform, client, dir, { ...shared, ...where, AWS_DEFAULT_REGION: region });
    } catch (error) {
      await platform.stop();
      throw error;
    }
  }

  /** What the commands of a client find in their environment: a new bucket with keys of it, the machine, the API. */
  async variablesFor(client: string): Promise<Record<string, string>> {
    const owner = await this.#client.again();
    const bucket = `${client
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replace(/^-/, '')}-rows`;
    demand(await owner.post('/storage/buckets', { name: bucket }), 201);
    const keys = `/storage/buckets/${bucket}/access-keys`;
    const made = async (permission: string): Promise<NewBucketKey> =>
      demand(await owner.post(keys, { name: permission, permission }), 201).body;
    const [both, read] = [await made('readwrite'), await made('read')];
    return {
      ...this.#shared,
      BUCKET: bucket,
      AWS_ACCESS_KEY_ID: both.access_key_id,
      AWS_SECRET_ACCESS_KEY: both.secret_key,
      AWS_EC2_METADATA_DISABLED: 'true',
      READ_KEY_ID: read.access_key_id,
      READ_SECRET_KEY: read.secret_key,
    };
  }

  async close(): Promise<void> {
    await this.#platform.stop();
    rmSync(this.#dir, { recursive: true, force: true });
  }
}

/** A machine, and a configuration of OpenSSH that leads to it as `web-1`, and trusts the host key of the API alone. */
async function machineOf(client: Client, dir: string): Promise<Record<string, string>> {
  const key = join(dir, 'key');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  const body = { name: 'laptop', public_key: readFileSync(`${key}.pub`, 'utf8').trim() };
  const { id } = demand(await client.post('/compute/ssh-keys', body), 201).body;
  const machine = await client.launch({ name: 'web-1', instance_type_id: 's1-small', ssh_key_id: id });
  const known = join(dir, 'known_hosts');
  writeFileSync(known, `[${machine.public_ip}]:${machine.ssh_port} ${machine.host_key}\n`);
  const config = join(dir, 'ssh_config');
  writeFileSync(
    config,
    `Host web-1
  HostName ${machine.public_ip}
  Port ${machine.ssh_port}
  User root
  IdentityFile ${key}
  UserKnownHostsFile ${known}
  StrictHostKeyChecking yes
  BatchMode yes
`,
  );
  return { SSH_CONFIG: config, INSTANCE_ID: machine.id, PRIVATE_IP: machine.private_ip };
}

/** A user who may do everything, with an access key. */
async function iamUserOf(client: Client): Promise<Record<string, string>> {
  const user = '/auth/iam/users/ops';
  demand(await client.post('/auth/iam/users', { username: 'ops' }), 201);
  const { policies } = demand(await client.get('/auth/iam/policies'), 200).body;
  const { id } = policies.find(({ name }: { name: string }) => name === 'AdministratorAccess');
  demand(await client.ask(`${user}/policies/${id}`, { method: 'PUT' }), 200);
  const made = demand(await client.post(`${user}/access-keys`), 201).body;
  return { SVC_ACCESS_KEY_ID: made.access_key_id, SVC_SECRET_ACCESS_KEY: made.secret_key };
}
