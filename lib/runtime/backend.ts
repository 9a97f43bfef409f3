import type { Server, Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import type { ServiceFailure } from '#lib/model/compute/service-failure.ts';
import type { InsideSpec } from './balancer/spec.ts';
import type { borrowMounts } from './borrow.ts';
import { DriverError } from './driver.ts';
import type { CopyOptions, VolumeSpec } from './driver-disks.ts';
import type { StoredImage } from './driver-images.ts';
import type { Inside } from './forwarder/ways.ts';
import type { Launch, Login } from './launch.ts';
import type { MachineRecord } from './machines/record.ts';
import type { NetBytes, ProcessUse } from './metering/processes.ts';
import type { ReachPlatform } from './platform/reach.ts';
import type { SharedFolder } from './ssh/agent.ts';
import type { SshServer } from './ssh/server.ts';
import type { HolderProcess } from './system/processes.ts';

/** Why a guest went down: it was shut down, it wants to start again, or it ended without shutting down. */
export type GuestEnd = 'poweroff' | 'reboot' | 'crash';

/** A volume, with the folder of its files on the host and its place in the machine. */
export interface VolumeMount extends VolumeSpec {
  readonly source: string;
  readonly mount_path: string;
}

/** The SSH service that a guest has of its own. */
export interface GuestSsh extends SshServer {
  /** Lets exactly these keys of the platform log in. */
  authorize(keys: readonly string[]): Promise<void>;
  /** Stores user data in the machine. Runs it there as root if it is a script, without waiting for its end. */
  firstBoot(userData: string): Promise<void>;
}

/** How a copy is followed and aborted. */
export interface CopyFollowing {
  readonly signal: AbortSignal;
  readonly onProgress?: CopyOptions['onProgress'] | undefined;
}

/** A booted machine. */
export interface Guest {
  /** Resolves once, when no process of the machine is left. */
  readonly ended: Promise<GuestEnd>;
  /** Resolves when its init has begun to shut down. */
  readonly leaving: Promise<void>;
  /** What its init, and the programs that init starts, write. Absent when nothing of that is followed. */
  readonly console?: Readable;
  /** Calls the listener with each service that has failed, as the guest says. Absent where none are kept. */
  onServiceFailed?(listener: (news: ServiceFailure) => void): void;
  /** Has init start the programs of every boot: the machine is open, and those of its first boot have ended. */
  proceed?(): void;
  /** Host pid of its init. */
  readonly init: number;
  /** Bytes through its own network since it booted; absent where it has none. */
  traffic?(): NetBytes | null;
  /** Asks the machine to end by itself. */
  powerOff(): void;
  /** Ends it at once. */
  kill(): void;
  /**
   * Has a runtime that comes after this one take it over; `notice` is what its owner is told. Absent where machines end
   * with the runtime.
   */
  keep?(notice: string | null): void;
  /**
   * Has it end within a second once this file says another name, or is gone, also while no runtime is there. Absent
   * where machines end with the runtime.
   */
  claim?(file: string, name: string): void;
  /** The script of its first boot, where that outlives the runtime. */
  readonly script?: {
    /** Whether one had begun when the machine was taken over. */
    readonly isBegun: boolean;
    /** Notes that it has begun. */
    begun(): void;
    /** Its code, as the machine tells it; null where the machine does not tell it any more. */
    readonly ended: Promise<number | null>;
  };
  /** Starts a login's program; absent where the guest does that itself. */
  launch?(login: Login): Launch;
  /** The guest's own SSH service; where it has none, the host serves SSH for it, by `launch`. */
  readonly ssh?: GuestSsh;
  /**
   * Copies the disk as it is now into an empty folder, and answers the copy's size in bytes. Absent when the disk's
   * files can be read directly.
   */
  copyDisk?(to: string, following: CopyFollowing): Promise<number>;
  /** Gives an attached volume its new size at once. Absent when volumes have no size. */
  grow?(volume: VolumeMount): Promise<void>;
  /**
   * Mounts a volume in its place, and answers the device's name inside, or null without a device. Does nothing when it
   * is there already.
   */
  attach(volume: VolumeMount): Promise<string | null>;
  /**
   * Unmounts a volume. Does nothing when it is not there. VOLUME_BUSY when it is in use, unless `force` ends the
   * processes that use it.
   */
  detach(volume: VolumeMount, force: boolean): Promise<void>;
  /** Opens a connection from inside the machine's own network. Absent when the driver cannot do that. */
  dial?(host: string, port: number): Promise<Socket>;
  /** Opens a server on the machine's own loopback, port 0 for any. Absent when it has no network of its own. */
  listenLocally?(port: number): Promise<Server>;
  /**
   * Where the machine's files are on the host, and those of the image below them, for one with users of its own; the
   * highest layer first. Absent where they are the disk's.
   */
  readonly files?: { readonly root: string; readonly images: readonly string[] };
  /** A folder of the machine in which it reaches a socket of the host. */
  readonly shared?: SharedFolder;
  /** Opens a server on the machine's private address. Absent when the machine has no network of its own. */
  listen?(port: number): Promise<Server>;
  /**
   * Applies the firewall to the machine's own network, and resolves once it holds. Open flows stay open. Absent when
   * the machine has no network of its own.
   */
  restrict?(firewall: MachineSpec['firewall']): Promise<void>;
  /**
   * Lets the names of the spec lead to the machine within its VPC, in place of those that it had, until it ends. Absent
   * when the VPC has no names.
   */
  introduce?(spec: MachineSpec): void;
  /** The forwarder's access to the machine. Absent when the machine has no network of its own. */
  readonly inside?: Inside;
}

/** A VPC's network on this host, for programs of the host. It stays up until it is released. */
export interface Network {
  /** Starts a program of the host in it. */
  enter(argv: readonly string[]): Launch;
  /**
   * Lets the names of a load balancer lead to its address there, in place of those that it had; null takes them away.
   * Absent when the VPC has no names.
   */
  name?(id: string, inside: InsideSpec | null): void;
  /** Resolves when the network ended without being released. */
  readonly ended: Promise<void>;
  release(): void;
}

/** How a disk was brought into the layout of new ones: what lies below it, and what its owner is told. */
export interface CarriedOver {
  /** Its image from now on; null where the disk stays as it is. */
  readonly root: string | null;
  readonly notice: string | null;
}

/** What a host has for its backend beside folders. */
export interface BackendOptions {
  /** The machines' way to the platform. */
  readonly reach: ReachPlatform | null;
  /** Lends mounts by which each machine has ids of its own; null where machines share a range. */
  readonly mounts: typeof borrowMounts | null;
  /** A folder whose mounts no network of a VPC may keep in use: disks are below it. Null where none are mounted. */
  readonly hidden: string | null;
  /** Why each machine has one user, for its owner; null where machines have more, or never could. */
  readonly oneUser: string | null;
}

/** What decides about the files that a machine gets of the platform's. */
export interface ImageTraits {
  /** Paths below which it gets none. */
  readonly closed: readonly string[];
  readonly package_manager: string | null;
  /** The image's program, for a machine that runs it as a service; null for another one. */
  readonly program: ImageProgram | null;
}

/** How the program of an image runs: its words, and what the image says of where and as whom. */
export interface ImageProgram extends Pick<StoredImage, 'env' | 'user'> {
  readonly argv: readonly string[];
  readonly cwd: string;
}

/** A machine that runs, although the runtime that has booted it has ended. */
export interface LeftMachine {
  readonly notice: string | null;
  /** Takes it over as `boot` would answer it. */
  resume(record: MachineRecord, folder: string, joins?: readonly string[]): Promise<Guest>;
  end(): Promise<void>;
}

/** What is left of the machines of runtimes that have ended: by id those that run, and what has ended since. */
export interface LeftMachines {
  readonly up: ReadonlyMap<string, LeftMachine>;
  /** `when` is in milliseconds since 1970. */
  readonly over: readonly { readonly id: string; readonly cause: GuestEnd; readonly when: number }[];
}

/** Makes machines out of folders. The lifecycle around it is the same for every backend. */
export interface Backend {
  /** The image below the disks of new machines, by its name; absent where disks have none. */
  readonly root?: string;
  /**
   * Tests that the backend works here, and answers its capabilities. Rejects with UNSUPPORTED when it does not work.
   */
  probe(): Promise<string[]>;
  /** Fills a new machine's folder; `image` says what its image is like where that is not the host's own system. */
  prepare(record: MachineRecord, folder: string, image?: ImageTraits): Promise<void>;
  /** MiB that a machine's programs on the host hold beside its memory; without it none. */
  readonly overhead_mib?: number;
  /** Whether machines can be made of other images than the host's own system. */
  readonly layers?: boolean;
  /**
   * Prepares the folder of a new machine whose disk is a copy: gives it a name of its own, and the program that it is
   * asked to run. Follows no link on that disk.
   */
  adopt(record: MachineRecord, folder: string, program: ImageProgram | null): Promise<void>;
  /**
   * Brings the disk of a machine without an image, on which nothing runs, into the layout of new ones where that can
   * be. FAILED when it could not be completed; another call does that. Absent where the layout was always the same.
   */
  carryOver?(record: MachineRecord, folder: string): Promise<CarriedOver>;
  /**
   * Resolves when commands can be run inside. Leaves nothing behind when it rejects. A process writes 0 to the files
   * `joins`, which move it into the machine's control groups, before it enters the machine.
   */
  boot(record: MachineRecord, folder: string, signal: AbortSignal, joins?: readonly string[]): Promise<Guest>;
  /** Finds what earlier runtimes have left, before anything boots. Absent where machines end with the runtime. */
  left?(): Promise<LeftMachines>;
  /** What holds machines that outlive the runtime. Absent where they end with it. */
  holders?(): readonly HolderProcess[];
  /** Ends what of that nobody has taken over. */
  endLeft?(): Promise<void>;
  /**
   * Answers what the processes of these guests use, from one scan of the host. Absent when the system does not list
   * processes.
   */
  census?(guests: readonly Guest[]): Promise<ReadonlyMap<Guest, readonly ProcessUse[]>>;
  /** Holds a VPC's network. Absent when VPCs have no network. */
  network?(vpc: MachineSpec['vpc'], signal: AbortSignal): Promise<Network>;
  /** Ends what the backend itself keeps running. Called when no guest is left. */
  close(): Promise<void>;
  /**
   * Ends the same as `close`, but synchronously and at once: the agent is gone. Absent where machines outlive the
   * agent.
   */
  abandon?(): void;
}

/** The function that starts a login's program in a guest. FAILED for a guest that starts its programs itself. */
export function entrance({ launch }: Pick<Guest, 'launch'>): NonNullable<Guest['launch']> {
  if (launch) return launch;
  throw new DriverError('FAILED', 'this machine starts its programs itself');
}
