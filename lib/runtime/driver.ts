import type { FirstBoot } from '#lib/model/compute/first-boot.ts';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import type { OutOfMemory } from '#lib/model/compute/out-of-memory.ts';
import type { ServiceFailure } from '#lib/model/compute/service-failure.ts';
import type { BalancerSpec, HealthNews } from './balancer/spec.ts';
import type { LogNews } from './console-log/log.ts';
import type { Booted, CallOptions, StopOptions } from './driver-calls.ts';
import type { DiskDriver } from './driver-disks.ts';
import type { ImageContents, ImageDriver } from './driver-images.ts';
import type { ViewDriver } from './driver-view.ts';
import type { RuntimeProcesses } from './system/processes.ts';

/** What a driver knows about a machine. Transient statuses belong to the caller's record, not to the host. */
export type MachineStatus = 'absent' | 'stopped' | 'running';

/** An image on this host; `reason` says in one sentence why an unavailable one cannot be booted here. */
export interface ImageInfo {
  readonly id: string;
  readonly name: string;
  readonly distribution: string;
  readonly version: string;
  readonly default_user: string;
  readonly available: boolean;
  readonly reason: string | null;
  /** Whether its files are on this host. An available one that is not pulled yet comes by `imageStore.pull`. */
  readonly pulled: boolean;
  /** The reference by which it is pulled; null where it is in no registry. */
  readonly reference: string | null;
  /** What is inside; absent where nobody has looked. */
  readonly contents?: ImageContents;
}

/**
 * Why a machine went down by itself: `guest` means it shut itself down, `crash` means its processes ended without a
 * shutdown, and `runtime` that the runtime ended, which is no failure of the machine.
 */
export type PowerOffCause = 'guest' | 'crash' | 'runtime';

/** What a runtime reports of one machine, and what a host tells of a machine that stays down. */
export type OwnPowerOffCause = Exclude<PowerOffCause, 'runtime'>;

/** What is reported of a machine that has ended in this way. */
export const ownCauseOf = (end: 'poweroff' | 'reboot' | 'crash'): OwnPowerOffCause =>
  end === 'crash' ? 'crash' : 'guest';

/** Called once for each machine that went down without a call to stop it. */
export type PowerOffListener = (id: string, cause: PowerOffCause) => void;

/** Stable reasons of a refused or failed driver call. */
export type DriverErrorCode =
  /** spec.ssh.host:port is held by another program. */
  | 'PORT_IN_USE'
  /** The machine has no disk on this host, or the volume or snapshot does not exist. */
  | 'ABSENT'
  /**
   * The caller's signal fired. A call that had begun leaves the machine stopped, with its disk; one that had not
   * begun does nothing.
   */
  | 'ABORTED'
  /** The driver cannot honour the spec (unknown image, bad key line). */
  | 'INVALID'
  /** Files of the volume are open in its machine. */
  | 'VOLUME_BUSY'
  /** Another machine has the volume. */
  | 'VOLUME_IN_USE'
  /** The driver cannot work on this host, or cannot do this. */
  | 'UNSUPPORTED'
  /** The driver was closed, or lost its runtime during the call. */
  | 'CLOSED'
  /** Anything else; worth another attempt. */
  | 'FAILED';

/** The only error a driver call rejects with; `message` is one sentence fit for an operator. */
export class DriverError extends Error {
  readonly code: DriverErrorCode;

  constructor(code: DriverErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DriverError';
    this.code = code;
  }
}

/**
 * Machines on one host. Every call is idempotent by machine id: repeated after a lost answer, it ends in the same
 * state.
 */
