import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Instance } from '#lib/model/compute/instance.ts';
import { Ssh } from '#test/support/clients/ssh.ts';
import { faultsIn, readBooks } from '#test/support/crash/books.ts';
import { HostFleet } from '#test/support/hosts/host-fleet.ts';
import type { JoinedHost } from '#test/support/hosts/joined-host.ts';
import { noWire } from '#test/support/hosts/wire.ts';
import { Client, demand } from '#test/support/http/client.ts';
import { processesOf } from '#test/support/processes/processes-of.ts';

/*
 * A cut of the network for eleven minutes, which go by the computer's clock: nobody can move that. It runs where this
 * file is named (vitest.config.ts).
 */

const missing = noWire();
if (missing) process.stderr.write(`the cut of a host is skipped: ${missing}\n`);

const timeout = 15 * 60_000;

describe.skipIf(missing)('a host whose network is cut until it is lost', { timeout }, () => {
  let fleet: HostFleet;
  let client: Client;
  let ssh: Ssh;
  let host: JoinedHost;
  let machine: Instance;
  let boot: string;
  beforeAll(async () => {
    fleet = await HostFleet.open();
    client = await Client.register(fleet.platform.baseUrl);
    ssh = new Ssh(fleet.wire.computer().wrapper);
    const key = { name: 'laptop', public_key: await ssh.publicKey() };
    const ssh_key_id = demand(await client.post('/compute/ssh-keys', key), 201).body.id;
    host = await fleet.host();
    machine = await client.launch({ name: 'cut', ssh_key_id });
    boot = await answers(bootTime);
    await answers('echo kept > mark');
  });
  afterAll(async () => {
    ssh?.close();
    await fleet?.close();
  });

  const bootTime = 'cat /proc/1/stat | cut -d " " -f 22';
  const answers = async (command: string) => (await ssh.run(machine, command)).trim();
  const shown = () => client.show(machine.id);
  const stateOf = async () => (await fleet.shown(host.id)).state;

  it('it is silent after a minute, and lost after ten: its machine is in error', async () => {
    host.computer.plug(false);
    const began = Date.now();
    await expect.poll(stateOf, { timeout }).toBe('silent');
    await expect.poll(stateOf, { timeout }).toBe('lost');
    // biome-ignore lint/plugin: a machine is kept for ten minutes of the real clock
    expect(Date.now() - began).toBeGreaterThan(9.5 * 60_000);
    await expect.poll(async () => (await shown()).status).toBe('error');
    expect((await shown()).status_reason).toBe('host lost');
    expect(processesOf(host.stateDir)).not.toEqual([]);
  });

  it('back again, its agent ends so that it is started anew; then the machine is stopped, and starts', async () => {
    host.computer.plug(true);
    expect(await host.ended()).toBe(1);
    expect(host.written).toContain(`svc-host: host ${host.id} was lost meanwhile; its agent must start again\n`);
    await expect.poll(() => processesOf(host.stateDir)).toEqual([]);
    await host.run();
    await expect.poll(async () => (await shown()).status).toBe('stopped');
    expect(await stateOf()).toBe('active');
    await client.operate(machine.id, 'start');
    await expect.poll(() => answers('cat mark').catch(() => '')).toBe('kept');
    expect(await answers(bootTime)).not.toBe(boot);
  });

  it('afterwards no port, hold or room is lost', async () => {
    await host.kill('SIGTERM');
    await fleet.platform.stop();
    const books = await readBooks(fleet.platform.dataDir);
    expect(faultsIn(books)).toEqual([]);
  });
});
