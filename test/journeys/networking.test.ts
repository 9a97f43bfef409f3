import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ElasticIp } from '#lib/model/compute/elastic-ip.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';
import { askTcp, openLine } from '#test/lib/runtime/support/guest-net.ts';
import { Ssh } from '#test/support/clients/ssh.ts';
import { CrashSite, sshAnswers } from '#test/support/crash/site.ts';
import { demand } from '#test/support/http/client.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const perl = (program: string) => `perl -MIO::Socket::INET -MIO::Select -e '${program}'`;
const soon = { prefer: 'wait=10' };

/* Networks, rules and addresses as a user sees them who has only the API, SSH, and programs in the machines. */
await whereContainersWork(() => {
  let site: CrashSite;
  let ssh: Ssh;
  let web: Instance;
  let app: Instance;
  let far: Instance;
  let address: ElasticIp;
  let capabilities: string[];
  beforeAll(async () => {
    site = await CrashSite.open({ SVC_COMPUTE: 'container' });
    ssh = new Ssh();
    const body = { name: 'laptop', public_key: await ssh.publicKey() };
    const ssh_key_id = demand(await site.client.post('/compute/ssh-keys', body), 201).body.id;
    const vpc_id = demand(await site.client.post('/compute/vpcs', { name: 'other' }), 201).body.id;
    address = demand(await site.client.post('/compute/elastic-ips', { name: 'front' }), 201).body;
    [web, app, far] = await Promise.all([
      site.client.launch({ name: 'web', ssh_key_id }),
      site.client.launch({ name: 'app', ssh_key_id }),
      site.client.launch({ name: 'far', ssh_key_id, vpc_id }),
    ]);
    capabilities = (await site.client.get('/healthz')).body.compute.capabilities;
  });
  afterAll(async () => {
    await site?.stop();
    site?.remove();
    ssh?.close();
  });

  /** Answers every line with the machine's name and that line until the machine goes down. Resolves when it listens. */
  async function serve(machine: Instance, port: number): Promise<void> {
    const each = `while (my $l = <$c>) { print $c "${machine.name} $l" } exit`;
    const server = `$SIG{CHLD} = "IGNORE"; my $s = IO::Socket::INET->new(LocalPort => ${port}, Listen => 5, ReuseAddr => 1) or die; while (my $c = $s->accept) { $c->autoflush(1); fork or do { ${each} }; close $c }`;
    const hex = port.toString(16).toUpperCase().padStart(4, '0');
    const look = `for i in $(seq 500); do grep -q ':${hex} ' /proc/net/tcp && exit; sleep 0.02; done; exit 9`;
    await ssh.run(machine, `nohup ${perl(server)} >/dev/null 2>&1 &\n${look}`);
  }

  /**
   * What a machine receives from another on a port. Empty when nothing comes within a time that a neighbour never
   * needs.
   */
  async function asks(from: Instance, to: Instance, port: number): Promise<string> {
    const client = `my $s = IO::Socket::INET->new(PeerAddr => "${to.private_ip}:${port}", Timeout => 1) or exit; $s->syswrite("hello\\n"); IO::Select->new($s)->can_read(1) and $s->sysread(my $l, 999); print $l`;
    return (await ssh.run(from, perl(client))).trim();
  }

  const rulesOf = async ({ id }: Instance) =>
    demand(await site.client.get(`/compute/instances/${id}/firewall?sort=created_at`), 200).body.rules;
  const open = async ({ id }: Instance, rule: object): Promise<string> =>
    demand(await site.client.post(`/compute/instances/${id}/firewall`, rule), 201).body.id;
  const shut = async ({ id }: Instance, rule: string) =>
    demand(await site.client.remove(`/compute/instances/${id}/firewall/rules/${rule}`), 200);
  const give = async ({ id }: Instance): Promise<ElasticIp> =>
    demand(await site.client.post(`/compute/elastic-ips/${address.id}/attach`, { instance_id: id }, soon), 200).body;
  const take = async (): Promise<ElasticIp> =>
    demand(await site.client.post(`/compute/elastic-ips/${address.id}/detach`, {}, soon), 200).body;
  const shown = async (): Promise<ElasticIp> =>
    demand(await site.client.get(`/compute/elastic-ips/${address.id}`), 200).body;
  const isSsh = ({ address: public_ip }: ElasticIp) => sshAnswers({ public_ip, ssh_port: 22 });
  const answers = (one: ElasticIp) => eventually(() => isSsh(one));
  const port = (number: number) => ({ direction: 'inbound', protocol: 'tcp', port_from: number });

  it('machines of a VPC reach one another, those of two do not', async () => {
    await Promise.all([serve(web, 8080), serve(far, 8080)]);
    await expect.poll(() => asks(app, web, 8080)).toBe('web hello');
    expect(await Promise.all([asks(app, far, 8080), asks(far, web, 8080)])).toEqual(['', '']);
  });

  it('a rule opens a port to the world, to some of it, and closes it', async () => {
    expect(await give(web)).toMatchObject({ status: 'attached', instance_id: web.id });
    expect(await askTcp(address.address, 8080)).toBe('');
    const rule = await open(web, port(8080));
    await expect.poll(() => askTcp(address.address, 8080)).toBe('web hello');
    await shut(web, rule);
    await expect.poll(() => askTcp(address.address, 8080)).toBe('');
    const only = await open(web, { ...port(8080), cidrs: ['127.9.9.9/32'] });
    await expect.poll(() => askTcp(address.address, 8080, '127.9.9.9')).toBe('web hello');
    expect(await askTcp(address.address, 8080)).toBe('');
    await shut(web, only);
  });

  it('SSH answers on port 22 of the address', async ({ skip }) => {
    if (!capabilities.includes('low_ports')) skip('ports below 1024 do not bind here');
    expect(await ssh.run({ public_ip: address.address, ssh_port: 22 }, 'hostname')).toBe('web\n');
  });

  it('an address that is given while a machine boots is there when it is up', async ({ skip }) => {
    if (!capabilities.includes('low_ports')) skip('ports below 1024 do not bind here');
    const one = async (name: string) => {
      const made: ElasticIp = demand(await site.client.post('/compute/elastic-ips', { name }), 201).body;
      const machine = await site.client.launch({ name }, { wait: 0 });
      const body = { instance_id: machine.id };
      const given = await site.client.post(`/compute/elastic-ips/${made.id}/attach`, body, soon);
      expect(demand(given, 200).body.status).toBe('attached');
      await site.client.until(machine.id, 'running');
      await answers(made);
      await site.client.operate(machine.id, 'stop');
      expect(await isSsh(made)).toBe(false);
      expect(await site.client.operate(machine.id, 'start')).toMatchObject({ status: 'running', ssh_ready: true });
      await answers(made);
      await site.client.operate(machine.id, 'terminate');
      expect(demand(await site.client.get(`/compute/elastic-ips/${made.id}`), 200).body.status).toBe('available');
      expect(await isSsh(made)).toBe(false);
    };
    await Promise.all(['first', 'second', 'third'].map(one));
  });

  it('rules hold inside a VPC', async ({ skip }) => {
    if (!capabilities.includes('east_west_firewall')) skip('this kernel keeps no rules between machines');
    const everything = (await rulesOf(web)).find(({ protocol }: { protocol: string }) => protocol === 'all');
    await shut(web, everything.id);
    await expect.poll(() => asks(app, web, 8080)).toBe('');
    const rule = await open(web, { ...port(8080), cidrs: [`${app.private_ip}/32`] });
    await expect.poll(() => asks(app, web, 8080)).toBe('web hello');
    await shut(web, rule);
    const back = demand(
      await site.client.ask(`/compute/instances/${web.id}/firewall`, {
        method: 'PUT',
        body: { rules: [port(22), { direction: 'inbound', protocol: 'all', cidrs: everything.cidrs }] },
      }),
      200,
    ).body;
    expect(back).toMatchObject({ rules: [{ port_from: 22 }, { protocol: 'all' }], default_outbound: 'allow' });
    await expect.poll(() => asks(app, web, 8080)).toBe('web hello');
  });

  it('an address moves from one machine to another while a connection flows', async () => {
    await Promise.all([serve(app, 9090), serve(web, 9090), open(web, port(9090)), open(app, port(9090))]);
    await expect.poll(() => askTcp(address.address, 9090)).toBe('web hello');
    const line = openLine(address.address, 9090);
    expect(await line.say('still here')).toBe('web still here');
    const untouched = await ssh.run(web, 'echo in');
    expect(await take()).toMatchObject({ status: 'available', instance_id: null });
    expect(await line.say('anybody?')).toBe('');
    expect(await give(app)).toMatchObject({ status: 'attached', instance_id: app.id });
    expect(await askTcp(address.address, 9090)).toBe('app hello');
    expect(untouched).toBe('in\n');
  });

  it('a killed platform comes back with rules and addresses as they were, and ends what it was at', async () => {
    const before = { rules: await rulesOf(app), address: await shown() };
    await site.crash();
    expect(await askTcp(address.address, 9090)).toBe('');
    await site.restart();
    await expect.poll(() => ssh.run(app, 'echo up')).toBe('up\n');
    await serve(app, 9090);
    await expect.poll(() => askTcp(address.address, 9090)).toBe('app hello');
    expect(await askTcp(address.address, 9091)).toBe('');
    expect({ rules: await rulesOf(app), address: await shown() }).toEqual(before);

    const taking = site.client.post(`/compute/elastic-ips/${address.id}/detach`);
    demand(await taking, 200);
    await site.crash();
    await site.restart();
    await expect.poll(async () => (await shown()).status).toBe('available');
    expect(await askTcp(address.address, 9090)).toBe('');
  });
});
