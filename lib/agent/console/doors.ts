import { isOnLaptop } from '#lib/agent/place.ts';
import { sshPorts } from '#lib/model/compute/limits.ts';
import { isNearConsole, readConsoleAddress } from '#lib/model/platform/console-address.ts';
import type { Environment } from '#lib/model/platform/setting.ts';
import { setting } from '#lib/model/platform/settings.ts';
import type { ComputeDriver } from '#lib/runtime/driver.ts';
import type { Door } from './door.ts';
import { openLocalDoor } from './local-door.ts';
import { OwnDoor, type OwnDoorPlace } from './own-door.ts';

/** What a host that has joined tells of its consoles. */
export interface OwnConsoles {
  /** Where browsers reach them; undefined while they do not. */
  readonly url: string | undefined;
  readonly state: string;
  allow(origins: readonly string[]): void;
}

/** By what browsers come to the consoles of a host. */
export interface Doors {
  /** Opens what they come in by, once there is somebody to take them in; undefined where they do not come. */
  open(): Promise<Door | undefined>;
  /** Of a host that has joined. */
  readonly own?: OwnConsoles;
}

/** The door that the settings name. That of a host which has joined listens at once, so that it can be offered. */
export async function openDoors(
  driver: Pick<ComputeDriver, 'status'>,
  publicIp: string,
  log: (text: string) => void,
): Promise<Doors> {
  if (isOnLaptop()) {
    const socket = setting('SVC_CONSOLE_SOCKET');
    const has = async (id: string) => (await driver.status(id)) !== 'absent';
    return { open: async () => (socket ? openLocalDoor(socket, has) : undefined) };
  }
  try {
    const place = ownPlace(publicIp);
    if (place === undefined) return shut('none');
    const door = await OwnDoor.open({ ...place, log });
    return { open: async () => door, own: door };
  } catch (error) {
    // The machines are served all the same.
    const { message } = error as Error;
    log(`consoles: ${message}`);
    return shut(`none: ${message}`);
  }
}

const shut = (state: string): Doors => ({
  open: async () => undefined,
  own: { url: undefined, state, allow: () => undefined },
});

/**
 * Where a host serves consoles by itself, by its settings; undefined where it does not. Throws a sentence for settings
 * that do not go together.
 */
export function ownPlace(publicIp: string, env?: Environment): Omit<OwnDoorPlace, 'log'> | undefined {
  const url = setting('SVC_CONSOLE_URL', env);
  const [cert, key] = [setting('SVC_CONSOLE_CERT', env), setting('SVC_CONSOLE_KEY', env)];
  const named = setting('SVC_CONSOLE_PORT', env);
  if (!url && !cert && !key && named === undefined) return undefined;
  const address = readConsoleAddress(url ?? '');
  if (!address || !cert || !key)
    throw new Error('SVC_CONSOLE_URL, SVC_CONSOLE_CERT and SVC_CONSOLE_KEY go together: consoles need all three');
  if (isNearConsole(address)) throw new Error(`${address.host} is no address at which browsers reach this host`);
  const port = named ?? address.port;
  if (port >= sshPorts.from && port < sshPorts.to)
    throw new Error(`port ${port} is one of machines' SSH ports (${sshPorts.from} to ${sshPorts.to - 1})`);
  return { address, listen: { host: setting('SVC_LISTEN_IP', env) || publicIp, port }, files: { cert, key } };
}
