import { chmodSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import type { HostProcesses } from '#lib/agent/processes.ts';
import { hasCode } from '#lib/runtime/system/errors.ts';
import { HostError } from './host-error.ts';

/* How the commands of svc-host reach the agent that runs: a line of JSON each way, on a socket of root alone. */

/** What the agent can be asked. */
export interface Controls {
  status(): Promise<HostStatus>;
  rotateKey(): Promise<{ public_key: string }>;
  leave(given: { force?: boolean }): Promise<{ machines: number }>;
}

/** What a host is doing now. */
export interface HostStatus {
  readonly driver: string;
  /** How its consoles are reached. */
  readonly consoles: string;
  /** What the control plane says that it is; null where that does not answer, for this reason. */
  readonly state: string | null;
  readonly reason: string | null;
  readonly machines: number;
  readonly running: number;
  /** When the control plane last answered, in epoch milliseconds. */
  readonly heard: number | null;
  /** Absent where an agent of an earlier version answers. */
  readonly processes?: HostProcesses;
}

type Asked<D extends keyof Controls> = Parameters<Controls[D]>[0];
type Answer = { readonly value: unknown } | { readonly error: string };

/** Characters of a question, and of the answer of root's own agent. */
const longestQuestion = 4096;
const longestAnswer = 1_048_576;

/** Longer than anything takes that the agent does not go on with by itself. */
const patienceMs = 60_000;

/** Answers commands on a socket; a file that an earlier agent has left there is replaced. */
export async function serveControls(path: string, controls: Controls): Promise<Server> {
  rmSync(path, { force: true });
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    void lineFrom(socket, longestQuestion)
      .then((line) => answerTo(line, controls))
      .then((answer) => socket.end(`${JSON.stringify(answer)}\n`))
      .catch(() => socket.destroy());
  });
  await new Promise<void>((done, failed) => server.once('error', failed).listen(path, done));
  chmodSync(path, 0o600);
  return server.unref();
}

async function answerTo(line: string, controls: Controls): Promise<Answer> {
  const { do: verb, ...given } = JSON.parse(line) as { do: keyof Controls };
  if (!['status', 'rotateKey', 'leave'].includes(verb)) return { error: 'this svc-host does not know the command' };
  try {
    return { value: await controls[verb](given) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

/** Asks the agent that runs. HostError where none does, or where it refuses. */
export async function askAgent<D extends keyof Controls>(
  path: string,
  verb: D,
  given: Asked<D> | undefined = undefined,
): Promise<Awaited<ReturnType<Controls[D]>>> {
  const socket = createConnection(path);
  socket.setTimeout(patienceMs, () => socket.destroy(new HostError('svc-host continues it; see "svc-host status"')));
  try {
    socket.write(`${JSON.stringify({ do: verb, ...given })}\n`);
    const answer = JSON.parse(await lineFrom(socket, longestAnswer)) as Answer;
    if ('error' in answer) throw new HostError(answer.error);
    return answer.value as Awaited<ReturnType<Controls[D]>>;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ECONNREFUSED')) throw new NotRunning();
    throw error;
  } finally {
    socket.destroy();
  }
}

/** What is said of a host whose agent does not run. */
export const notRunning = 'does not run: systemctl start svc-host, and journalctl -u svc-host says why it ended';

/** No agent runs on this machine. */
export class NotRunning extends HostError {
  override readonly name = 'NotRunning';

  constructor() {
    super(`svc-host ${notRunning}`);
  }
}

async function lineFrom(socket: Socket, longest: number): Promise<string> {
  let text = '';
  for await (const part of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    text += part.toString('utf8');
    const [line, rest] = text.split('\n', 2);
    if (rest !== undefined) return line ?? '';
    if (text.length > longest) break;
  }
  throw new HostError('svc-host ended before it answered');
}
