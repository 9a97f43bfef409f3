import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Instance } from '#lib/client/index.ts';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';
import { Ssh } from '#test/support/clients/ssh.ts';
import { Client } from '#test/support/http/client.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';
import { type OrdinaryUser, ordinaryUser } from '#test/support/processes/ordinary-user.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const user_data = `#!/bin/sh
echo set up by $(id -u)
mkdir -p /etc/services.d/app
printf '#!/bin/sh\\nexec sleep 4245\\n' > /etc/services.d/app/run
chmod 755 /etc/services.d/app/run
`;

/**
 * Who asks in the machine. A machine has one user for the kernel (`single_user`); the last of these has none of root's
 * rights.
 */
const askers: [who: string, user: string, uid: string, before: string][] = [
  ['root', 'root', '0', ''],
  ['the user of the image', 'debian', '0', ''],
  ['a program without rights', 'root', '1000', 'unshare --user --map-user=1000 --map-group=1000 '],
];

/** Who has started the platform. */
const hosts = ['whoever runs the tests', ...(process.getuid?.() === 0 ? ['an ordinary user'] : [])];

await whereContainersWork(() => {
  describe.each(hosts)('on a platform of %s', (who) => {
    let owner: OrdinaryUser | undefined;
    let platform: RunningPlatform;
    let client: Client;
    let ssh: Ssh;
    let machine: Instance;
    let key: string;
    beforeAll(async () => {
      if (who === 'an ordinary user') owner = ordinaryUser();
      platform = await startPlatform(owner?.platform ?? { env: { SVC_COMPUTE: 'container' } });
      ssh = new Ssh();
      client = await Client.verified(platform.baseUrl);
      const { id } = await client.api.importSshKey({ body: { name: 'laptop', public_key: await ssh.publicKey() } });
      machine = await client.launch({ name: 'app', image_id: 'debian-12', ssh_key_id: id, user_data });
      await client.api.createBucket({ body: { name: 'from-inside' } });
      await client.api.createUser({ body: { username: 'app' } });
      await client.api.attachUserPolicy({ username: 'app', policy_id: 'AdministratorAccess' });
      const made = await client.api.createAccessKey({ username: 'app' });
      key = `${made.access_key_id}:${made.secret_key}`;
    });
    afterAll(async () => {
      ssh?.close();
      await platform?.stop();
      owner?.remove();
    });

    describe.each(askers)('%s in a machine', (_, user, uid, before) => {
      /** What a program of this user prints. */
      const said = async (script: string) =>
        (await ssh.run(machine, `${before}sh -c '${script.replaceAll("'", `'"'"'`)}'`, user)).trim();
      const signed = (service: string) => `curl -s --aws-sigv4 aws:amz:in-mum:${service} -u ${key}`;

      it('is who it is', async () => {
        expect(await said('id -u')).toBe(uid);
      });

      it('finds names', async () => {
        expect((await said('getent hosts app.internal')).split(/\s+/)).toEqual([machine.private_ip, 'app.internal']);
        expect(await said('getent hosts nobody.internal || echo none')).toBe('none');
      });

      it('learns what the machine is, by a token alone', async () => {
        const at = 'http://169.254.169.254/v1';
        const token = await said(`curl -s -X PUT -H "X-Metadata-Token-TTL-Seconds: 60" ${at}/token`);
        const { id, name } = JSON.parse(await said(`curl -s -H "X-Metadata-Token: ${token}" ${at}/instance`));
        expect({ id, name }).toEqual({ id: machine.id, name: 'app' });
        expect(await said(`curl -s -o /dev/null -w "%{http_code}" ${at}/instance`)).toBe('401');
      });

      it('calls the API, and nothing else of the host', async () => {
        const shown = JSON.parse(await said(`${signed('svc')} http://api.internal/compute/instances/${machine.id}`));
        expect(shown).toMatchObject({ id: machine.id, private_ip: machine.private_ip });
        expect(await said('curl -s -o /dev/null -w "%{http_code}" http://api.internal/dev/clock')).toBe('404');
      });

      it('writes to a bucket and reads it', async () => {
        const s3 = `${signed('s3')} -H "x-amz-content-sha256: UNSIGNED-PAYLOAD"`;
        await said(`echo from ${uid} | ${s3} -X PUT --data-binary @- http://s3.internal/from-inside/${uid}`);
        expect(await said(`${s3} http://from-inside.s3.internal/${uid}`)).toBe(`from ${uid}`);
      });

      it('reads what user data wrote', async () => {
        expect(await said('cat /var/log/user-data.log')).toBe('set up by 0');
      });

      it('may end a service, which is there again', async () => {
        const running = () => said('pgrep -xf "sleep 4245" || true');
        const first = await eventually(async () => /^\d+$/.exec(await running())?.[0]);
        await said(`kill -9 ${first}`);
        await eventually(async () => /^\d+$/.test(await running()) && (await running()) !== first);
      });
    });
  });
});
