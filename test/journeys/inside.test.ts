import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Instance } from '#lib/client/index.ts';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';
import { Ssh } from '#test/support/clients/ssh.ts';
import { Client } from '#test/support/http/client.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';

/** Where Debian's package has it. A machine with a root of its own has none of it. */
const hasBoto = spawnSync('/usr/bin/python3', ['-c', 'import boto3']).status === 0;
const modules = [
  'boto3',
  'botocore',
  's3transfer',
  'jmespath',
  'dateutil',
  'urllib3',
  'six.py',
  ...['requests', 'certifi', 'chardet', 'idna'],
];

/* The cloud as programs in a machine see it: neighbours, the API and object storage. */
await whereContainersWork(() => {
  let platform: RunningPlatform;
  let ssh: Ssh;
  let client: Client;
  let web: Instance;
  let db: Instance;
  let ssh_key_id: string;
  beforeAll(async () => {
    platform = await startPlatform({ env: { SVC_COMPUTE: 'container' } });
    ssh = new Ssh();
    client = await Client.verified(platform.baseUrl);
    const body = { name: 'laptop', public_key: await ssh.publicKey() };
    ssh_key_id = (await client.api.importSshKey({ body })).id;
    [web, db] = await Promise.all([
      client.launch({ name: 'web', ssh_key_id }),
      client.launch({ name: 'db', ssh_key_id }),
    ]);
  });
  afterAll(async () => {
    ssh?.close();
    await platform?.stop();
  });

  /** The access key of a new user with every right, as curl signs by it. */
  const signer = async (username: string, service: string) => {
    await client.api.createUser({ body: { username } });
    await client.api.attachUserPolicy({ username, policy_id: 'AdministratorAccess' });
    const { access_key_id, secret_key } = await client.api.createAccessKey({ username });
    const signed = `--aws-sigv4 aws:amz:in-mum:${service} -u ${access_key_id}:${secret_key}`;
    return { access_key_id, secret_key, signed };
  };
  /** What a machine's curl gets: the status, and the body. */
  const curl = async (from: Instance, args: string) => {
    const text = await ssh.run(from, `curl -s -w '\\n%{http_code}' --max-time 10 ${args} || true`);
    const cut = text.lastIndexOf('\n');
    return { status: Number(text.slice(cut + 1)), body: text.slice(0, cut) };
  };
  /** Copies Python's modules of this computer to their place in a machine. */
  const sent = async (to: Instance, names: string[]) => {
    const folder = '/usr/lib/python3/dist-packages';
    const unpacking = ssh.start(to, `tar --extract --skip-old-files -C ${folder}`);
    const packing = spawn('tar', ['--create', '-C', folder, ...names], { stdio: ['ignore', 'pipe', 'ignore'] });
    packing.stdout.pipe(unpacking.stdin as Writable);
    expect(await once(unpacking, 'exit')).toEqual([0, null]);
  };
  const addressOf = async (from: Instance, name: string) =>
    (await ssh.run(from, `getent ahostsv4 ${name} || true`)).split(' ')[0];

  it('a neighbour has a name, which follows it within two seconds', async () => {
    const { capabilities } = (await client.api.getHealth()).compute;
    expect(capabilities).toEqual(expect.arrayContaining(['dns', 'platform_access']));
    expect(await addressOf(web, 'db.internal')).toBe(db.private_ip);
    expect(await addressOf(web, db.public_hostname)).toBe(db.private_ip);
    await client.api.updateInstance({ id: db.id, body: { name: 'base' } });
    await expect.poll(() => addressOf(web, 'base.internal'), { timeout: 2_000 }).toBe(db.private_ip);
    expect(await addressOf(web, 'db.internal')).toBe('');
    await client.operate(db.id, 'stop');
    expect(await addressOf(web, 'base.internal')).toBe('');
    await client.operate(db.id, 'start');
    expect(await addressOf(web, 'base.internal')).toBe(db.private_ip);
  });

  it('the API answers, and takes the instance for the source', async () => {
    expect(await curl(web, 'http://api.internal/healthz')).toMatchObject({ status: 200 });
    const header = `-H 'authorization: Bearer ${client.token}'`;
    const shown = await curl(web, `${header} http://api.internal/compute/instances/${web.id}`);
    expect(JSON.parse(shown.body)).toMatchObject({ id: web.id, private_ip: web.private_ip });
    const vpc = `-H 'content-type: application/json' -d '{"name":"from-inside"}'`;
    expect(await curl(web, `${header} ${vpc} http://api.internal/compute/vpcs`)).toMatchObject({ status: 201 });
    await expect
      .poll(async () =>
        (await client.api.listAuditLogs()).audit_logs.map((log) => [log.source_ip, log.source_instance]),
      )
      .toContainEqual([web.private_ip, web.id]);
  });

  it('a request signed by an access key for the name inside is taken', async () => {
    const { signed } = await signer('inside', 'svc');
    expect(await curl(web, `${signed} http://api.internal/compute/vpcs`)).toMatchObject({ status: 200 });
    expect(await curl(web, `${signed}x http://api.internal/compute/vpcs`)).toMatchObject({ status: 401 });
  });

  it.each([
    ['/dev/clock', 404],
    ['/dev/outbox', 404],
    ['/platform/hosts', 404],
    ['/hosts/join', 404],
    ['/', 404],
    ['/console', 404],
    ['/docs', 404],
    ['/auth/../dev/clock', 404],
    ['/auth%2f..%2f/dev/clock', 404],
    ['//dev/clock', 404],
  ])('nothing else of the host is there: %s is %i', async (path, status) => {
    expect(await curl(web, `--path-as-is 'http://api.internal${path}'`)).toMatchObject({ status });
  });

  it('neither by another name of the host, nor by its loopback', async () => {
    const port = new URL(platform.baseUrl).port;
    for (const host of [`localhost:${port}`, 'evil.example', `api.internal:${port}`])
      expect(await curl(web, `-H 'host: ${host}' http://api.internal/healthz`)).toMatchObject({ status: 421 });
    expect(await curl(web, `http://api.internal:${port}/healthz`)).toMatchObject({ status: 0 });
    expect(await curl(web, `--noproxy '*' http://127.0.0.1:${port}/healthz`)).toMatchObject({ status: 0 });
    expect(await curl(web, `--noproxy '' http://api.internal/healthz`)).not.toMatchObject({ status: 200 });
  });

  it('a bucket is used with an access key, by its path and by its host', async () => {
    await client.api.createBucket({ body: { name: 'inside-photos' } });
    const { access_key_id, secret_key, signed } = await signer('photos', 's3');
    const unsigned = `-H 'x-amz-content-sha256: UNSIGNED-PAYLOAD'`;
    const put = await curl(web, `${signed} ${unsigned} -T /etc/hostname http://s3.internal/inside-photos/name`);
    expect(put).toEqual({ status: 200, body: '' });
    const got = await curl(web, `${signed} ${unsigned} http://inside-photos.s3.internal/name`);
    expect(got).toEqual({ status: 200, body: 'web\n' });
    expect(await curl(web, 'http://s3.internal/inside-photos/name')).toMatchObject({ status: 403 });
    if (!hasBoto) return;
    await sent(web, modules);
    const program = [
      'import boto3, os',
      "s3 = boto3.client('s3', endpoint_url='http://s3.internal', region_name='in-mum')",
      "s3.put_object(Bucket='inside-photos', Key='big', Body=os.urandom(9_000_000))",
      "print(sorted(o['Key'] for o in s3.list_objects_v2(Bucket='inside-photos')['Contents']))",
    ].join('\n');
    const keys = `AWS_ACCESS_KEY_ID=${access_key_id} AWS_SECRET_ACCESS_KEY=${secret_key}`;
    expect(await ssh.run(web, `${keys} python3 - <<'END'\n${program}\nEND`)).toBe("['big', 'name']\n");
  });

  it('outbound rules apply to the platform as to any other address, and not to names', async () => {
    const rules = (await client.api.listFirewallRules({ id: web.id })).rules;
    const body = { direction: 'outbound', protocol: 'tcp', port_from: 80, cidrs: ['169.254.169.252/32'] } as const;
    const { id: rule } = await client.api.addFirewallRule({ id: web.id, body });
    await expect.poll(async () => (await curl(web, 'http://api.internal/healthz')).status).toBe(0);
    expect(await curl(web, 'http://s3.internal/')).toMatchObject({ status: 403 });
    expect(await addressOf(web, 'base.internal')).toBe(db.private_ip);
    await client.api.deleteFirewallRule({ id: web.id, rule_id: rule });
    await expect.poll(async () => (await curl(web, 'http://api.internal/healthz')).status).toBe(200);
    expect((await client.api.listFirewallRules({ id: web.id })).rules).toEqual(rules);
  });

  it('names and the platform are there again after a kill of the platform', async () => {
    await platform.kill();
    platform = await startPlatform({ env: { SVC_COMPUTE: 'container' }, dataDir: platform.dataDir });
    client = await client.again(platform.baseUrl);
    web = await client.until(web.id, 'running');
    await client.until(db.id, 'running');
    expect(await addressOf(web, 'base.internal')).toBe(db.private_ip);
    expect(await curl(web, 'http://api.internal/healthz')).toMatchObject({ status: 200 });
  });
});
