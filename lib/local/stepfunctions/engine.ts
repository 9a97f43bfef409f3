import { setImmediate, setTimeout } from 'node:timers/promises';
import { Activity } from './activity.ts';
import { Arns } from './arns.ts';
import { ServiceError } from './errors.ts';
import { openToken } from './interpreter/answers.ts';
import { type Identity, identityOf, type JournalRecord, statusOf } from './interpreter/records.ts';
import { Run } from './interpreter/run.ts';
import type { Invoke, Services } from './interpreter/step.ts';
import type { JsonataPool } from './jsonata/pool.ts';
import { ExecutionStore, keyOf, type Unfinished } from './store/executions.ts';
import { type MachineRecord, MachineStore } from './store/machines.ts';

/** The options of an engine. */
export interface EngineOptions {
  /** The folder of its state, which no other engine may use at the same time. */
  dir: string;
  invoke: Invoke;
  region: string;
  accountId: string;
  /** Evaluates expressions; whoever made it closes it. */
  jsonata: JsonataPool;
  log: (message: string) => void;
}

/** Milliseconds that a closing engine waits for calls in progress, so that they need not be repeated. */
const GRACE = 1_000;

/** The running executions of one folder, and the stores of machines and closed executions. */
export class Engine {
  readonly arns: Arns;
  readonly machines: MachineStore;
  readonly executions: ExecutionStore;
  readonly runs = new Map<string, Run>();
  readonly activity = new Activity();
  readonly services: Services;
  readonly #closing = new AbortController();
  readonly #acknowledged = new WeakMap<Run, Promise<void>>();
  readonly #driven = new WeakMap<Run, Promise<void>>();

  constructor({ dir, invoke, region, accountId, jsonata, log }: EngineOptions) {
    this.arns = new Arns(region, accountId);
    this.machines = new MachineStore(dir);
    this.executions = new ExecutionStore(dir);
    this.services = {
      region,
      invoke,
      jsonata,
      activity: this.activity,
      closing: this.#closing.signal,
      log,
    };
  }

  /**
   * Resumes the executions that were running when the folder was last in use. Those that cannot be resumed are logged
   * and kept.
   */
  async resume(): Promise<void> {
    for (const unfinished of this.executions.open(this.services.log)) {
      try {
        this.#resume(unfinished);
      } catch (error) {
        this.services.log(`an execution cannot be resumed: ${String(error)}`);
        await unfinished.journal.close();
      }
    }
    this.machines.sweep(new Set([...this.runs.values()].map(({ identity }) => identity.definition)));
    for (const { name } of this.machines.list()) await this.removeIfDone(name);
  }

  /** Starts an execution, which is durable once this resolves. The same name and input return the running one. */
  async start(machine: MachineRecord, name: string, input: string): Promise<Run> {
    const key = keyOf(machine.name, name);
    const known = this.runs.get(key);
    if (this.executions.get(key) || known?.closing || (known && known.identity.input !== input)) {
      const arn = this.arns.execution(machine.name, name);
      throw new ServiceError('ExecutionAlreadyExists', `Execution Already Exists: '${arn}'`);
    }
    const run = known ?? this.#begin(machine, name, input);
    await this.#acknowledged.get(run);
    return run;
  }

  /** The running execution that a task token names; throws InvalidToken, TaskDoesNotExist and TaskTimedOut. */
  waiting(token: string): Run {
    const owner = openToken(token);
    if (!owner) throw new ServiceError('InvalidToken', "Invalid Token: 'Invalid token'");
    const key = keyOf(owner.machine, owner.name);
    const run = this.runs.get(key);
    if (run) return run;
    if (this.executions.get(key)) throw new ServiceError('TaskTimedOut', 'Task Timed Out: the execution has ended');
    throw new ServiceError('TaskDoesNotExist', 'Task does not exist');
  }

  /** Stops without closing executions; calls in progress get a moment to end, in milliseconds. */
  async close(grace = GRACE): Promise<void> {
    this.#closing.abort();
    await Promise.race([this.activity.quiet(), setTimeout(grace)]);
    const runs = [...this.runs.values()];
    await Promise.all(runs.map((run) => run.halt()));
    // Those that have just ended are yet to be filed.
    await Promise.all(runs.flatMap((run) => (run.closing ? [this.#driven.get(run)] : [])));
    await this.executions.release();
  }

  #begin(machine: MachineRecord, name: string, input: string): Run {
    const { roleArn, definition } = machine;
    const arn = this.arns.execution(machine.name, name);
    const execution: Identity = {
      arn,
      name,
      machine: machine.name,
      machineArn: machine.arn,
      roleArn,
      input,
      definition,
    };
    const first: JournalRecord = {
      id: 1,
      previous: 0,
      at: Date.now(),
      type: 'ExecutionStarted',
      details: { input: JSON.parse(input), roleArn },
      extra: { execution },
    };
    const key = keyOf(machine.name, name);
    const journal = this.executions.create(key, first);
    const run = new Run(this.services, this.machines.parsed(definition), journal, [first]);
    this.runs.set(key, run);
    this.#acknowledged.set(run, this.activity.track(this.#acknowledge(key, run)));
    return run;
  }

  async #acknowledge(key: string, run: Run): Promise<void> {
    try {
      await Promise.all([run.durable(), this.executions.created()]);
    } catch (error) {
      this.runs.delete(key);
      await run.halt().catch(() => undefined);
      this.executions.discard(key);
      throw error;
    }
    // The answer to the start comes first: it is sent before the next turn of the event loop.
    const turn = this.activity.track(setImmediate());
    this.#driven.set(
      run,
      turn.then(() => this.#drive(key, run)),
    );
  }

  #resume({ journal, records }: Unfinished): void {
    const { machine, name, definition } = identityOf(records[0]);
    const run = new Run(this.services, this.machines.parsed(definition), journal, records);
    const key = keyOf(machine, name);
    this.runs.set(key, run);
    this.#acknowledged.set(run, Promise.resolve());
    this.#driven.set(run, this.#drive(key, run));
  }

  async #drive(key: string, run: Run): Promise<void> {
    await run.drive();
    if (!run.closing || this.runs.get(key) !== run) return;
    try {
      await run.halt();
      this.#file(key, run);
    } catch (error) {
      this.services.log(`${run.identity.arn}: ${String(error)}`);
    }
    this.runs.delete(key);
    await this.removeIfDone(run.identity.machine).catch((error) => this.services.log(String(error)));
  }

  #file(key: string, run: Run): void {
    const { closing, identity, startedAt } = run;
    if (!closing) return;
    this.executions.close(key, {
      machine: identity.machine,
      name: identity.name,
      status: statusOf(closing),
      startedAt,
      stoppedAt: closing.at,
    });
  }

  /** Removes a machine that is being deleted, with its history, once none of its executions is running. */
  async removeIfDone(name: string): Promise<void> {
    if (!this.machines.get(name)?.deleting) return;
    if ([...this.runs.values()].some(({ identity }) => identity.machine === name)) return;
    this.executions.forget(name);
    await this.machines.remove(name);
  }
}
