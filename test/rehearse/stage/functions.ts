import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Template } from '#lib/deploy/template.ts';
import { credentials, functionArn } from './account.ts';
import { type Deployed, propertiesOf } from './deployed.ts';
import type { Metrics } from './metrics.ts';
import { roleOf } from './permits.ts';

const runtime = fileURLToPath(new URL('./runtime.mjs', import.meta.url));

interface Said {
  readonly id: string;
  readonly result?: unknown;
  readonly error?: { readonly name: string; readonly message: string };
}

interface Properties {
  readonly FunctionName: string;
  readonly Handler: string;
  readonly Timeout: number;
  readonly Environment?: { readonly Variables?: Readonly<Record<string, unknown>> };
}

/**
 * The functions of the stack. Each process has the code of one zip, one role and one environment, exactly that of its
 * functions in the template; functions that have the same share it.
 */
export class Lambda {
  readonly #deployed: Deployed;
  readonly #endpoints: Readonly<Record<string, string>>;
  readonly #byName: ReadonlyMap<string, string>;
  readonly #processes = new Map<string, ChildProcess>();
  readonly #waiting = new Map<string, PromiseWithResolvers<unknown>>();
  readonly #log;
  readonly #metrics: Metrics;
  /** How often each function ran, by its logical id, and what handlers threw. */
  readonly invoked = new Map<string, number>();
  readonly thrown: string[] = [];

  constructor(
    deployed: Deployed,
    endpoints: Readonly<Record<string, string>>,
    { dir, metrics }: { dir: string; metrics: Metrics },
  ) {
    this.#metrics = metrics;
    this.#deployed = deployed;
    this.#endpoints = endpoints;
    this.#byName = byName(deployed.template);
    this.#log = createWriteStream(join(dir, 'functions.log'), { flags: 'a' }).setMaxListeners(0);
  }

  get processes(): number {
    return this.#processes.size;
  }

  /** Invokes a function by its name or ARN. Rejects with the handler's error, by its name. */
  invoke(nameOrArn: string, event: unknown): Promise<unknown> {
    const id = this.#byName.get(nameOrArn.replace(/^.*:function:/, '').replace(/:\$LATEST$/, ''));
    if (id === undefined) return Promise.reject(named('ResourceNotFoundException', `${nameOrArn} is no function`));
    return this.run(id, event);
  }

  /** Invokes a function by its logical id. */
  async run(functionId: string, event: unknown): Promise<unknown> {
    this.invoked.set(functionId, (this.invoked.get(functionId) ?? 0) + 1);
    const properties = propertiesOf<Properties>(this.#deployed.template, functionId);
    this.#count('Invocations', properties);
    const id = randomUUID();
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.set(id, answer);
    const milliseconds = properties.Timeout * 1000;
    const timedOut = () =>
      answer.reject(named('Sandbox.Timedout', `Task timed out after ${properties.Timeout} seconds`));
    // biome-ignore lint/plugin: the stage ends functions as AWS does
    const timer = setTimeout(timedOut, milliseconds);
    const context = contextOf(properties, Date.now() + milliseconds);
    this.#processOf(functionId, properties).send({ id, handler: properties.Handler, event, context });
    try {
      return await answer.promise;
    } catch (error) {
      this.#count('Errors', properties);
      this.thrown.push(`${properties.FunctionName}: ${(error as Error).name}: ${(error as Error).message}`);
      throw error;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }

  /** As Lambda counts. */
  #count(name: string, { FunctionName }: Properties): void {
    this.#metrics.put({ namespace: 'AWS/Lambda', name, dimensions: { FunctionName }, value: 1, at: Date.now() });
  }

  #processOf(functionId: string, { Environment }: Properties): ChildProcess {
    const folder = this.#deployed.folderOf(functionId);
    const own = this.#deployed.resolve(Environment?.Variables ?? {}) as Record<string, string>;
    const role = roleOf(this.#deployed.template, functionId);
    const key = `${folder} ${role} ${JSON.stringify(own)}`;
    const running = this.#processes.get(key);
    if (running) return running;
    const env = { ...own, ...credentials, AWS_ACCESS_KEY_ID: role, ...this.#endpoints, TZ: 'UTC', NODE_OPTIONS: '' };
    const child = fork(runtime, [folder], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] });
    for (const output of [child.stdout, child.stderr]) {
      output?.pipe(this.#log, { end: false });
      if (output) createInterface(output).on('line', (line) => this.#metrics.takeLine('FunctionLogGroup', line));
    }
    child.on('message', (said: Said) => this.#settle(said));
    child.on('exit', () => {
      this.#processes.delete(key);
      this.thrown.push(`a process of ${folder} ended`);
    });
    this.#processes.set(key, child);
    return child;
  }

  #settle({ id, result, error }: Said): void {
    const waiting = this.#waiting.get(id);
    if (error) waiting?.reject(named(error.name, error.message));
    else waiting?.resolve(result);
  }

  close(): void {
    for (const child of this.#processes.values()) {
      child.removeAllListeners('exit');
      child.kill();
    }
    this.#log.end();
  }
}

function byName({ Resources }: Template): Map<string, string> {
  const functions = Object.entries(Resources).filter(([, { Type }]) => Type === 'AWS::Lambda::Function');
  return new Map(functions.map(([id, { Properties }]) => [String(Properties.FunctionName), id]));
}

const contextOf = ({ FunctionName }: Properties, deadline: number) => ({
  functionName: FunctionName,
  functionVersion: '$LATEST',
  invokedFunctionArn: functionArn(FunctionName),
  memoryLimitInMB: '512',
  awsRequestId: randomUUID(),
  logGroupName: 'rehearsal',
  logStreamName: 'rehearsal',
  callbackWaitsForEmptyEventLoop: true,
  deadline,
});

const named = (name: string, message: string) => Object.assign(new Error(message), { name });
