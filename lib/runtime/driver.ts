import type { MachineSpec } from '#lib/model/compute/machine.ts';
import type { Booted, CallOptions, StopOptions } from '#lib/runtime/driver-calls.ts';
import type { BalancingDriver } from './driver-balancing.ts';
import type { DiskDriver } from './driver-disks.ts';
import type { ViewDriver } from './driver-view.ts';

/** What a driver knows about a machine; anything transient belongs to the caller's record, not to the host. */
export type MachineStatus = 'absent' | 'stopped' | 'running';

/** An image as this host sees it; `reason` says in one sentence why an unavailable one cannot be booted here. */
export interface ImageInfo {
  readonly id: string;
  readonly name: string;
  readonly distribution: string;
  readonly version: string;
  readonly default_user: string;
  readonly available: boolean;
  readonly reason: string | null;
}

/** Why a machine went down by itself: `guest` = it shut itself down, `crash` = its processes were lost with no shutdown. */
export type PowerOffCause = 'guest' | 'crash';

/** Called once per machine that went down without having been told to. */
export type PowerOffListener = (id: string, cause: PowerOffCause) => void;

/** Stable reasons of a refused or failed driver call. */
export type DriverErrorCode =
  /** spec.ssh.host:port is held by something else. */
  | 'PORT_IN_USE'
  /** The machine has no disk on this host; or the volume or snapshot is not there. */
  | 'ABSENT'
  /** The caller's signal fired: a call under way leaves the machine stopped with its disk, one that had not begun does nothing. */
  | 'ABORTED'
  /** The spec cannot be honoured by this driver (unknown image, bad key line). */
  | 'INVALID'
  /** Files of the volume are open in its machine. */
  | 'VOLUME_BUSY'
  /** Another machine has the volume. */
  | 'VOLUME_IN_USE'
  /** The driver kind cannot work on this host, or cannot do this. */
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

/** Machines on one host. Every call is idempotent by machine id: repeated after a lost answer, it ends in the same state. */
export interface ComputeDriver extends DiskDriver, ViewDriver {
  readonly kind: string;
  /** What works here, as words (`ssh`, `egress`, `memory_limit` …); what is not named is refused. */
  capabilities(): readonly string[];
  images(): readonly ImageInfo[];
  /** TCP ports of the host that this driver holds for itself, and that machines must not be given. */
  reservedPorts?(): readonly number[];
  /** Makes the disk where there is none and boots; resolves when an SSH handshake would be answered. PORT_IN_USE, INVALID, ABORTED. */
  create(spec: MachineSpec, options?: CallOptions): Promise<Booted>;
  /** Boots an existing disk; a running machine is left alone. ABSENT without a disk, PORT_IN_USE, ABORTED. */
  start(spec: MachineSpec, options?: CallOptions): Promise<Booted>;
  /** Ends every process of the machine and keeps its disk; a stopped or absent one is left alone. */
  stop(id: string, options: StopOptions): Promise<void>;
  /** Stop, then start: also boots a stopped machine, so that an interrupted reboot can be repeated. ABSENT without a disk. */
  reboot(spec: MachineSpec, options: StopOptions): Promise<Booted>;
  /** Removes the machine and its disk at once, whatever it was doing (calls under way reject with ABORTED); fine when absent. */
  destroy(id: string): Promise<void>;
  status(id: string): Promise<MachineStatus>;
  /** Ids of every machine with a disk on this host. */
  list(): Promise<readonly string[]>;
  /**
   * Applies the spec's keys, firewall and addresses, and nothing else of it, to a running or stopped machine: new logins
   * and connections obey them at once, open ones stay. ABSENT without a disk, INVALID for a bad key or CIDR.
   */
  configure(spec: MachineSpec): Promise<void>;
  /** Load balancers, where this driver has them. */
  readonly balancing?: BalancingDriver;
  /** Returns the function that unsubscribes. */
  onPowerOff(listener: PowerOffListener): () => void;
  /** Stops every machine and leaves no process, mount, interface or port; disks stay. Later calls reject with CLOSED. */
  close(options?: { readonly keep?: false }): Promise<void>;
}
