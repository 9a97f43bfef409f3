import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Instance } from '#lib/model/compute/instance.ts';
import { ConsoleClient } from '#test/support/consoles/console.ts';
import { HostFleet } from '#test/support/hosts/host-fleet.ts';
import type { JoinedHost } from '#test/support/hosts/joined-host.ts';
import { noWire } from '#test/support/hosts/wire.ts';
import { openTunnel, type WireTunnel } from '#test/support/hosts/wire-tunnel.ts';
import { makeCertificate } from '#test/support/http/certificate.ts';
import { Client, demand } from '#test/support/http/client.ts';

const missing = noWire();
if (missing) process.stderr.write(`consoles of hosts on a wire are skipped: ${missing}\n`);

const port = 8443;

/** A host that serves consoles, with a machine, and a browser's way there. */
interface Served {
  readonly host: JoinedHost;
  readonly ca: string;
  readonly tunnel: WireTunnel;
  machine: Instance;
}

describe.skipIf(missing)('consoles at hosts that have joined', () => {
  let fleet: HostFleet;
  let client: Client;
  let one: Served;
  let other: Served;
  const origin = () => fleet.platform.baseUrl;

  beforeAll(async () => {
    fleet = await HostFleet.open();
    client = await Client.register(origin());
    one = await served();
    other = await served();
    one.machine = await launchedOn(one.host, other.host);
    other.machine = await launchedOn(other.host, one.host);
  });
  afterAll(async () => {
    for (const { tunnel } of [one, other].filter(Boolean)) tunnel.close();
    await fleet?.close();
  });

  /** Writes a certificate and its key where a host finds them. */
  function certify(name: string, names: readonly string[], key?: string) {
    const files = { cert: join(fleet.dir, `${name}-cert.pem`), key: join(fleet.dir, `${name}-key.pem`) };
    const made = makeCertificate({ names });
    writeFileSync(files.cert, made.cert);
    writeFileSync(files.key, key ?? made.key);
    return { ...files, ca: made.cert };
  }

  const consoleOptions = (url: string, { cert, key }: { cert: string; key: string }) =>
    ['--console-url', url, '--console-cert', cert, '--console-key', key] as const;

  async function served(): Promise<Served> {
    const host = fleet.computer();
    const { address } = host.computer;
    const files = certify(address, [address]);
    const { stdout } = await host.join(
      fleet.url,
      await fleet.token(),
      ...consoleOptions(`wss://${address}:${port}`, files),
    );
    expect(stdout).toContain(`  consoles        wss://${address}:${port}\n`);
    expect(stdout).toMatch(new RegExp(`^consoles: wss://${address}:${port}, certificate until 20`, 'm'));
    await host.run();
    const tunnel = await openTunnel(fleet.wire.middle, join(fleet.dir, `to-${address}`), address, port);
    return { host, tunnel, ca: files.ca, machine: undefined as never };
  }

  /** A machine on this host, while the other takes none. */
  async function launchedOn({ id, computer }: JoinedHost, { id: instead }: JoinedHost): Promise<Instance> {
    demand(await fleet.operator.post(`/platform/hosts/${instead}/drain`), 200);
    const vpc_id = demand(await client.post('/compute/vpcs', { name: id }), 201).body.id;
    const machine = await client.launch({ name: id, vpc_id });
    expect([machine.status, machine.public_ip]).toEqual(['running', computer.address]);
    demand(await fleet.operator.post(`/platform/hosts/${instead}/resume`), 200);
    return machine;
  }

  const askTicket = ({ machine }: Served) => client.post(`/compute/instances/${machine.id}/console-ticket`);
  const ticket = async (at: Served): Promise<string> => demand(await askTicket(at), 201).body.url;
  const browser = ({ tunnel, ca }: Served, from = origin()) => ({ ...tunnel.options(ca), origin: from });
  const open = async (at: Served) => ConsoleClient.open(await ticket(at), browser(at));
  const refusalOf = async (url: string, at: Served, from?: string) => {
    const refused = await ConsoleClient.connect(url, browser(at, from));
    if (refused instanceof ConsoleClient) throw new Error('it was not refused');
    return [refused.status, refused.code, refused.body.error];
  };
  const used = [401, 'invalid_token', 'ticket: is not one for this console, was used, or is more than 60 seconds old'];

  it('a host does not join with a certificate that browsers would refuse', async () => {
    const host = fleet.computer();
    const { address } = host.computer;
    const url = `wss://${address}:${port}`;
    const right = certify('right', [address]);
    const wrong = certify('wrong', ['host-2.example.in']);
    const mixed = certify('mixed', [address], readFileSync(right.key, 'utf8'));
    const said = async (...options: readonly string[]) =>
      host.join(fleet.url, await fleet.token(), ...options).then(
        () => 'joined',
        ({ message }: Error) => message,
      );
    expect(await said(...consoleOptions(url, wrong))).toBe(
      `svc-host: ${wrong.cert} is not for ${address} (but for host-2.example.in)\n`,
    );
    expect(await said(...consoleOptions(url, mixed))).toBe(
      `svc-host: ${mixed.key}: is not the key of the certificate\n`,
    );
    expect(await said('--console-url', url)).toBe(
      'svc-host: SVC_CONSOLE_URL, SVC_CONSOLE_CERT and SVC_CONSOLE_KEY go together: consoles need all three\n',
    );
    expect(await said(...consoleOptions('wss://127.0.0.1:8443', right))).toBe(
      'svc-host: 127.0.0.1 is no address at which browsers reach this host\n',
    );
    expect(await said(...consoleOptions(url, right), '--console-port', '20000')).toBe(
      "svc-host: port 20000 is one of machines' SSH ports (20000 to 29999)\n",
    );
  });

  it('a ticket opens a shell at the host of its machine, once', async () => {
    for (const at of [one, other]) {
      const url = await ticket(at);
      expect(url).toContain(`wss://${at.host.computer.address}:${port}/compute/ws/instances/${at.machine.id}/console?`);
      const console = await ConsoleClient.open(`${url}&cols=100&rows=30`, browser(at));
      console.type('hostname; stty size\r');
      await console.until(new RegExp(`${at.machine.name}[\\s\\S]*30 100`));
      expect(await refusalOf(url, at)).toEqual(used);
      console.type('exit 3\r');
      expect(await console.closed).toEqual({ code: 1000, reason: 'the shell ended' });
    }
  });

  it('it opens nothing at another host, and nothing for another page', async () => {
    const url = new URL(await ticket(one));
    const here = url.href;
    url.hostname = other.host.computer.address;
    const elsewhere = `instance ${one.machine.id} is on host ${one.host.id}, not on this one`;
    expect(await refusalOf(url.href, other)).toEqual([503, 'dependency_unavailable', elsewhere]);
    expect(await refusalOf(here, one)).toEqual(used);
    const said = 'Origin: "https://evil.example" may not open this console';
    const next = await ticket(one);
    expect(await refusalOf(next, one, 'https://evil.example')).toEqual([403, 'cross_origin', said]);
    (await ConsoleClient.open(next, browser(one))).socket.close();
  });

  it('shows who opened it, from where, in the audit log', async () => {
    const { audit_logs: logs } = (await client.get('/auth/audit-logs?q=/compute/ws/&limit=200')).body;
    const opened = logs.find(({ action, status }: { action: string; status: number }) => {
      return action === 'compute:OpenConsole' && status === 101;
    });
    expect(opened).toMatchObject({ source_ip: fleet.wire.middle.address, path: expect.not.stringContaining('ct_') });
  });

  it('an open one ends with its machine, and with its host', async () => {
    const [stopped, restarted] = [await open(one), await open(other)];
    await client.operate(one.machine.id, 'stop');
    expect((await stopped.closed).code).toBe(4409);
    await client.operate(one.machine.id, 'start');
    await other.host.kill('SIGTERM');
    expect(await restarted.closed).toEqual({ code: 1012, reason: 'the host agent goes down' });
    await other.host.run();
  });

  it('a renewed certificate is served without a restart', async () => {
    const { address } = one.host.computer;
    const console = await open(one);
    const renewed = { ...one, ca: certify(address, [address]).ca };
    await expect
      .poll(async () => ConsoleClient.connect(await ticket(one), browser(renewed)).catch(String))
      .toBeInstanceOf(ConsoleClient);
    console.type('echo still-"there"\r');
    await console.until(/still-there/);
    console.socket.close();
    one = renewed;
    expect((await one.host.command(['status'])).stdout).toMatch(
      new RegExp(`^consoles        wss://${address}:${port}, certificate until 20\\d\\d-`, 'm'),
    );
  });

  it('a host without one serves none, and says so', async () => {
    const file = join(other.host.stateDir, 'settings.env');
    await other.host.kill('SIGTERM');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/^SVC_CONSOLE_.*\n/gm, ''));
    await other.host.run();
    await expect
      .poll(async () => (await client.get(`/compute/instances/${other.machine.id}`)).body.status)
      .toBe('running');
    const { status, body } = await askTicket(other);
    expect([status, body.error]).toEqual([
      409,
      `host ${other.host.id} does not have the capability console (compute driver: container)`,
    ]);
    expect((await other.host.command(['status'])).stdout).toContain('consoles        none\n');
  });
});
