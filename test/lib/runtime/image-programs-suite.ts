import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { volumeSpec } from './disks-conformance.ts';
import { bareLayer, busyboxLayer } from './support/busybox.ts';
import { ImageGround } from './support/image-ground.ts';
import type { Login } from './support/openssh.ts';
import { tarOf } from './support/tar-of.ts';

/** What an image's program says of who it is. */
const ASKS = `echo "$WHO in $(pwd) as $(id -u):$(id -g) of $(id -G), at home in $HOME"; exec sleep 1000`;

/** Programs of images; `words` have an ordinary user's agent have a range of ids, and null stands for root's. */
export function describeImagePrograms(words: readonly string[] | null): void {
  describe(`programs of images${words ? ', on the platform of an ordinary user' : ''}`, () => {
    let ground: ImageGround;
    const group = 'root:x:0:\napp:x:20:\nlogs:x:30:other,app\nadm:x:40:app\n';
    const base = busyboxLayer([{ name: 'etc/group', body: group }]);
    beforeAll(async () => {
      ground = await ImageGround.open(words);
    });
    afterAll(() => ground.close());
    const run = async (login: Login, command: string) => (await ground.ssh.run(login, command)).stdout;
    const end = async ({ spec }: Login, image: string) => {
      await ground.agent.driver.destroy(spec.id);
      await ground.agent.driver.remove(image);
    };

    it.each([
      ['1234:20', '1234:20 of 20, at home in /'],
      ['1234', '1234:0 of 0, at home in /'],
      ['10', '10:20 of 20 30 40, at home in /data'],
      ['app', '10:20 of 20 30 40, at home in /data'],
      ['app:logs', '10:30 of 30, at home in /data'],
      ['', '0:0 of 0, at home in /root'],
    ])('run as user %j says, with no program of the image for that', async (User, who) => {
      const config = { Env: ["WHO=it's\nme"], WorkingDir: '/data/x', User, Entrypoint: ['sh', '-c'], Cmd: [ASKS] };
      const without = tarOf(['su', 'setpriv', 'setuidgid', 'chpst'].map((name) => ({ name: `bin/.wh.${name}` })));
      const { id } = await ground.pushed('program', [base, without], config);
      const login = await ground.boot(id, { run_entrypoint: true });
      const said = async () => (await ground.lines(login)).filter((line) => line.startsWith('me in'));
      await expect.poll(said).toEqual([`me in /data/x as ${who}`]);
      await run(login, 'kill -9 $(pidof sleep)');
      await expect.poll(said).toHaveLength(2);
      expect(await ground.lines(login)).toContain(
        'init: service entrypoint ended with code 137; it starts again in 1 s',
      );
      await end(login, id);
    });

    it('have nothing open but their input and output, which they may open by name', async () => {
      const look = 'echo "open: $(ls /proc/self/fd | tr "\\n" " ")" >/dev/stdout; exec sleep 1000';
      const { id } = await ground.pushed('open', [base], { User: 'app', Entrypoint: ['sh', '-c', look] });
      const login = await ground.boot(id, { run_entrypoint: true });
      // The fourth is that of `ls`, on the folder.
      await expect.poll(() => ground.lines(login)).toContain('open: 0 1 2 3 ');
      const keeper = 'for p in /proc/[0-9]*; do grep -q svc-entrypoint $p/comm && ls -l $p/fd && cat $p/cmdline; done';
      const shown = await run(login, keeper);
      expect(shown).not.toMatch(/socket|ns|net:|\/proc/);
      expect(shown.trim().split('\n').at(-1)?.replaceAll('\0', '')).toBe('svc-entrypoint');
      await end(login, id);
    });

    it.each([
      ['nobody-there', 'init: service entrypoint: there is no user nobody-there'],
      ['app:none', 'init: service entrypoint: the ids of app are no numbers from 0 to 65535'],
      ['70000', 'init: service entrypoint: the ids of 70000 are no numbers from 0 to 65535'],
    ])('say why they cannot run as user %j, and the machine is there', async (User, why) => {
      const { id } = await ground.pushed('nobody', [base], { User, Entrypoint: ['true'] });
      const login = await ground.boot(id, { run_entrypoint: true });
      await expect.poll(() => ground.lines(login)).toContain(why);
      expect(await run(login, 'id -u')).toBe('0\n');
      await end(login, id);
    });

    it('end in order with their machine, and begin again with it, as their file says by then', async () => {
      const loop = 'trap "echo told >/root/told; exit 0" TERM; echo begun as $(id -un); while :; do sleep 0.1; done';
      const { id } = await ground.pushed('order', [base], { Entrypoint: ['/bin/sh', '-c', loop] });
      const login = await ground.boot(id, { run_entrypoint: true });
      await expect.poll(() => ground.lines(login)).toContain('begun as root');
      await run(login, 'sed -i "s/^user .*/user app/" /etc/services.d/entrypoint/program');
      await ground.agent.driver.reboot(login.spec, { grace_ms: 60_000, force: false });
      await expect.poll(() => ground.lines(login)).toContain('begun as app');
      expect(await run(login, 'cat /root/told; rm /etc/services.d/entrypoint/program')).toBe('told\n');
      await ground.agent.driver.stop(login.spec.id, { grace_ms: 60_000, force: false });
      await ground.agent.driver.start(login.spec);
      expect(await run(login, 'ps | grep -c "svc-entrypoin[t]"; id -u')).toBe('0\n0\n');
      await end(login, id);
    });

    it('are those of the image of a snapshot, where its machine is asked to run one', async () => {
      const Entrypoint = ['sh', '-c', 'echo begun in $(hostname); exec sleep 1000'];
      const { id } = await ground.pushed('snapshot', [base], { Entrypoint });
      const { spec } = await ground.boot(id);
      const snapshot = `snap-${randomUUID()}`;
      await ground.agent.driver.createSnapshot(spec.id, snapshot);
      await ground.agent.driver.destroy(spec.id);
      const login = await ground.boot(id, { source_snapshot_id: snapshot, run_entrypoint: true });
      await expect.poll(() => ground.lines(login)).toContain(`begun in ${login.spec.name}`);
      await ground.agent.driver.deleteSnapshot(snapshot);
      await end(login, id);
    });

    it('wait for the volumes of their machine', async () => {
      const { id } = await ground.pushed('waits', [base], { Entrypoint: ['sh', '-c', 'cat /mnt/data/x; sleep 1000'] });
      const login = await ground.boot(id, { run_entrypoint: true });
      const { driver } = ground.agent;
      const volume = volumeSpec();
      const mount = { id: volume.id, mount_path: '/mnt/data' };
      await driver.createVolume(volume);
      await driver.attachVolume(login.spec.id, mount);
      await run(login, 'echo attached > /mnt/data/x');
      const spec = { ...login.spec, volumes: [mount] };
      await driver.reboot(spec, { grace_ms: 60_000, force: false });
      await expect.poll(() => ground.lines(login)).toContain('attached');
      expect(await ground.lines(login)).not.toContain("cat: can't open '/mnt/data/x': No such file or directory");
      await end(login, id);
      await driver.deleteVolume(volume.id);
    });

    it('run where there is no shell: files come and go, logins are refused, and it ends and boots in order', async () => {
      const loop = 'trap "echo told >>/log; exit 0" TERM; echo begun; while :; do /own/busybox sleep 0.1; done';
      const config = { Entrypoint: ['/own/busybox', 'sh', '-c', loop] };
      const { id, shell } = await ground.pushed('bare', [bareLayer()], config);
      expect(shell).toBe(false);
      const login = await ground.boot(id, { run_entrypoint: true });
      const begun = () => expect.poll(() => ground.lines(login)).toEqual(['begun']);
      await begun();
      const none = await ground.ssh.run(login, 'id');
      expect([none.code, none.stderr]).toEqual([127, '/bin/sh: No such file or directory\n']);
      await ground.agent.driver.reboot(login.spec, { grace_ms: 60_000, force: false });
      await begun();
      await ground.agent.driver.stop(login.spec.id, { grace_ms: 60_000, force: false });
      await ground.agent.driver.start(login.spec);
      await begun();
      expect(await ground.fetched(login, '/log')).toBe('told\ntold\n');
      await end(login, id);
    });
  });
}
