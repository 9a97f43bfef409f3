import type { Server, Socket } from 'node:net';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import type { CopyOptions, VolumeSpec } from './driver-disks.ts';
import type { Inside } from './forwarder/ways.ts';
import type { Launch, Login } from './launch.ts';
import type { MachineRecord } from './machines/record.ts';
import type { NetBytes } from './metering/processes.ts';
import type { SshServer } from './ssh/server.ts';

/** Why a guest went down: by its own wish, to come up again, or without a word. */
export type GuestEnd = 'poweroff' | 'reboot' | 'crash';

/** A volume, where its files are on the host, and where they are to be in the machine. */
export interface VolumeMount extends VolumeSpec {
  readonly source: string;
  readonly mount_path: string;
}

/** The SSH service of a guest that has one of its own. */
export interface GuestSsh extends SshServer {
  /** Has these keys of the platform, and no others, log in. */
  authorize(keys: readonly string[]): Promise<void>;
  /** Keeps user data in the machine and, where it is a script, runs it there as root; does not wait for the script's end. */
  firstBoot(userData: string): Promise<void>;
}

/** How a copy is followed and broken off. */
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
  /** Host pid of its init. */
  readonly init: number;
  /** Bytes through its own network since it booted; absent where it has none. */
  traffic?(): NetBytes | null;
  /** Asks the machine to end by itself. */
  powerOff(): void;
  /** Ends it at once. */
  kill(): void;
  /** Starts a login's program; absent where the guest does that itself. */
  launch?(login: Login): Launch;
  /** The guest's own SSH service; where it has none, the host serves SSH for it, by `launch`. */
  readonly ssh?: GuestSsh;
  /** Copies the disk as it is now into an empty folder, and answers the copy's bytes; absent where files can simply be read. */
  copyDisk?(to: string, following: CopyFollowing): Promise<number>;
  /** Has a volume that it has take its new size at once; absent where a volume has none. */
  grow?(volume: VolumeMount): Promise<void>;
  /** Puts a volume in its place and answers the device's name inside, if it is one; fine where it is there. */
  attach(volume: VolumeMount): Promise<string | null>;
  /** Takes it out; fine where it is not there. VOLUME_BUSY, unless `force` ends those who use it. */
  detach(volume: VolumeMount, force: boolean): Promise<void>;
  /** A connection made from inside the machine's own network; absent where that cannot be had. */
  dial?(host: string, port: number): Promise<Socket>;
  /** A server that listens on the machine's private address; absent where it has no network of its own. */
  listen?(port: number): Promise<Server>;
  /**
   * Has the machine's own network let in and out only what the firewall allows; resolves once it does. Flows that were
   * let through stay. Absent where it has no network of its own.
   */
  restrict?(firewall: MachineSpec['firewall']): Promise<void>;
  /** The forwarder's way to it; absent where it has no network of its own. */
  readonly inside?: Inside;
}

/** A VPC's own network on this host, for programs of the host; it stays up until it is released. */
export interface Network {
  /** Starts a program of the host in it. */
  enter(argv: readonly string[]): Launch;
  /** Resolves when it is gone all the same. */
  readonly ended: Promise<void>;
  release(): void;
}

/** What makes machines out of folders; the lifecycle around it is the same for every backend. */
export interface Backend {
  /** Proves by doing that it works here and answers its capabilities; rejects with UNSUPPORTED otherwise. */
  probe(): Promise<string[]>;
  /** Fills a new machine's folder. */
  prepare(record: MachineRecord, folder: string): Promise<void>;
  /** Gives the folder of a new machine, whose disk is another's copy, a name of its own. No link on that disk is followed. */
  adopt(record: MachineRecord, folder: string): Promise<void>;
  /** Resolves when commands can be run inside; leaves nothing when it rejects. */
  boot(record: MachineRecord, folder: string, signal: AbortSignal): Promise<Guest>;
  /** The processes of these guests, through one look at the host; absent where the system does not tell. */
  census?(guests: readonly Guest[]): Promise<ReadonlyMap<Guest, readonly number[]>>;
  /** Holds a VPC's network; absent where VPCs have none. */
  network?(vpc: MachineSpec['vpc'], signal: AbortSignal): Promise<Network>;
  /** Ends what the backend itself keeps running; called when no guest is left. */
  close(): Promise<void>;
  /** As close, but synchronous and merciless: the agent is gone. */
  abandon(): void;
}
