import type { Backend, BackendOptions } from './backend.ts';
import type { ComputeDriver } from './driver.ts';
import { IMAGE_FILES, INSTALL_COMMAND } from './drivers/qemu/image/files.ts';

/** A guest image: its folder in the data folder, its files, and the command that builds it. */
export interface GuestImage {
  readonly folder: string;
  readonly files: readonly string[];
  readonly install: string;
}

/**
 * Opens a backend in a state folder that the runtime may write; `image` is the guest image's folder, or '' without one,
 * and `more` what else the host has for them.
 */
type OpenBackend = (state: string, image: string, more: BackendOptions) => Backend;

/** A driver whose machines live under the runtime process. */
export interface HostedDriverEntry {
  readonly runs: 'runtime';
  load(): Promise<OpenBackend>;
  /** Whether machines outlive a runtime that ends unasked, and the next one takes them over. */
  readonly lasts: boolean;
  readonly image: GuestImage | null;
  /** Whether its machines can have users of their own, on an image of the host's system. */
  readonly users: boolean;
}

/** A driver that is a part of the agent process. */
interface AgentDriverEntry {
  readonly runs: 'agent';
  load(): Promise<(dir: string, timeScale: number) => Promise<ComputeDriver>>;
}

const inRuntime = (
  load: HostedDriverEntry['load'],
  { lasts = false, image = null, users = false }: Partial<HostedDriverEntry> = {},
) => ({ runs: 'runtime', load, lasts, image, users }) as const;

const inAgent = (load: AgentDriverEntry['load']) => ({ runs: 'agent', load }) as const;

const qemuImage: GuestImage = { folder: 'qemu', files: IMAGE_FILES, install: INSTALL_COMMAND };

/** The folders of guest images in the data folder. */
export const imageFolders: readonly string[] = [qemuImage.folder];

/** Every compute driver, in the order in which messages name them. A driver's code is loaded when it is needed. */
export const drivers = {
  container: inRuntime(async () => (await import('./drivers/container/backend.ts')).containerBackend, {
    lasts: true,
    users: true,
  }),
  process: inRuntime(async () => (await import('./drivers/process/backend.ts')).processBackend),
  qemu: inRuntime(async () => (await import('./drivers/qemu/backend.ts')).qemuBackend, {
    lasts: true,
    image: qemuImage,
  }),
  simulated: inAgent(async () => (await import('./drivers/simulated/driver.ts')).openSimulatedDriver),
} satisfies Record<string, HostedDriverEntry | AgentDriverEntry>;

/** The name of a driver. */
export type DriverKind = keyof typeof drivers;

/** The name of a driver whose machines live under the runtime process. */
export type HostedKind = {
  [Kind in DriverKind]: (typeof drivers)[Kind] extends HostedDriverEntry ? Kind : never;
}[DriverKind];

/** The driver that `auto` takes when it works on this host, and the one that it takes otherwise. */
export const automatic = { first: 'container', otherwise: 'process' } as const satisfies Record<string, DriverKind>;

/** What can be configured: a driver, or `auto`. */
export type DriverChoice = DriverKind | 'auto';

/** Every value that can be configured. */
export const driverChoices: readonly DriverChoice[] = ['auto', ...(Object.keys(drivers) as DriverKind[])];
