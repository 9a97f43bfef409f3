import { describe, expect, it } from 'vitest';
import type { DriverKind } from '#lib/runtime/registry.ts';
import { rule } from './support/machine-spec.ts';
import type { Login } from './support/openssh.ts';
import { useSshMachines } from './support/ssh-machines.ts';

const service = 'http://169.254.169.254';

/** What machines are told of themselves. */
export function describeMetadata(kind: DriverKind): void {
  describe(`metadata of ${kind} machines`, () => {
    const machines = useSshMachines(kind);
    /** The body and the status, as curl in the machine gets them; status 0 for no answer. */
    const ask = async (login: Login, path: string, args = '') => {
      const { stdout } = await machines().ssh.run(
        login,
        `curl -s --max-time 5 -w '\\n%{http_code}' ${args} ${service}${path}`,
      );
      const cut = stdout.lastIndexOf('\n');
      return { status: Number(stdout.slice(cut + 1)), body: stdout.slice(0, cut) };
    };
    const tokenOf = async (login: Login) =>
      (await ask(login, '/v1/token', "-X PUT -H 'X-Metadata-Token-TTL-Seconds: 60'")).body;
    const withToken = (token: string) => `-H 'X-Metadata-Token: ${token}'`;

    it('are their spec, by a token of their own', async () => {
      const { boot, driver } = machines();
      const [one, two] = await Promise.all([boot({ name: 'one', user_data: 'a: "b"\n' }), boot({ name: 'two' })]);
      expect(driver.capabilities()).toContain('metadata');
      const [token, other] = await Promise.all([tokenOf(one), tokenOf(two)]);
      const { status, body } = await ask(one, '/v1/instance', withToken(token));
      const { id, private_ip, public_hostname, ssh, facts } = one.spec;
      expect({ status, ...JSON.parse(body) }).toEqual({
        ...facts,
        status: 200,
        id,
        name: 'one',
        private_ip,
        public_ip: ssh.host,
        ssh_port: ssh.port,
        public_hostname,
        user_data: 'a: "b"\n',
      });
      expect(await ask(one, '/v1/user-data', withToken(token))).toEqual({ status: 200, body: 'a: "b"\n' });
      expect(await ask(two, '/v1/user-data', withToken(other))).toMatchObject({ status: 404 });
      for (const [path, stolen] of [
        ['/v1/instance', other],
        ['/v1/user-data', other],
      ] as const)
        expect(await ask(one, path, withToken(stolen))).toMatchObject({ status: 401 });
      for (const { spec } of [one, two]) await driver.destroy(spec.id);
    });

    it('are new after a change, and reached whatever the outbound rules are', async () => {
      const { boot, driver } = machines();
      const login = await boot();
      const token = await tokenOf(login);
      const { inbound } = login.spec.firewall;
      const facts = { ...login.spec.facts, tags: { role: 'new' } };
      const firewall = { inbound, outbound: [rule('tcp', 443)] };
      await driver.configure({ ...login.spec, name: 'renamed', facts, firewall });
      const { body } = await ask(login, '/v1/instance', withToken(token));
      expect(JSON.parse(body)).toMatchObject({ name: 'renamed', tags: { role: 'new' } });
      await driver.destroy(login.spec.id);
    });

    it('are refused to what looks like a request of somebody else', async () => {
      const { boot, driver } = machines();
      const login = await boot();
      const good = withToken(await tokenOf(login));
      const ttl = (seconds: string) => `-X PUT -H 'X-Metadata-Token-TTL-Seconds: ${seconds}'`;
      const refused = async (path: string, args: string) => (await ask(login, path, args)).status;
      expect(await refused('/v1/instance', '')).toBe(401);
      expect(await refused('/v1/instance', withToken('x'))).toBe(401);
      expect(await refused('/v1/instance', `${good} -H 'X-Forwarded-For: 10.0.0.1'`)).toBe(401);
      expect(await refused('/v1/token', `${ttl('60')} -H 'X-Forwarded-For: 10.0.0.1'`)).toBe(401);
      expect(await refused('/v1/instance', `${good} -H 'Host: evil.example'`)).toBe(401);
      for (const wrong of ['', '0', '21601', '-1', '1e3', '60.5', 'x'])
        expect(await refused('/v1/token', ttl(wrong))).toBe(400);
      expect(await refused('/v1/token', ttl('21600'))).toBe(200);
      expect(await refused('/v1/token', '')).toBe(405);
      expect(await refused('/v1/instance', `${good} -X POST -d x`)).toBe(405);
      for (const path of ['/', '/latest/meta-data/', '/v1/instance/', '/v1/../v1/instance'])
        expect(await refused(path, `${good} --path-as-is`)).toBe(404);
      await driver.destroy(login.spec.id);
    });
  });
}
