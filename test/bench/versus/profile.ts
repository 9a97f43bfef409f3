import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import WebSocket from 'ws';

/** One function in a profile of V8, and the functions that it called. */
interface ProfileNode {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
}

interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** A stack of calls, the innermost first, and the microseconds for which it was seen. */
export interface Seen {
  readonly stack: readonly { readonly functionName: string; readonly url: string }[];
  readonly us: number;
}

/** Microseconds between two looks at the stack. */
const interval = 200;

/** V8's sampling profiler in another process of Node, which listens for an inspector on this port once it is asked. */
export class Profiler {
  readonly #socket: WebSocket;
  #id = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** Has a process that was started with `--inspect-port` listen there, and connects. */
  static async attach(pid: number, port: number): Promise<Profiler> {
    process.kill(pid, 'SIGUSR1');
    for (;;) {
      const targets = await fetch(`http://127.0.0.1:${port}/json/list`).then(
        (reply) => reply.json() as Promise<{ webSocketDebuggerUrl: string }[]>,
        () => [],
      );
      const [target] = targets;
      if (target) {
        const socket = new WebSocket(target.webSocketDebuggerUrl, { perMessageDeflate: false, maxPayload: 2 ** 30 });
        await once(socket, 'open');
        const profiler = new Profiler(socket);
        await profiler.#call('Profiler.enable');
        await profiler.#call('Profiler.setSamplingInterval', { interval });
        return profiler;
      }
      await wait(50);
    }
  }

  /** What the process did while the work ran. */
  async during(work: () => Promise<unknown>): Promise<Seen[]> {
    await this.#call('Profiler.start');
    await work();
    const { profile } = (await this.#call('Profiler.stop')) as { profile: Profile };
    return stacksOf(profile);
  }

  close(): void {
    this.#socket.terminate();
  }

  #call(method: string, params: object = {}): Promise<unknown> {
    this.#id += 1;
    const id = this.#id;
    return new Promise((resolve, reject) => {
      const take = (data: WebSocket.RawData) => {
        const reply = JSON.parse(String(data));
        if (reply.id !== id) return;
        this.#socket.off('message', take);
        if (reply.error) reject(new Error(`${method}: ${reply.error.message}`));
        else resolve(reply.result);
      };
      this.#socket.on('message', take);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }
}

/** Each function that was innermost, with its callers and the time for which it was. */
function stacksOf({ nodes, samples, timeDeltas }: Profile): Seen[] {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const times = new Map<number, number>();
  // A delta is the time before its sample, which the sample before it was seen for.
  for (const [at, id] of samples.entries()) times.set(id, (times.get(id) ?? 0) + (timeDeltas[at + 1] ?? 0));
  return [...times].map(([id, us]) => {
    const stack: ProfileNode['callFrame'][] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const frame = byId.get(at)?.callFrame;
      if (frame) stack.push(frame);
    }
    return { stack, us };
  });
}
