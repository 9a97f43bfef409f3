import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { DynamoDBStreamEvent } from 'aws-lambda';
import { handler as tableStream } from '#functions/scheduled/table-stream.ts';
import { type FunctionConfig, moduleOf } from '#lib/deploy/framework.ts';
import { schedulesOf, sharesOf } from '#lib/deploy/schedules.ts';
import type { Handler } from '#lib/edge/route.ts';
import { type Follower, followerOf } from '#lib/model/platform/followed.ts';
import { keyFiles } from '#lib/testing/functions/accounts.ts';
import { call, type Reply } from '#lib/testing/functions/call.ts';
import { give } from '#lib/testing/functions/environment.ts';
import type { Call } from '#lib/testing/functions/event.ts';
import { mailbox } from '#lib/testing/functions/mails.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import type { Item } from '#test/simulate/count/items.ts';
import { Ledger } from '#test/simulate/count/ledger.ts';
import { countTable } from '#test/simulate/count/table.ts';
import { countTransitions, countWorkflows } from '#test/simulate/count/workflows.ts';
import { told } from '#test/simulate/model/stack.ts';
import { onLaptop } from '#test/support/accounts/operators.ts';
import { type TestGateway, testGateway } from '#test/support/billing/gateway.ts';
import { streamEvent } from '#test/support/http/stream-event.ts';
import { readFunctions } from '#test/support/platform/functions.ts';
import { startWorkflows, type Workflows } from '#test/support/platform/workflows.ts';
import { Agent } from './agent.ts';
import { type Bells, serveBells } from './bells.ts';
import { type Clock, simulatedClock } from './clock.ts';

/** The readers of the stream, by the mapping that feeds them (lib/deploy/streams.yml). */
const mappings: readonly (readonly Follower[])[] = [
  ['mail', 'activity'],
  ['documents', 'webhooks'],
];

/** When it begins. */
const start = new Date('2026-11-21T18:05:00Z');

/** A scheduled task with its period in seconds. */
export interface Schedule {
  readonly key: string;
  readonly every: number;
  /** Of each of its runs at a time, with its part of the work. */
  readonly handler: () => Promise<unknown>;
  /** What functions.yml tells this function alone. */
  readonly environment: Readonly<Record<string, string>>;
}

interface Parts {
  readonly clock: Clock;
  readonly schedules: Schedule[];
  readonly workflows: Workflows;
  readonly bells: Bells;
  readonly gateway: TestGateway;
  readonly ledger: Ledger;
}

/**
 * The platform as deployed, in one process: the real handlers, workflows and schedules over a table that is counted.
 */
export class World {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly gateway: TestGateway;
  readonly schedules: readonly Schedule[];
  readonly agents: Agent[] = [];
  readonly #workflows: Workflows;
  readonly #bells: Bells;
  readonly #unheard: () => void;
  readonly #uncount: () => void;
  /** The keys of new items that the readers of the stream follow, by the call that wrote them. */
  readonly #stream: string[][] = [];

  private constructor({ clock, schedules, workflows, bells, gateway, ledger }: Parts) {
    this.ledger = ledger;
    this.clock = clock;
    this.schedules = schedules;
    this.gateway = gateway;
    this.#workflows = workflows;
    this.#bells = bells;
    this.#unheard = hearLogs(ledger);
    this.#uncount = countTable(ledger, (keys) => this.#follow(keys));
    countWorkflows(ledger);
  }

  static async open(): Promise<World> {
    const clock = simulatedClock(start);
    const functions = [...readFunctions('.')];
    keyFiles();
    mailbox();
    await testTable();
    const gateway = await testGateway();
    const bells = await serveBells();
    give({
      ...told(),
      ...{ SVC_METRICS: 'svc-simulated', SVC_SCHEDULES: schedulesOf(functions) },
      ...{ SVC_QUOTA_INSTANCES: '100000', SVC_QUOTA_VCPUS: '100000', SVC_QUOTA_VOLUMES: '100000' },
    });
    const ledger = new Ledger();
    const around = <T>(name: string, task: () => Promise<T>) => ledger.run(name, task);
    const workflows = await startWorkflows({ around });
    return new World({ clock, schedules: await schedulesIn(functions), workflows, bells, gateway, ledger });
  }

  async close(): Promise<void> {
    await this.#workflows.close();
    await this.#bells.close();
    this.clock.close();
    this.#unheard();
    this.#uncount();
  }

