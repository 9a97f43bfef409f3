import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
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
  /** What reserves runs at a time for it; undefined where nothing does. */
  readonly room: Room | undefined;
  /** Requests a second that its route accepts; undefined where it has no limit of its own. */
  readonly throttle: number | undefined;
}

/** The parameter that reserves runs at a time for a function, and how many it has at least. */
export interface Room {
  readonly parameter: string;
  readonly least: number;
}

/** The functions that were seen, and the room of all that are deployed. */
export interface Stack {
  readonly functions: ReadonlyMap<string, Deployed>;
  readonly rooms: readonly Room[];
}

/** How many runs at a time a function has to itself. */
export const reservedFor = ({ parameter, least }: Room, param: Readonly<Record<string, number>>): number =>
  Math.max(param[parameter] ?? 0, least);

/** Reads how functions are deployed. Routes are bundled, as packaging does, to see which hash passwords. */
export async function stackOf(seen: readonly string[]): Promise<Stack> {
  const functions = readFunctions('.');
  const hashing = await hashingOf([...functions.values()].filter(({ handler }) => handler.startsWith(passwords)));
  const found = await Promise.all(
    seen.map(async (name): Promise<[string, Deployed][]> => {
      const config = functions.get(name);
      if (!config) return [];
      const module = moduleOf(config);
      const source = await readFile(`${module}.ts`, 'utf8');
      const className = classOf(config, { source, hashes: hashing.has(module) });
      const { memory, timeout } = classes[className];
      const { throttle } = config;
      return [
        [name, { name, kind: kindOf(config), className, memory, timeout, throttle, room: roomOf(config, hashing) }],
      ];
    }),
  );
  const rooms = [...functions.values()].flatMap((config) => roomOf(config, hashing) ?? []);
  return { functions: new Map(found.flat()), rooms };
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

/** What reserves runs at a time for a function. */
function roomOf(config: FunctionConfig, hashing: ReadonlySet<string>): Room | undefined {
  const parameter = hashing.has(moduleOf(config)) ? 'passwordConcurrency' : reserving[kindOf(config)];
  return parameter === undefined ? undefined : { parameter, least: config.runs ?? 1 };
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

/** What a deployment tells all functions that is a number. */
export const told = (): Record<string, string> => ({
  SVC_SHARDS: String(/^workShards: .*'(\d{1,2})'\}$/m.exec(readFileSync('lib/deploy/parameters.yml', 'utf8'))?.[1]),
  SVC_SPREAD: String(/^SVC_SPREAD: '(\d{1,6})'$/m.exec(readFileSync('lib/deploy/environment.yml', 'utf8'))?.[1]),
});
