import type { Server, Socket } from 'node:net';
import type { MachineRecord } from '#lib/agent/hosted/record.ts';

/** A program to start on the host that acts inside a machine. */
export interface Launch {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** One login's wish: who, what (null = a login shell) and whether it sits at a terminal. */
export interface Login {
  readonly user: string;
  readonly command: string | null;
  readonly tty: boolean;
  readonly env: Readonly<Record<string, string>>;
}

/** Why a guest went down: by its own wish, to come up again, or without a word. */
export type GuestEnd = 'poweroff' | 'reboot' | 'crash';

/** A booted machine. */
export interface Guest {
  /** Resolves once, when no process of the machine is left. */
  readonly ended: Promise<GuestEnd>;
  /** Resolves when its init has begun to shut down. */
  readonly leaving: Promise<void>;
  /** Asks the machine to end by itself. */
  powerOff(): void;
  /** Ends it at once. */
  kill(): void;
  launch(login: Login): Launch;
  /** A connection made from inside the machine's own network; absent where that cannot be had. */
  dial?(host: string, port: number): Promise<Socket>;
  /** A server that listens on the machine's private address; absent where it has no network of its own. */
  listen?(port: number): Promise<Server>;
}

/** What makes machines out of folders; the lifecycle around it is the same for every backend. */
export interface Backend {
  /** Proves by doing that it works here and answers its capabilities; rejects with UNSUPPORTED otherwise. */
  probe(): Promise<string[]>;
  /** Fills a new machine's folder. */
  prepare(record: MachineRecord, folder: string): Promise<void>;
  /** Resolves when commands can be run inside; leaves nothing when it rejects. */
  boot(record: MachineRecord, folder: string, signal: AbortSignal): Promise<Guest>;
  /** Ends what the backend itself keeps running; called when no guest is left. */
  close(): Promise<void>;
  /** As close, but synchronous and merciless: the agent is gone. */
  abandon(): void;
}
