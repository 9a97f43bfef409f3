import { afterAll, beforeAll } from 'vitest';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import type { ComputeDriver } from '#lib/runtime/driver.ts';
import type { DriverKind } from '#lib/runtime/registry.ts';
import { type DriverHome, driverHome } from './driver-home.ts';
import { machineSpec } from './machine-spec.ts';
import { type ClientKey, type Login, OpenSsh } from './openssh.ts';

/** A driver with a real SSH client beside it, for the length of a describe block. */
export interface SshMachines {
  readonly home: DriverHome;
  readonly driver: ComputeDriver;
  readonly ssh: OpenSsh;
  readonly key: ClientKey;
  readonly user: string;
  spec(change?: Partial<MachineSpec>): Promise<MachineSpec>;
  /** A running machine and the login to it. */
  boot(change?: Partial<MachineSpec>): Promise<Login>;
  reopen(): Promise<void>;
}

/** Opens one before the block's tests and removes it after them. */
export function useSshMachines(kind: DriverKind): () => SshMachines {
  let home: DriverHome;
  let driver: ComputeDriver;
  let ssh: OpenSsh;
  let key: ClientKey;
  beforeAll(async () => {
    home = await driverHome();
    driver = await home.open(kind);
    ssh = await OpenSsh.open();
    key = await ssh.makeKey('laptop');
  });
  afterAll(async () => {
    await driver.close();
    await home.remove();
    await ssh.close();
  });
  return () => {
    const image = driver.images().find(({ available }) => available);
    const spec = (change?: Partial<MachineSpec>) =>
      machineSpec(image?.id ?? '', { authorized_keys: [key.line], ...change });
    return {
      home,
      driver,
      ssh,
      key,
      spec,
      user: image?.default_user ?? '',
      async boot(change) {
        const machine = await spec(change);
        const { host_key } = await driver.create(machine);
        return { spec: machine, key, hostKey: host_key };
      },
      async reopen() {
        await driver.close();
        driver = await home.open(kind);
      },
    };
  };
}
