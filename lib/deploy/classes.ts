import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { longestWait } from '#lib/model/platform/longest-wait.ts';
import { type FunctionConfig, functionsOf, moduleOf, type Serverless } from './framework.ts';
import { patience } from './http-api.ts';
import { DeployError } from './template.ts';

/** What functions of a kind are given. */
export interface FunctionClass {
  /** MB. Lambda gives a function that part of a processor which its memory is of 1,769 MB. */
  readonly memory: number;
  /** Seconds after which Lambda ends it. */
  readonly timeout: number;
  readonly why: string;
}

/**
 * The classes of functions. `npm run bench -- classes` measures every function in a process of its own and holds each
 * class to it: three times the memory that the largest needs, and the first answer of a cold function within a second.
 * Half of the memory would take two.
 */
export const classes = {
  request: {
    memory: 512,
    timeout: 20,
    why: 'routes that answer at once; secrets, the table and its contention are each tried for five seconds',
  },
  wait: {
    memory: 512,
    timeout: 29,
    why: 'routes that may hold their reply, or ask the object engine or the payment gateway',
  },
  password: {
    memory: 1769,
    timeout: 20,
    why: 'functions that hash passwords: work for one whole processor, at the price of a third of it for three times as long',
  },
  task: {
    memory: 512,
    timeout: 45,
    why: 'schedules, readers of the stream and tasks of workflows; the next run of a schedule may come after a minute',
  },
} as const satisfies Record<string, FunctionClass>;

export type ClassName = keyof typeof classes;

/** Seconds that a function has for itself beside the longest wait: it is loaded before, and answers after. */
const besideWait = 3;

/** What is known of a function beside functions.yml: its handler's source, and whether it loads the hash's code. */
interface Known {
  readonly source: string;
  readonly hashes: boolean;
}

/** The class of a function: by who waits for it, and for what. */
export function classOf({ access = [], events = [] }: FunctionConfig, { source, hashes }: Known): ClassName {
  if (hashes) return 'password';
  if (!isAwaited(events)) return 'task';
  // A route says by `settled` what it waits for (lib/edge/definition.ts); test/contract/waits.test.ts compares the two.
  const isHeld = /^\s*settled[:,]/m.test(source);
  const asksOthers = access.some((grant) => grant.startsWith('objects:') || grant === 'gateway:use');
  return isHeld || asksOthers ? 'wait' : 'request';
}

/**
 * Gives every function of the stack the memory and the time of its class; answers the functions of each class. Throws
 * DeployError where a class's time does not fit: a gateway would give up before, or a held reply would be cut off.
 */
export function giveClasses(serverless: Serverless): Map<ClassName, string[]> {
  refuseUnfit(classes);
  const { service, serviceDir } = serverless;
  const { naming } = serverless.getProvider('aws');
  const given = new Map<ClassName, string[]>();
  for (const [key, fn] of functionsOf(serverless)) {
    const source = readFileSync(join(serviceDir, `${moduleOf(fn)}.ts`), 'utf8');
    const name = classOf(fn, { source, hashes: fn.package?.artifact?.includes('argon2') ?? false });
    const lambda = service.provider.compiledCloudFormationTemplate.Resources[naming.getLambdaLogicalId(key)];
    if (!lambda) throw new DeployError(`function ${key}: the stack has no such function`);
    const { memory, timeout } = classes[name];
    Object.assign(lambda.Properties, { MemorySize: memory, Timeout: timeout });
    given.set(name, [...(given.get(name) ?? []), key]);
  }
  return given;
}

/** Throws DeployError for a class whose time does not fit who waits for it. */
export function refuseUnfit(all: Readonly<Record<ClassName, Pick<FunctionClass, 'timeout'>>>): void {
  const most = patience / 1000 - 1;
  for (const name of ['request', 'wait', 'password'] as const) {
    if (all[name].timeout > most)
      throw new DeployError(
        `class ${name}: ${all[name].timeout} s (a gateway waits for ${patience / 1000} s: at most ${most})`,
      );
  }
  if (all.wait.timeout < longestWait + besideWait)
    throw new DeployError(
      `class wait: ${all.wait.timeout} s (a reply is held for ${longestWait} s: at least ${longestWait + besideWait})`,
    );
  if (all.task.timeout >= 60)
    throw new DeployError(`class task: ${all.task.timeout} s (a schedule runs each minute: less than 60)`);
}

/** The table for who packages, a line for each class. */
export const shownClasses = (given: ReadonlyMap<ClassName, readonly string[]>): string =>
  Object.entries(classes)
    .map(([name, { memory, timeout, why }]) => {
      const count = given.get(name as ClassName)?.length ?? 0;
      return `  ${name.padEnd(9)}${String(count).padStart(4)} functions${String(memory).padStart(6)} MB${String(timeout).padStart(4)} s  ${why}`;
    })
    .join('\n');

/** Whether a gateway waits for the function: whatever invokes it but a schedule, a stream or a workflow. */
const isAwaited = (events: NonNullable<FunctionConfig['events']>): boolean =>
  events.some(({ schedule }) => schedule === undefined);
