import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ElasticIp } from '#lib/model/compute/elastic-ip.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import type { LoadBalancer } from '#lib/model/compute/load-balancer.ts';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';
import { Ssh } from '#test/support/clients/ssh.ts';
import { visit } from '#test/support/compute/site.ts';
import { CrashSite } from '#test/support/crash/site.ts';
import { demand } from '#test/support/http/client.ts';
import { killPart, partOf } from '#test/support/platform/parts.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

/** An app as a service, and a program of every boot; the page tells how often the machine has booted. */
const user_data = `#cloud-config
hostname: app-host
write_files:
  - path: /etc/services.d/app/run
    permissions: '0755'
    content: |
      #!/bin/sh
      cd /srv && exec python3 -m http.server 8080
  - path: /etc/boot.d/count
    permissions: '0755'
    content: |
      #!/bin/sh
      echo boot >> /srv/boots
      { hostname; wc -l < /srv/boots; } > /srv/index.html
runcmd:
  - echo first boot
`;

await whereContainersWork(() =>
  describe('an app that is set up to run', () => {
    let site: CrashSite;
    let ssh: Ssh;
    let machine: Instance;
    let address: ElasticIp;
    let balancer: LoadBalancer;
    beforeAll(async () => {
      site = await CrashSite.open({ SVC_COMPUTE: 'container' });
      ssh = new Ssh();
      const key = demand(
        await site.client.post('/compute/ssh-keys', { name: 'laptop', public_key: await ssh.publicKey() }),
        201,
      ).body.id;
      address = demand(await site.client.post('/compute/elastic-ips', {}), 201).body;
      const firewall_rules = [
        { direction: 'inbound', protocol: 'tcp', port_from: 22 },
        { direction: 'inbound', protocol: 'tcp', port_from: 8080 },
      ] as const;
      machine = await site.client.launch({
        name: 'app',
        ssh_key_id: key,
        elastic_ip_id: address.id,
        user_data,
        firewall_rules,
      });
      const listeners = [{ protocol: 'http', port: 8080, target_port: 8080 }];
      const health_check = { interval_seconds: 2, timeout_seconds: 1, healthy_threshold: 2, unhealthy_threshold: 2 };
      balancer = demand(
        await site.client.post('/compute/load-balancers', { name: 'front', listeners, health_check }),
        201,
      ).body;
      demand(
        await site.client.post(`/compute/load-balancers/${balancer.id}/backends`, { instance_id: machine.id }),
        201,
      );
    });
    afterAll(async () => {
      await site?.stop();
      site?.remove();
      ssh?.close();
    });

    /** Resolves when the app answers by both of its public addresses, in this boot or a later one. */
    const answers = async (boots: number) => {
      const page = `app-host\n${boots}`;
      for (const at of [address.address, balancer.public_ip]) {
        await expect.poll(() => visit(at, 8080), { timeout: 60_000 }).toBe(page);
      }
    };

    it('serves after its first boot, whose user data tells how it ended', async () => {
      await answers(1);
      const types = async () => {
        const { events } = demand(await site.client.get(`/compute/instances/${machine.id}/events`), 200).body;
        return (events as { type: string }[]).map(({ type }) => type);
      };
      await expect.poll(types).toEqual(expect.arrayContaining(['user_data_started', 'user_data_finished']));
      expect(await ssh.run(machine, 'hostname; cat /var/log/user-data.log')).toBe('app-host\nfirst boot\n');
      const log = demand(await site.client.get(`/compute/instances/${machine.id}/console-log`), 200).body;
      expect(log.lines).toContain('first boot');
    });

    let boots = 1;
    const cases: [what: string, act: () => unknown][] = [
      ['a reboot', () => site.client.operate(machine.id, 'reboot')],
      [
        'a stop and a start',
        async () => {
          await site.client.operate(machine.id, 'stop');
          await site.client.operate(machine.id, 'start');
        },
      ],
      [
        'a restart of the platform',
        async () => {
          await site.stop();
          await site.restart();
        },
      ],
      [
        'kill -9 of all of the platform',
        async () => {
          await site.crash();
          await site.restart();
        },
      ],
      ...(['agent', 'network host', 'init'] as const).map((part): [string, () => void] => [
        `kill -9 of the ${part}`,
        () => killPart(site.platform, part),
      ]),
    ];
    it.each(cases)("serves again after %s, without anybody's help", async (_, act) => {
      await act();
      await answers(++boots);
      await eventually(async () => (await site.client.show(machine.id)).ssh_ready);
    });

    it('serves on in the same boot after kill -9 of the runtime', async () => {
      const before = await eventually(() => partOf(site.platform, 'runtime'));
      killPart(site.platform, 'runtime');
      await eventually(() => ![undefined, before].includes(partOf(site.platform, 'runtime')));
      await answers(boots);
    });

    it('serves on after kill -9 of what balances load, and of the database', async () => {
      for (const part of ['balancer', 'database'] as const) {
        killPart(site.platform, part);
        await answers(boots);
      }
    });

    it('ran its user data once', async () => {
      expect(await ssh.run(machine, 'cat /var/log/user-data.log')).toBe('first boot\n');
      const { events } = demand(await site.client.get(`/compute/instances/${machine.id}/events`), 200).body;
      const types = (events as { type: string }[]).map(({ type }) => type);
      expect(types.filter((type) => type.startsWith('user_data'))).toEqual(['user_data_finished', 'user_data_started']);
    });
  }),
);
