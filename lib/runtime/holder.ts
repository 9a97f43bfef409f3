import { constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { DriverError } from './driver.ts';
import { dialHolder } from './holders.ts';
import { ignore } from './system/errors.ts';
import { isAlive, markOf, type ProcessMark, signalProcess } from './system/processes.ts';
import { readLines } from './system/streams.ts';

/** Versions of what a program that holds machines says that this runtime understands (launcher/holding.pl). */
const HOLDER_VERSIONS: readonly number[] = [1];

/** Milliseconds within which such a program answers; a hundredth of it is enough. */
const PATIENCE_MS = 10_000;

/** A machine's first process, as what holds it watches it: its init, or its QEMU. */
export interface WatchedInit {
  /** Its number in the holder's pid namespace. */
  readonly pid: number;
  /** Resolves when it has ended, together with every process of its pid namespace, to that time in milliseconds. */
  readonly ended: Promise<number>;
  /** What it and the programs that it starts write, and its messages, until they are of no interest; opened once. */
  console(): Socket;
  words(): Readable;
  /** Sends the signal by pidfd, so it reaches this process or none. */
  signal(name: 'hup' | 'term' | 'kill'): void;
  /** Leaves a note for the runtime that comes after this one; without one the machine never was. */
  note(text: string): void;
  /** Has it killed within a second once this file says another name, or is gone, whether a runtime is there or not. */
  claim(file: string, name: string): void;
  /** Says that its messages are of no interest any more. */
  deaf(): void;
  /** Frees what is held of one that has ended. */
  forget(): void;
}

/** An init that was there when its holder was asked. */
export interface FoundInit {
  readonly init: WatchedInit;
  readonly note: string;
  readonly isUp: boolean;
}

/** A connection to what holds machines. There is one runtime at a time; the one before hears no more. */
export interface Holder {
  readonly mark: ProcessMark;
  /** The version of what it says. */
  readonly version: number;
  readonly found: readonly FoundInit[];
  /** Resolves when it has ended, together with every machine in it. */
  readonly ended: Promise<void>;
  /** Watches an init that waits to go on, and holds these descriptors of it. Null where it has ended. */
  watch(pid: number, host: number, console: number, words: number): Promise<WatchedInit | null>;
  end(): void;
}

/** Connects to what holds machines. Null where none is there; FAILED for one that is not understood. */
export async function openHolder(path: string): Promise<Holder | null> {
  const socket = await dialHolder(path);
  if (!socket) return null;
  const holder = new Connection(socket);
  try {
    return await holder.hello();
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** One connection and the inits that it tells of, by their pids. */
class Connection {
  readonly #socket: Socket;
  readonly #ends = new Map<number, (when: number) => void>();
  readonly #watching = new Map<number, (init: WatchedInit | null) => void>();
  readonly #found: FoundInit[] = [];
  readonly #greeted = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  #host = 0;
  #version = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('error', ignore).once('close', () => this.#gone());
    readLines(socket, (line) => this.#receive(line));
  }

  async hello(): Promise<Holder> {
    const timer = setTimeout(() => this.#socket.destroy(), PATIENCE_MS);
    this.#send('hello');
    await this.#greeted.promise.finally(() => clearTimeout(timer));
    if (!HOLDER_VERSIONS.includes(this.#version))
      throw new DriverError('FAILED', `a machine is held in a form (${this.#version}) that this version cannot read`);
    const mark = markOf(this.#host);
    if (!mark) throw new DriverError('FAILED', 'what holds a machine has ended');
    return {
      mark,
      version: this.#version,
      found: this.#found,
      ended: this.#ended.promise,
      watch: (...words) => this.#watch(...words),
      // At once, whatever it does: it is pid 1 of all that is in it.
      end: () => void (isAlive(mark) && signalProcess(mark.pid, 'SIGKILL')),
    };
  }

  #send(line: string): void {
    if (this.#socket.writable) this.#socket.write(`${line}\n`);
  }

  #watch(...words: [pid: number, host: number, console: number, words: number]): Promise<WatchedInit | null> {
    if (this.#socket.destroyed) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#watching.set(words[0], resolve);
      this.#send(`watch ${words.join(' ')}`);
    });
  }

  #receive(line: string): void {
    const [word = '', ...rest] = line.split(' ');
    const [pid = 0, second = 0, third = 0, when = 0] = rest.map(Number);
    if (word === 'holder') [this.#version, this.#host] = [pid, second];
    else if (word === 'init') {
      const init = this.#init(pid, second, third);
      this.#found.push({ init, note: rest.slice(4).join(' '), isUp: when === 0 });
      if (when !== 0) this.#over(pid, when);
    } else if (word === 'done') this.#greeted.resolve();
    else if (word === 'watching') this.#answer(pid, this.#init(pid, second, third));
    else if (word === 'ended') {
      this.#answer(pid, null);
      this.#over(pid, second);
    }
  }

  #init(pid: number, console: number, words: number): WatchedInit {
    const ended = new Promise<number>((resolve) => this.#ends.set(pid, (when) => resolve(when * 1000)));
    const say = (word: string) => this.#ends.has(pid) && this.#send(`${word} ${pid}`);
    return {
      pid,
      ended,
      console: () => this.#openEnd(console),
      // Where an earlier runtime has heard the last of it there is none.
      words: () => (words < 0 ? Readable.from([]) : this.#openEnd(words)),
      signal: say,
      note: (text) => void (this.#ends.has(pid) && this.#send(`note ${pid} ${text}`)),
      claim: (file, name) => void (this.#ends.has(pid) && this.#send(`claim ${pid} ${name} ${file}`)),
      deaf: () => say('deaf'),
      forget: () => this.#send(`forget ${pid}`),
    };
  }

  /** What the process has open stays so when this process ends. */
  #openEnd(descriptor: number): Socket {
    const fd = openSync(`/proc/${this.#host}/fd/${descriptor}`, constants.O_RDONLY | constants.O_NONBLOCK);
    return new Socket({ fd, readable: true, writable: false });
  }

  #answer(pid: number, init: WatchedInit | null): void {
    this.#watching.get(pid)?.(init);
    this.#watching.delete(pid);
  }

  #over(pid: number, when: number): void {
    this.#ends.get(pid)?.(when);
    this.#ends.delete(pid);
  }

  #gone(): void {
    const now = Math.floor(Date.now() / 1000);
    this.#greeted.reject(new DriverError('FAILED', 'what holds a machine does not answer'));
    for (const pid of [...this.#watching.keys()]) this.#answer(pid, null);
    for (const pid of [...this.#ends.keys()]) this.#over(pid, now);
    this.#ended.resolve();
  }
}
