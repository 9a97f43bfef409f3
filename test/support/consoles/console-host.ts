import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLocalDoor } from '#lib/agent/console/local-door.ts';
import { startRelay } from '#lib/agent/console/relay.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { environment } from '#lib/model/platform/settings.ts';
import { launched, putInto, up } from '#test/support/compute/instances.ts';
import { linkOf } from '#test/support/hosts/host-link.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { ConsoleClient, type RefusedHandshake } from './console.ts';
import { consoleShells } from './console-shells.ts';

/** A relay on a host whose machines are shells of this computer, behind the SSH server of real machines. */
export interface ConsoleHost {
  /** A new instance of that host, running. */
  machine(owner: Parameters<typeof launched>[0]): Promise<Instance>;
  connect(id: string, bearer: string): Promise<ConsoleClient | RefusedHandshake>;
  /** Opens a console and waits for its shell. Throws when it is refused. */
  open(id: string, bearer: string): Promise<ConsoleClient>;
  /** A file of the shells' starting folder; empty when it does not exist. */
  read(name: string): string;
  close(): Promise<void>;
}

/** Opens such a host on a table that the test has made. Consoles are idle after `idleMs` milliseconds (real clock). */
export async function openConsoleHost(idleMs: number): Promise<ConsoleHost> {
  const dir = mkdtempSync(join(tmpdir(), 'svc-relay-'));
  const { id: host_id } = await standInHost({ driver: 'process', capabilities: ['ssh', 'console'] });
  // A laptop's front listener leads to it, with whatever credentials a client has.
  environment().SVC_MODE = 'local';
  const shells = consoleShells(dir);
  const relay = startRelay(await openLocalDoor(join(dir, 'relay'), async () => true), {
    driver: shells,
    link: await linkOf(host_id),
    idleMs,
    log: () => undefined,
  });
  const address = (id: string) => `ws+unix://${dir}/relay:/compute/ws/instances/${id}/console`;
  const options = (bearer: string) => ({
    headers: { authorization: `Bearer ${bearer}`, 'x-svc-source': '127.0.0.1' },
  });
  return {
    machine: async (owner) => {
      const instance = await launched(owner);
      await putInto(instance, { ...up, host_key: shells.hostKey, host_id });
      return instance;
    },
    connect: (id, bearer) => ConsoleClient.connect(address(id), options(bearer)),
    open: (id, bearer) => ConsoleClient.open(address(id), options(bearer)),
    read: (name) => (existsSync(join(dir, name)) ? readFileSync(join(dir, name), 'utf8') : ''),
    close: async () => {
      delete environment().SVC_MODE;
      await relay.close();
      shells.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