export interface ComputeDriver extends DiskDriver, ViewDriver {
  readonly kind: string;
  /** What works here, as capability words (`ssh`, `egress`, `memory_limit` …). What is not named is refused. */
  capabilities(): readonly string[];
  images(): readonly ImageInfo[];
  /** TCP ports of the host that this driver holds for itself, and that machines must not get. */
  reservedPorts?(): readonly number[];
  /**
   * Makes the disk if there is none, and boots. Resolves when an SSH handshake would be answered. PORT_IN_USE,
   * INVALID, ABORTED.
   */
  create(spec: MachineSpec, options?: CallOptions): Promise<Booted>;
  /** Boots an existing disk. Does nothing when the machine runs. ABSENT without a disk, PORT_IN_USE, ABORTED. */
  start(spec: MachineSpec, options?: CallOptions): Promise<Booted>;
  /** Ends every process of the machine and keeps its disk. Does nothing when it is stopped or absent. */
  stop(id: string, options: StopOptions): Promise<void>;
  /**
   * Stops, then starts. Also boots a stopped machine, so that an interrupted reboot can be repeated. ABSENT without a
   * disk.
   */
  reboot(spec: MachineSpec, options: StopOptions): Promise<Booted>;
  /**
   * Removes the machine and its disk at once; calls that run on it reject with ABORTED. Does nothing when it is
   * absent.
   */
  destroy(id: string): Promise<void>;
  /**
   * Ends the machine and leaves its disk to the host that has it now. Only where disks are shared; does nothing when
   * it is absent.
   */
  release?(id: string): Promise<void>;
  status(id: string): Promise<MachineStatus>;
  /** Ids of every machine with a disk on this host. */
  list(): Promise<readonly string[]>;
  /**
   * Applies the spec's name, facts, keys, firewall and addresses, and nothing else of it, to a running or stopped
   * machine. New logins and connections obey them at once, and open ones stay. Its own hostname is the new name after
   * its next boot. ABSENT without a disk, INVALID for a bad key or CIDR.
   */
  configure(spec: MachineSpec): Promise<void>;
  /** What machines tell of their boots, if this driver hears it. */
  readonly boots?: BootsDriver;
  /** Images beside the host's own system, if this driver's machines can be made of them. */
  readonly imageStore?: ImageDriver;
  /** Load balancers, if this driver has them. */
  readonly balancing?: BalancingDriver;
  /**
   * Machines of an earlier agent that run on, to be started again by their specs, and those whose end the first
   * listener of `onPowerOff` is told of. Absent where machines end with the agent.
   */
  found?(): { readonly up: readonly string[]; readonly ended: readonly string[] };
  /** The runtime, and what holds machines that outlive it. Absent for a driver that is a part of the agent. */
  processes?(): Promise<RuntimeProcesses>;
  /** Adds a listener; the first one hears of what has ended before. Answers the function that removes it. */
  onPowerOff(listener: PowerOffListener): () => void;
  /**
   * Stops every machine and leaves no process, mount, interface or port. Disks stay. Later calls reject with CLOSED.
   * With `handsOver`, machines that outlive an agent run on for the next one.
   */
  close(options?: { readonly handsOver?: boolean }): Promise<void>;
}

/** What machines tell of their boots: their console logs, what their user data came to, and services that failed. */
export interface BootsDriver {
  /** A machine's console log since its last boot, from part `no` on; null before its first boot here. */
  consoleLog(id: string, no: number): Promise<LogNews | null>;
  /** Calls the listener shortly after a machine has written lines, a few times a second at most. */
  onWrote(listener: (id: string) => void): void;
  /**
   * Calls the listener when a machine's user data starts and ends, and again with the last of it at each later boot.
   */
  onFirstBoot(listener: (id: string, news: FirstBoot) => void): void;
  /** Calls the listener with each service that has failed for good, as its machine says. */
  onServiceFailed(listener: (id: string, news: ServiceFailure) => void): void;
  /** Calls the listener, not at once, after processes of a machine were ended because it had no more memory. */
  onOutOfMemory(listener: (id: string, news: OutOfMemory) => void): void;
}

/** Load balancers on a host. A driver has them when `load_balancing` is among its capabilities. */
export interface BalancingDriver {
  /**
   * Serves a load balancer as the spec says, or changes one that is served. PORT_IN_USE when a listener's port is
   * taken.
   */
  balance(spec: BalancerSpec): Promise<void>;
  /** Frees its ports and ends its connections. Does nothing when there is no such load balancer. */
  unbalance(id: string): Promise<void>;
  /** Calls the listener with the health of backends on every change, and every half minute. */
  onHealth(listener: (news: HealthNews) => void): void;
  /**
   * Calls the listener with load balancers that are no longer served although they were not removed. `balance` serves
   * them again.
   */
  onLost(listener: (ids: readonly string[]) => void): void;
}
