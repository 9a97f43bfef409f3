import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { removeWithMachines } from '#lib/agent/hosted/id-range.ts';
import type { RegistryAccess } from '#lib/agent/hosted/registry-auth.ts';
import { openDriver } from '#lib/agent/open-driver.ts';
import type { ComputeDriver } from '#lib/runtime/driver.ts';
import type { DriverChoice } from '#lib/runtime/registry.ts';

/** Where `npm run qemu:install` has put the guest image. */
export const guestImage = resolve(process.env.SVC_DATA_DIR ?? '.svc', 'qemu');

/** A place for a driver's data that is removed after the test. */
export interface DriverHome {
  readonly dir: string;
  readonly systemDir: string;
  readonly logged: string[];
  open(choice: DriverChoice, timeScale?: number, registries?: RegistryAccess): Promise<ComputeDriver>;
  remove(): Promise<void>;
}

/** Makes one. A driver opened as root drops to another user, which must be able to pass through. */
export async function driverHome(): Promise<DriverHome> {
  const base = await mkdtemp(join(tmpdir(), 'svc-agent-'));
  await chmod(base, 0o711);
  const home = { dir: join(base, 'data'), systemDir: join(base, 'system'), logged: [] as string[] };
  return {
    ...home,
    open: (choice, timeScale = 1, registries = { loopback: false, auth: null }) =>
      openDriver(choice, {
        ...home,
        timeScale,
        registries,
        publicIp: '127.0.0.1',
        guestImage,
        log: (line) => void home.logged.push(line),
      }),
    remove: () => removeWithMachines([base]),
  };
}
