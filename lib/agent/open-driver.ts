import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ComputeDriver, DriverError, type DriverKind } from './driver.ts';
import { openSimulatedDriver } from './drivers/simulated/driver.ts';
import { openHostedDriver } from './hosted/hosted-driver.ts';
import { SYSTEM_STATE } from './hosted/state-folder.ts';

/** What can be asked for: a driver, or `auto` for the best one that works here. */
export type DriverChoice = DriverKind | 'auto';

const CHOICES: readonly DriverChoice[] = ['auto', 'container', 'process', 'qemu', 'simulated'];

/** Where the driver keeps its machines and how it tells what it does. */
export interface DriverOptions {
  /** Made when absent; one agent at a time may use it. */
  readonly dir: string;
  /** Multiplies the durations of the simulated driver, and nothing else. */
  readonly timeScale: number;
  /** Host address of the machines' SSH ports. */
  readonly publicIp: string;
  readonly log: (line: string) => void;
  /** Where an agent started as root keeps machines, since its data folder may be closed to them; /var/lib/svc unless told. */
  readonly systemDir?: string;
  /** Folder of the guest image that `npm run qemu:install` builds; `qemu` beside the machines' folder unless told. */
  readonly guestImage?: string;
}

/** Opens a driver and ends what an earlier, crashed agent left; UNSUPPORTED, in one sentence, for a kind that cannot work here. */
export async function openDriver(choice: DriverChoice, options: DriverOptions): Promise<ComputeDriver> {
  if (!CHOICES.includes(choice)) {
    throw new DriverError('UNSUPPORTED', `there is no driver ${JSON.stringify(choice)}: use ${CHOICES.join(', ')}`);
  }
  await mkdir(options.dir, { recursive: true, mode: 0o700 }).catch((error: Error) => {
    throw new DriverError('UNSUPPORTED', `the data folder cannot be used: ${error.message}`);
  });
  if (choice !== 'auto') return openKind(choice, options);
  try {
    return await openKind('container', options);
  } catch (error) {
    if (!(error instanceof DriverError) || error.code !== 'UNSUPPORTED') throw error;
    options.log(`${error.message}; machines are plain processes instead`);
    return openKind('process', options);
  }
}

function openKind(
  kind: DriverKind,
  { dir, log, timeScale, systemDir, guestImage }: DriverOptions,
): Promise<ComputeDriver> {
  if (kind === 'simulated') return openSimulatedDriver(join(dir, kind), timeScale);
  const image = kind === 'qemu' ? (guestImage ?? join(dirname(dir), 'qemu')) : null;
  return openHostedDriver({ kind, dir: join(dir, kind), image, log, systemDir: systemDir ?? SYSTEM_STATE });
}
