import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ComputeDriver, DriverError } from '#lib/runtime/driver.ts';
import {
  automatic,
  type DriverChoice,
  type DriverKind,
  driverChoices,
  drivers,
  type HostedKind,
} from '#lib/runtime/registry.ts';
import { SYSTEM_STATE } from './hosted/homes.ts';
import { openHostedDriver } from './hosted/hosted-driver.ts';
import { endLeftMachines } from './hosted/left.ts';
import type { RegistryAccess } from './hosted/registry-auth.ts';

/** Where the driver keeps its machines, and where it logs. */
export interface DriverOptions {
  /** Made when absent; only one agent at a time may use it. */
  readonly dir: string;
  /** Whether `auto` may take its second choice. Default: it may. */
  readonly mayFallBack?: boolean;
  /** Multiplies the durations of the simulated driver, and nothing else. */
  readonly timeScale: number;
  /** Host address of the machines' SSH ports. */
  readonly publicIp: string;
  /** The unix socket by which machines reach the platform. Default: they do not. */
  readonly platform?: string | null;
  /** The disks that machines have together with other hosts; of its own where it is left out. */
  readonly diskScope?: string | undefined;
  /** How registries are reached. Default: anonymously, and none of this computer. */
  readonly registries?: RegistryAccess;
  readonly log: (line: string) => void;
  /**
   * Where an agent started as root keeps machines, because its data folder may be closed to them. Default:
   * /var/lib/svc.
   */
  readonly systemDir?: string;
  /** Folder of the guest image. Default: the one that the registry names, beside the machines' folder. */
  readonly guestImage?: string;
}

/**
 * Opens a driver, which takes over or ends what an earlier agent left running when it crashed. Rejects with
 * UNSUPPORTED, and the reason in one sentence, for a driver that does not exist or cannot work on this host.
 */
export async function openDriver(choice: DriverChoice, options: DriverOptions): Promise<ComputeDriver> {
  if (!driverChoices.includes(choice)) {
    const known = driverChoices.join(', ');
    throw new DriverError('UNSUPPORTED', `there is no driver ${JSON.stringify(choice)}: use ${known}`);
  }
  await mkdir(options.dir, { recursive: true, mode: 0o700 }).catch((error: Error) => {
    throw new DriverError('UNSUPPORTED', `the data folder cannot be used: ${error.message}`);
  });
  if (choice !== 'auto') return openAlone(choice, options);
  try {
    return await openAlone(automatic.first, options);
  } catch (error) {
    if (!(error instanceof DriverError) || error.code !== 'UNSUPPORTED' || options.mayFallBack === false) throw error;
    options.log(`${error.message}; machines are plain processes instead`);
    return openAlone(automatic.otherwise, options);
  }
}

/** Ends what an earlier agent has left of other drivers' machines, which nobody would take over. */
async function openAlone(kind: DriverKind, options: DriverOptions): Promise<ComputeDriver> {
  await endLeftMachines(options.dir, { except: kind, system: options.systemDir ?? SYSTEM_STATE });
  return openKind(kind, options);
}

const NONE: RegistryAccess = { loopback: false, auth: null };

async function openKind(
  kind: DriverKind,
  { dir, timeScale, systemDir = SYSTEM_STATE, guestImage, platform = null, registries = NONE, ...more }: DriverOptions,
): Promise<ComputeDriver> {
  const driver = drivers[kind];
  const place = join(dir, kind);
  const { log, diskScope } = more;
  if (diskScope !== undefined && kind !== 'container')
    throw new DriverError('UNSUPPORTED', `machines of the driver ${kind} have no disks that several hosts reach`);
  if (driver.runs === 'agent') return (await driver.load())(place, timeScale);
  const image = driver.image && (guestImage ?? join(dirname(dir), driver.image.folder));
  const options = { kind: kind as HostedKind, dir: place, image, platform, registries, log, systemDir, diskScope };
  return openHostedDriver(options);
}
