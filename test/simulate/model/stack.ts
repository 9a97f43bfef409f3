import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { bundle, closure } from '#lib/deploy/bundle.ts';
import { type ClassName, classes, classOf } from '#lib/deploy/classes.ts';
import { type FunctionConfig, moduleOf } from '#lib/deploy/framework.ts';
import { hostArchitecture } from '#lib/deploy/weigh.ts';
import { readFunctions } from '#test/support/platform/functions.ts';

/** Who calls a function. */
export type Kind = 'client' | 'host' | 'schedule' | 'task' | 'stream';

/** A function as it is deployed. */
export interface Deployed {
  readonly name: string;
  readonly kind: Kind;
  readonly className: ClassName;
  /** MB. */
  readonly memory: number;
  /** Seconds. */
  readonly timeout: number;
  /** The parameter that reserves runs at a time for it, and how many; undefined where none does. */
  readonly reserved: readonly [parameter: string, runs: number] | undefined;
}

/** The functions that were seen, and the defaults of the deployment's parameters. */
export interface Stack {
  readonly functions: ReadonlyMap<string, Deployed>;
  readonly parameters: Readonly<Record<string, number>>;
  /** Runs at a time that the stack reserves in all. */
  readonly reserved: number;
}

/** Reads how functions are deployed. Routes are bundled, as packaging does, to see which hash passwords. */
export async function stackOf(seen: readonly string[]): Promise<Stack> {
  const functions = readFunctions('.');
  const parameters = defaults();
  const known = seen.flatMap((name) => {
    const config = functions.get(name);
    return config ? [[name, config] as const] : [];
  });
  const all = [...functions.values()];
  const hashing = await hashingOf(all.filter(({ handler }) => handler.startsWith(passwords)));
  const found = await Promise.all(
    known.map(async ([name, config]) => {
      const module = moduleOf(config);
      const source = await readFile(`${module}.ts`, 'utf8');
      const className = classOf(config, { source, hashes: hashing.has(module) });
      const kind = kindOf(config);
      const { memory, timeout } = classes[className];
      const parameter = className === 'password' ? 'passwordConcurrency' : reserving[kind];
      const reserved = parameter === undefined ? undefined : ([parameter, parameters[parameter] ?? 0] as const);
      return [name, { name, kind, className, memory, timeout, reserved }] as const;
    }),
  );
  return { functions: new Map(found), parameters, reserved: reservedIn(all, hashing, parameters) };
}

/** What reserves runs at a time (lib/deploy/operations/concurrency.ts). */
const reserving: Readonly<Partial<Record<Kind, string>>> = {
  host: 'hostConcurrency',
  schedule: 'scheduleConcurrency',
  task: 'taskConcurrency',
};

function kindOf({ handler, events = [] }: FunctionConfig): Kind {
  const has = (name: string) => events.some((event) => event[name] !== undefined);
  if (has('hostApi') || has('hostBell')) return 'host';
  if (has('schedule')) return 'schedule';
  if (handler.startsWith('statemachines/')) return 'task';
  return has('httpApi') ? 'client' : 'stream';
}

/** Where the routes are to which passwords are sent. */
const passwords = 'functions/auth/';

/** What all functions reserve together. */
function reservedIn(
  all: readonly FunctionConfig[],
  hashing: ReadonlySet<string>,
  parameters: Readonly<Record<string, number>>,
): number {
  const parameterOf = (config: FunctionConfig) =>
    hashing.has(moduleOf(config)) ? 'passwordConcurrency' : reserving[kindOf(config)];
  return all.reduce((sum, config) => sum + (parameters[parameterOf(config) ?? ''] ?? 0), 0);
}

/** The modules that load the code that hashes passwords. */
async function hashingOf(all: readonly FunctionConfig[]): Promise<ReadonlySet<string>> {
  const root = resolve('.');
  await mkdir(join(root, '.build'), { recursive: true });
  const into = await mkdtemp(join(root, '.build', 'simulate-'));
  try {
    const modules = [...new Set(all.map(moduleOf))];
    const outdir = join(into, 'code');
    const made = await bundle({ root, modules, outdir, architecture: hostArchitecture, sdk: 'runtime' });
    const hashes = (module: string) => [...closure(made, module, 'now')].some((path) => path.endsWith('.node'));
    return new Set(modules.filter(hashes));
  } finally {
    await rm(into, { recursive: true, force: true });
  }
}

/** What a deployment tells all functions that is a number, and the defaults of the parameters that are numbers. */
export const told = (): Record<string, string> => ({
  SVC_SHARDS: String(defaults().workShards),
  SVC_SPREAD: String(/^SVC_SPREAD: '(\d{1,6})'$/m.exec(readFileSync('lib/deploy/environment.yml', 'utf8'))?.[1]),
});

/** The defaults of the parameters that are numbers: `${param:apiRate, '500'}`. */
function defaults(): Record<string, number> {
  const texts = Object.entries(parse(readFileSync('lib/deploy/parameters.yml', 'utf8')) as Record<string, string>);
  return Object.fromEntries(
    texts.flatMap(([name, text]) => {
      const [, value] = /'(\d{1,6})'\}$/.exec(text) ?? [];
      return value === undefined ? [] : [[name, Number(value)]];
    }),
  );
}
