import { rmSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DriverError } from '#lib/runtime/driver.ts';
import { type FoundInit, type Holder, openHolder, type WatchedInit } from '#lib/runtime/holder.ts';
import { launcher } from '#lib/runtime/launcher/launcher.ts';
import { socketFor, startHolder, vpcOf } from '#lib/runtime/start-holder.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import type { HolderProcess } from '#lib/runtime/system/processes.ts';

/** The sockets at which a QEMU itself listens, by what follows the name of its holder's. */
const SIDES = { commands: '.qmp', network: '.net' } as const;

/** A QEMU, and what holds it. */
export interface HeldQemu {
  readonly qemu: WatchedInit;
  /** Where it takes commands, and where its network is connected. */
  readonly sockets: Readonly<Record<keyof typeof SIDES, string>>;
  /** Ends both. Resolves when they have ended. */
  end(): Promise<void>;
}

/** One that was there, with the note of an earlier runtime. */
export interface FoundQemu extends HeldQemu, Pick<FoundInit, 'note' | 'isUp'> {}

/** What holds the QEMUs of this host, one process for each. They outlive this process, and another one finds them. */
export class QemuHolders {
  readonly #folder: string;
  /** Those that have not ended, by their sockets. */
  readonly #up = new Map<string, Holder>();

  /** `folder` is where they are asked. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Connects to what an earlier process has left. What does not answer is ended. */
  async find(): Promise<readonly FoundQemu[]> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const names = await readdir(this.#folder);
    const isSide = (name: string) => Object.values(SIDES).some((side) => name.endsWith(side));
    const doors = names.filter((name) => !isSide(name)).map((name) => join(this.#folder, name));
    const found = await Promise.all(doors.map((socket) => this.#findOne(socket)));
    // Without its name a holder ends, as one does that stands still.
    const known = [...this.#up.keys()].flatMap((socket) => [socket, ...Object.values(sidesOf(socket))]);
    const strays = names.map((name) => join(this.#folder, name)).filter((path) => !known.includes(path));
    await Promise.all(strays.map((path) => rm(path, { force: true }).catch(ignore)));
    return found.flat();
  }

  async #findOne(socket: string): Promise<FoundQemu[]> {
    const holder = await openHolder(socket).catch(ignore);
    const [found] = holder?.found ?? [];
    if (!holder) return [];
    if (found) return [{ ...this.#follow(holder, found.init, socket), note: found.note, isUp: found.isUp }];
    holder.end();
    return [];
  }

  /** Starts a QEMU by this command line. FAILED with the reason. */
  async start(vpc: string, command: readonly string[], signal: AbortSignal): Promise<HeldQemu> {
    const socket = socketFor(this.#folder, vpc);
    const holder = await startHolder(launcher('guest', { socket }, command), socket, signal).catch((error: Error) => {
      throw error instanceof DriverError ? error : new DriverError('FAILED', `QEMU was not started: ${error.message}`);
    });
    const [found] = holder.found;
    if (found) return this.#follow(holder, found.init, socket);
    holder.end();
    throw new DriverError('FAILED', 'QEMU was not started');
  }

  /** Those that have not ended, as processes. */
  processes(): readonly HolderProcess[] {
    return [...this.#up].map(([socket, { mark, version }]) => ({
      vpc: vpcOf(basename(socket)),
      mark,
      protocol: version,
    }));
  }

  /** Ends all of them. */
  async close(): Promise<void> {
    const up = [...this.#up.values()];
    for (const holder of up) holder.end();
    await Promise.all(up.map(({ ended }) => ended));
  }

  #follow(holder: Holder, qemu: WatchedInit, socket: string): HeldQemu {
    const sockets = sidesOf(socket);
    this.#up.set(socket, holder);
    void holder.ended.then(() => {
      this.#up.delete(socket);
      for (const path of [socket, ...Object.values(sockets)]) rmSync(path, { force: true });
    });
    const end = async () => {
      qemu.signal('kill');
      await qemu.ended;
      holder.end();
      await holder.ended;
    };
    return { qemu, sockets, end };
  }
}

const sidesOf = (socket: string): HeldQemu['sockets'] => ({
  commands: `${socket}${SIDES.commands}`,
  network: `${socket}${SIDES.network}`,
});
