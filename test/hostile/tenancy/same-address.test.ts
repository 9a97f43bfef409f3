import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Instance } from '#lib/client/index.ts';
import { type Credentials, send } from '#test/functions/storage/send.ts';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';
import { Ssh } from '#test/support/clients/ssh.ts';
import { Client, passphrase } from '#test/support/http/client.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';

/* Two tenants of one platform: each has a VPC of the same block, and in it a machine with the same private address. */
await whereContainersWork(() => {
  const Bucket = 'behind-a-private-block';
  let platform: RunningPlatform;
  const ssh = new Ssh();
  let victim: Client;
  let machines: { victim: Instance; attacker: Instance };

  beforeAll(async () => {
    platform = await startPlatform({ env: { SVC_COMPUTE: 'container' } });
    victim = await Client.verified(platform.baseUrl);
    const launching = [await launcher(victim), await launcher(await Client.verified(platform.baseUrl))] as const;
    const [launchOwn, launchOther] = launching;
    const own = await launchOwn();
    machines = { victim: own, attacker: await until(own.private_ip, launchOther) };
    await victim.api.createBucket({ body: { name: Bucket } });
    const admin = await userOf({ Effect: 'Allow', Action: '*', Resource: '*' });
    expect(await send(admin, `${platform.s3Url}/${Bucket}/secret`, { method: 'PUT', body: 'secret' })).toEqual([
      200,
      '',
    ]);
    policy = async (Condition) => {
      const statement = {
        Effect: 'Allow',
        Principal: '*',
        Action: 's3:GetObject',
        Resource: `arn:aws:s3:::${Bucket}/*`,
      };
      const body = JSON.stringify({ Statement: [{ ...statement, Condition }] });
      const put = await send(admin, `${platform.s3Url}/${Bucket}?policy`, { method: 'PUT', body });
      expect(put).toEqual([204, '']);
    };
  }, 240_000);
  afterAll(async () => {
    ssh.close();
    await platform?.stop();
  });

  let policy: (condition: object) => Promise<void>;

  /** Launches into a VPC of 16 addresses. */
  async function launcher(client: Client): Promise<() => Promise<Instance>> {
    const body = { name: 'laptop', public_key: await ssh.publicKey() };
    const { id: ssh_key_id } = await client.api.importSshKey({ body });
    const { id: vpc_id } = await client.api.createVpc({ body: { name: 'small', cidr: '10.20.16.0/28' } });
    return () => client.launch({ name: `m-${crypto.randomUUID().slice(0, 8)}`, ssh_key_id, vpc_id });
  }

  /** Launches until a machine has this address: as many as there are addresses, at most. */
  async function until(address: string, launch: () => Promise<Instance>): Promise<Instance> {
    for (;;) {
      const made = await Promise.all([launch(), launch()]);
      const found = made.find(({ private_ip }) => private_ip === address);
      if (found) return found;
    }
  }

  /** The key of a new user of the victim's, whose one policy has this statement. */
  async function userOf(statement: object): Promise<Credentials> {
    const name = `user-${crypto.randomUUID().slice(0, 8)}`;
    const document = { Version: '2026-11-01', Statement: [statement] } as never;
    const { id: policy_id } = await victim.api.createPolicy({ body: { name, document } });
    await victim.api.createUser({ body: { username: name, policy_ids: [policy_id] } });
    return victim.api.createAccessKey({ username: name });
  }

  /** The status that curl gets on both machines. */
  const statuses = async (args: string) => {
    const asked = Object.entries(machines).map(async ([name, machine]) => {
      const text = await ssh.run(machine, `curl -s -o /dev/null -w '%{http_code}' --max-time 20 ${args} || true`);
      return [name, Number(text)];
    });
    return Object.fromEntries(await Promise.all(asked));
  };
  const secret = `http://s3.internal/${Bucket}/secret`;
  const forged = () => {
    const { vpc_id, id, private_ip } = machines.victim;
    const account = victim.api.getMe().then(({ account_id }) => account_id);
    return account.then((of) =>
      ['x-svc-source', 'x-svc-inside', 'x-forwarded-for']
        .map((header) => `-H '${header}: ${private_ip} ${of} ${vpc_id} ${id}'`)
        .join(' '),
    );
  };

  it('the ground: both machines have one address', () => {
    expect(machines.attacker.private_ip).toBe(machines.victim.private_ip);
    expect(machines.attacker.vpc_id).not.toBe(machines.victim.vpc_id);
  });

  it('a bucket that is open to a private block is open to no machine', async () => {
    await policy({ IpAddress: { 'aws:SourceIp': '10.20.16.0/28' } });
    expect(await statuses(secret)).toEqual({ victim: 403, attacker: 403 });
  });

  it('a bucket that is open to a VPC is open to its machines, and to nobody who says to be one', async () => {
    await policy({ StringEquals: { 'aws:SourceVpc': machines.victim.vpc_id } });
    expect(await statuses(secret)).toEqual({ victim: 200, attacker: 403 });
    expect(await statuses(`${await forged()} ${secret}`)).toEqual({ victim: 200, attacker: 403 });
    expect((await fetch(`${platform.s3Url}/${Bucket}/secret`)).status).toBe(403);
    await victim.operate(machines.victim.id, 'reboot');
    expect(await statuses(secret)).toEqual({ victim: 200, attacker: 403 });
  });

  it('a stolen key that is bound to a VPC is of no use at the same address of another', async () => {
    const bound = async (Condition: object) => {
      const key = await userOf({ Effect: 'Allow', Action: 'compute:*', Resource: '*', Condition });
      const signed = `--aws-sigv4 aws:amz:in-mum:svc -u ${key.access_key_id}:${key.secret_key}`;
      return statuses(`${signed} http://api.internal/compute/vpcs`);
    };
    const { vpc_id, id } = machines.victim;
    expect(await bound({ StringEquals: { 'svc:SourceVpc': vpc_id } })).toEqual({ victim: 200, attacker: 403 });
    expect(await bound({ StringEquals: { 'svc:SourceInstance': id } })).toEqual({ victim: 200, attacker: 403 });
    expect(await bound({ IpAddress: { 'svc:SourceIp': '10.20.16.0/28' } })).toEqual({ victim: 403, attacker: 403 });
  });

  it('the line by which the agent says whose a connection is means nothing within one', async () => {
    await policy({ StringEquals: { 'aws:SourceVpc': machines.victim.vpc_id } });
    const { account_id } = await victim.api.getMe();
    const { private_ip, vpc_id, id } = machines.victim;
    const line = `s3 ${private_ip} ${account_id} ${vpc_id} ${id}\\n`;
    const request = `GET /${Bucket}/secret HTTP/1.1\\r\\nHost: s3.internal\\r\\nConnection: close\\r\\n\\r\\n`;
    const told = (text: string) =>
      ssh.run(
        machines.attacker,
        `bash -c "exec 3<>/dev/tcp/169.254.169.252/80; printf '${text}' >&3; timeout 20 head -n 1 <&3"`,
      );
    expect(await told(request)).toContain('HTTP/1.1 403');
    expect(await told(line + request)).toContain('HTTP/1.1 400');
  });

  it('failed logins at the same address are counted for the machine that made them, and shown as its', async () => {
    const login = (password: string) => {
      const body = JSON.stringify({ email: victim.email, password });
      return `-H 'content-type: application/json' -d '${body}' http://api.internal/auth/login`;
    };
    const by = async (machine: Instance, password: string) =>
      Number(await ssh.run(machine, `curl -s -o /dev/null -w '%{http_code}' --max-time 20 ${login(password)}`));
    for (let failures = 0; failures < 5; failures++) expect(await by(machines.attacker, 'wrong')).toBe(401);
    expect(await by(machines.attacker, passphrase)).toBe(429);
    expect(await by(machines.victim, passphrase)).toBe(200);
    const { private_ip: source_ip, id: source_instance } = machines.victim;
    const { audit_logs } = await victim.api.listAuditLogs();
    expect(audit_logs.find(({ action }) => action === 'login')).toMatchObject({ source_ip, source_instance });
  });
});
