import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import { ACCOUNT, functionArn, REGION } from '#lib/local/environment.ts';
import { deployMachines, readMachines } from '#lib/local/machines.ts';
import { type StepFunctions, startStepFunctions } from '#lib/local/stepfunctions/start.ts';

type Handler = (event: unknown) => Promise<unknown>;

/** The workflows of statemachines/ as deployed, on an engine of their own. */
export interface Workflows {
  engine: StepFunctions;
  /** Every called task by its key, in order. */
  readonly calls: { name: string; payload: Record<string, unknown> }[];
  /** Calls a task's handler directly. */
  task(name: string, payload: unknown): Promise<unknown>;
  /** The next call of a task ends with the error, once there is one; with `also` the call is made first. */
  breakNext(name: string, error: Error | Promise<Error>, also?: 'after'): void;
  close(): Promise<void>;
}

interface Change {
  /** Changes the definitions before they are deployed, for shorter times. */
  definition?: (text: string) => string;
  /** Does each call of a task. */
  around?: <T>(name: string, task: () => Promise<T>) => Promise<T>;
}

/** Starts the engine with the real definitions and task handlers, and names the state machines in the environment. */
export async function startWorkflows({
  definition = (text) => text,
  around = (_, task) => task(),
}: Change = {}): Promise<Workflows> {
  const dir = await mkdtemp(join(tmpdir(), 'svc-workflows-'));
  const paths = handlerPaths();
  const calls: Workflows['calls'] = [];
  const broken = new Map<string, { error: Error | Promise<Error>; also: string | undefined }>();
  const task = async (name: string, payload: unknown) => {
    const handler = await handlerOf(paths, name);
    return around(name, () => handler(payload));
  };
  const invoke = async (name: string, payload: unknown) => {
    calls.push({ name, payload: payload as Record<string, unknown> });
    const fault = broken.get(name);
    broken.delete(name);
    if (fault?.also) await task(name, payload);
    if (fault) throw await fault.error;
    return task(name, payload);
  };
  const options = {
    dir,
    socketPath: join(dir, 'socket'),
    invoke,
    region: REGION,
    accountId: ACCOUNT,
    log: () => undefined,
  };
  const engine = await startStepFunctions(options);
  const arnOf = (key: string) => (paths.has(key) ? functionArn(key) : undefined);
  const machines = readMachines('.', arnOf).map((machine) => ({
    ...machine,
    definition: definition(machine.definition),
  }));
  process.env.AWS_ENDPOINT_URL_SFN = engine.endpoint;
  Object.assign(process.env, await deployMachines(engine.endpoint, 'test', machines));
  return {
    engine,
    calls,
    task,
    breakNext: (name, error, also) => broken.set(name, { error, also }),
    close: async () => {
      await engine.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Each task's file, from the functions.yml files. */
function handlerPaths(): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of globSync('statemachines/*/functions.yml')) {
    const functions = parse(readFileSync(file, 'utf8')) as Record<string, { handler: string }>;
    for (const [key, { handler }] of Object.entries(functions)) found.set(key, handler.replace(/\.handler$/, '.ts'));
  }
  return found;
}

async function handlerOf(paths: Map<string, string>, name: string): Promise<Handler> {
  const path = paths.get(name);
  if (!path) throw new Error(`no functions.yml has a task "${name}"`);
  return (await import(pathToFileURL(resolve(path)).href)).handler;
}
