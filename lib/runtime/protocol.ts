import type { FirstBoot } from '#lib/model/compute/first-boot.ts';
import type { MachineSpec, Mount } from '#lib/model/compute/machine.ts';
import type { ServiceFailure } from '#lib/model/compute/service-failure.ts';
import type { Booted } from '#lib/runtime/driver-calls.ts';
import type { BalancerSpec, HealthNews } from './balancer/spec.ts';
import type { LogNews } from './console-log/log.ts';
import type { DiskAct } from './disks/own-disks.ts';
import type { DriverErrorCode, MachineStatus, OwnPowerOffCause } from './driver.ts';
import type { Attached, Converted, Growth, SnapshotInfo, VolumeSpec } from './driver-disks.ts';
import type { PullCall, PullProgress, StoredImage } from './driver-images.ts';
import type { MachineSample } from './driver-view.ts';
import type { Outside } from './forwarder/ways.ts';
import type { GroupPlace } from './groups/place.ts';
import type { Root } from './machines/root.ts';
import type { PlatformPart } from './platform/reach.ts';
import type { RuntimeProcesses } from './system/processes.ts';

/** What the runtime is started with; `state` is a folder that it may write. */
export interface RuntimeConfig {
  readonly kind: string;
  readonly state: string;
  /** Folder of the guest image, for a kind that has one. */
  readonly image: string | null;
  /** Why machines have one user each although their driver could give them more; null where they have. */
  readonly oneUser: string | null;
  /** Whether each machine has ids of its own, and the agent lends mounts of its folders. */
  readonly ownIds: boolean;
  /** Whether the agent keeps disks that are file systems of their own. */
  readonly ownDisks: boolean;
  /** Where machines' folders are on disks that several hosts reach; null where they are the host's own. */
  readonly shared: string | null;
  /** Where control groups are made: in the scope that the runtime is in, or there; null where none can be. */
  readonly groups: GroupPlace | 'scope' | null;
  /** Whether the agent opens connections to the platform for machines. */
  readonly platform: boolean;
  /** Whether machines that an earlier runtime has left go on; otherwise they end. */
  readonly resumes: boolean;
}

/** A machine that has ended while no runtime was there, at this time in milliseconds since 1970. */
export interface EndedMeanwhile {
  readonly id: string;
  readonly cause: OwnPowerOffCause;
  readonly when: number;
}

/** What a runtime has when it is open. */
export interface OpenedRuntime {
  readonly capabilities: string[];
  readonly images: StoredImage[] | null;
  /** Machines that run on, though the runtime that booted them has ended. */
  readonly up: readonly string[];
  readonly over: readonly EndedMeanwhile[];
}

/** How a machine is ended. */
export interface StopParams {
  readonly grace_ms: number;
  readonly force: boolean;
}

/** Every call that the agent can make to its runtime: parameters and reply. */
export interface Calls {
  open: [params: RuntimeConfig, reply: OpenedRuntime];
  create: [params: MachineSpec, reply: Booted];
  start: [params: MachineSpec, reply: Booted];
  stop: [params: StopParams & { id: string }, reply: null];
  reboot: [params: StopParams & { spec: MachineSpec }, reply: Booted];
  destroy: [params: { id: string }, reply: null];
  release: [params: { id: string }, reply: null];
  status: [params: { id: string }, reply: MachineStatus];
  list: [params: null, reply: string[]];
  processes: [params: null, reply: RuntimeProcesses];
  configure: [params: MachineSpec, reply: null];
  consoleLog: [params: { id: string; no: number }, reply: LogNews | null];
  samples: [params: null, reply: MachineSample[]];
  /** Comes with one end of a connection; `key` is the public key line that may log in on it. */
  console: [params: { id: string; key: string }, reply: { user: string }];
  createVolume: [params: VolumeSpec, reply: null];
  growVolume: [params: { id: string; size_gib: number }, reply: Growth];
  deleteVolume: [params: { id: string }, reply: null];
  attachVolume: [params: { machine: string; mount: Mount }, reply: Attached];
  detachVolume: [params: { machine: string; id: string; force: boolean }, reply: null];
  createSnapshot: [params: { machine: string; id: string }, reply: SnapshotInfo];
  restoreSnapshot: [params: { spec: MachineSpec; id: string; start: boolean }, reply: Booted | null];
  convertDisk: [params: { id: string }, reply: Converted];
  balance: [params: BalancerSpec, reply: null];
  unbalance: [params: { id: string }, reply: null];
  deleteSnapshot: [params: { id: string }, reply: null];
  /** Comes with the connection on which an archive is sent. */
  pullImage: [params: PullCall, reply: StoredImage];
  removeImage: [params: { id: string }, reply: null];
  close: [params: null, reply: null];
}

export type CallName = keyof Calls;

/** Messages from agent to runtime. */
export type Request =
  | { readonly type: 'call'; readonly seq: number; readonly name: CallName; readonly params: unknown }
  | { readonly type: 'abort'; readonly seq: number };

/** Folders of a machine: its disk with what lies below it (null: nothing), or a volume that it has. */
export type LentFolders = { readonly image: Root | null } | { readonly volume: string };

/** Agent to runtime: the requested socket, or why there is none. */
export interface Lent {
  readonly type: 'lent';
  readonly loan: number;
  readonly error?: string;
  /** What became of a disk, for such a request. */
  readonly done?: string;
}

/** Messages from runtime to agent. */
export type Report =
  | { readonly type: 'reply'; readonly seq: number; readonly value: unknown }
  | { readonly type: 'refusal'; readonly seq: number; readonly code: DriverErrorCode; readonly message: string }
  | { readonly type: 'health'; readonly news: HealthNews }
  | { readonly type: 'unbalanced'; readonly ids: readonly string[] }
  | { readonly type: 'progress'; readonly seq: number; readonly percent: number }
  | { readonly type: 'pulling'; readonly seq: number; readonly progress: PullProgress }
  | { readonly type: 'wrote'; readonly id: string }
  | { readonly type: 'firstboot'; readonly id: string; readonly news: FirstBoot }
  | { readonly type: 'servicefailed'; readonly id: string; readonly news: ServiceFailure }
  | { readonly type: 'outofmemory'; readonly id: string; readonly killed: number }
  | { readonly type: 'poweroff'; readonly id: string; readonly cause: OwnPowerOffCause }
  /** Asks for a socket that the runtime may not make itself. */
  | {
      readonly type: 'borrow';
      readonly loan: number;
      readonly kind: keyof Outside;
      readonly host: string;
      readonly port: number;
    }
  /** Asks for mounts of this machine's folders with ids of its own. */
  | { readonly type: 'mounts'; readonly loan: number; readonly machine: string; readonly folders: LentFolders }
  /** Asks for a change of a disk that is a file system of its own. */
  | { readonly type: 'disk'; readonly loan: number; readonly asked: DiskAct }
  /** Asks for a connection to the platform, for this machine. */
  | { readonly type: 'reach'; readonly loan: number; readonly part: PlatformPart; readonly machine: string }
  | { readonly type: 'log'; readonly line: string };
