import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';

/* Computers on one wire: each a network namespace of its own (Linux, root), and none of them the one of the test. */

const ip = (...args: readonly string[]): string => execFileSync('ip', args, { encoding: 'utf8', stdio: 'pipe' });

/** Why there can be no such computers here; undefined where there can. */
export function noWire(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs Linux, and root';
  const name = `svc-${process.pid}-try`;
  try {
    ip('netns', 'add', name);
    try {
      ip('-n', name, 'link', 'add', 'name', 'wire', 'type', 'bridge');
    } finally {
      ip('netns', 'delete', name);
    }
    execFileSync('nsenter', ['--version'], { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    return `no network namespace with a bridge can be made: ${(error as Error).message.split('\n')[1] ?? error}`;
  }
}

/** A computer: its address on the wire, and programs that run on it. */
export interface Computer {
  readonly address: string;
  /** What starts a program there, before its own words. */
  readonly wrapper: readonly string[];
  /** Starts a program there. */
  start(program: readonly string[], options?: SpawnOptions): ReturnType<typeof spawn>;
  /** Pulls its plug, or puts it in again. */
  plug(isIn: boolean): void;
}

/** The wire, and the computer that is in the middle of it. */
export interface Wire {
  readonly middle: Computer;
  computer(): Computer;
  /** Removes all of them. What runs there must have ended. */
  close(): void;
}

let wires = 0;

/** Makes a wire. Its addresses, of 10.213.7.0/24, are nobody else's: only its computers see it. */
export function openWire(): Wire {
  const prefix = `svc-${process.pid}-${++wires}`;
  const made: string[] = [];
  const add = (name: string) => {
    const namespace = `${prefix}-${name}`;
    ip('netns', 'add', namespace);
    made.push(namespace);
    ip('-n', namespace, 'link', 'set', 'lo', 'up');
    return namespace;
  };
  const middle = add('middle');
  ip('-n', middle, 'link', 'add', 'name', 'wire', 'type', 'bridge');
  ip('-n', middle, 'link', 'set', 'wire', 'up');
  ip('-n', middle, 'address', 'add', '10.213.7.1/24', 'dev', 'wire');
  return {
    middle: computerIn(middle, '10.213.7.1', () => undefined),
    computer() {
      const number = made.length;
      const [namespace, plug, address] = [add(String(number)), `plug${number}`, `10.213.7.${10 * number}`];
      ip('-n', middle, 'link', 'add', 'name', plug, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
      ip('-n', middle, 'link', 'set', plug, 'master', 'wire', 'up');
      ip('-n', namespace, 'address', 'add', `${address}/24`, 'dev', 'eth0');
      ip('-n', namespace, 'link', 'set', 'eth0', 'up');
      ip('-n', namespace, 'route', 'add', 'default', 'via', '10.213.7.1');
      return computerIn(namespace, address, (isIn) => ip('-n', middle, 'link', 'set', plug, isIn ? 'up' : 'down'));
    },
    close() {
      for (const namespace of made) ip('netns', 'delete', namespace);
    },
  };
}

function computerIn(namespace: string, address: string, plug: (isIn: boolean) => unknown): Computer {
  const wrapper = ['nsenter', `--net=/run/netns/${namespace}`, '--'];
  return { ...computerAt({ address, wrapper }), plug: (isIn) => void plug(isIn) };
}

/** A computer that another process has made, by its address and what starts a program there; that one has its plug. */
export function computerAt({ address, wrapper }: Pick<Computer, 'address' | 'wrapper'>): Computer {
  return {
    address,
    wrapper,
    plug() {
      throw new Error(`another process has made ${address}`);
    },
    start(program, options = {}) {
      const [file = '', ...args] = [...wrapper, ...program];
      return spawn(file, args, options);
    },
  };
}