  /** One more host. */
  async host(): Promise<Agent> {
    const agent = await Agent.start({ ledger: this.ledger, clock: this.clock, bells: this.#bells }, this.agents.length);
    this.agents.push(agent);
    return agent;
  }

  /** Calls a route as a client. Throws unless it answers with 2xx. */
  async call(handler: Handler, request: Call): Promise<Reply> {
    const reply = await this.ledger.run(handler.route.name, async () => {
      const answered = await call(handler, { once: true, ...request });
      this.ledger.noteBytes('replied', JSON.stringify(answered.body).length);
      return answered;
    });
    if (reply.status >= 300)
      throw new Error(`${handler.route.name} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
    return reply;
  }

  /** Runs a scheduled task, with all that follows from it. */
  async schedule({ key, handler, environment }: Schedule, cause = key): Promise<void> {
    const run = key === 'webhooksSchedule' ? () => postingToLaptop(handler) : handler;
    await this.caused(cause, () => given(environment, () => this.ledger.run(key, run)));
  }

  /** Runs what something has caused until nothing of it is left: readers of the stream, workflows, and hosts. */
  async settle(): Promise<void> {
    for (let isQuiet = false; !isQuiet; ) {
      await this.#workflows.engine.idle();
      for (const agent of this.agents) await agent.idle();
      isQuiet = this.#stream.length === 0;
      for (const keys of this.#stream.splice(0)) await this.#read(keys);
      await this.#workflows.engine.idle();
    }
  }

  /** Does work of a cause, with all that follows from it. */
  async caused(cause: string, work: () => Promise<unknown>): Promise<void> {
    const before = this.ledger.cause;
    this.ledger.cause = cause;
    try {
      await work();
      await this.settle();
      await countTransitions(this.ledger);
    } finally {
      this.ledger.cause = before;
    }
  }

  #follow(keys: readonly Item[]): void {
    const followed = keys.map(({ pk }) => String(pk)).filter((pk) => followerOf(pk) !== undefined);
    if (followed.length > 0) this.#stream.push(followed);
  }

  async #read(keys: readonly string[]): Promise<void> {
    for (const followers of mappings) {
      const own = keys.filter((key) => followers.includes(followerOf(key) as Follower));
      const read = () => tableStream(streamEvent(own) as DynamoDBStreamEvent);
      if (own.length > 0) await this.ledger.run('tableStream', () => postingToLaptop(read));
    }
  }
}

/** What functions.yml tells a function, in texts. */
const ownOf = ({ environment = {} }: FunctionConfig): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => {
      return Boolean(entry[1]) && typeof entry[1] === 'string';
    }),
  );

/** Runs a function under what it alone is told. */
async function given<T>(environment: Readonly<Record<string, string>>, work: () => Promise<T>): Promise<T> {
  const before = { ...process.env };
  give(environment);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(environment)) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  }
}

/** Has what functions log counted and not printed, but for errors. The returned function ends that. */
function hearLogs(ledger: Ledger): () => void {
  const { stderr } = process;
  const write = stderr.write.bind(stderr);
  stderr.write = (chunk: unknown, ...rest: unknown[]) => {
    if (!ledger.isOpen) return write(chunk as string, ...(rest as []));
    ledger.noteBytes('logged', String(chunk).length);
    return String(chunk).includes('"level":"error"') ? write(chunk as string) : true;
  };
  return () => {
    stderr.write = write;
  };
}

/** Webhooks post to a receiver of this computer, which only a laptop may do. */
export async function postingToLaptop<T>(work: () => Promise<T>): Promise<T> {
  onLaptop();
  try {
    return await work();
  } finally {
    onLaptop(false);
  }
}

async function schedulesIn(functions: readonly (readonly [string, FunctionConfig])[]): Promise<Schedule[]> {
  const schedules = functions.map(async ([key, config]): Promise<Schedule[]> => {
    const { runs, ...alone } = config;
    const [, seconds] = schedulesOf([[key, alone]]).split('=');
    if (seconds === undefined) return [];
    const { handler } = await import(pathToFileURL(resolve(`${moduleOf(config)}.ts`)).href);
    return sharesOf(runs ?? 1).map((share) => ({
      ...{ key, every: Number(seconds), environment: ownOf(config) },
      handler: () => handler(share),
    }));
  });
  return (await Promise.all(schedules)).flat();
}
