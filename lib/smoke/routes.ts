import { existsSync, readFileSync } from 'node:fs';
import { routes } from '#lib/client/index.ts';
import { type Check, demand } from './checks.ts';

/** The class of each operation's function, as the last packaging in this folder wrote it; empty where none did. */
export function readClasses(file: string): Readonly<Record<string, string>> {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

interface Answer {
  readonly operation: string;
  readonly ms: number;
  /** What is wrong with it; undefined for nothing. */
  readonly wrong: string | undefined;
}

/** So many requests at once: a new account of AWS runs ten functions. */
const atOnce = 4;

/** Milliseconds: a function that starts cold takes a few seconds. */
const patience = 30_000;

/** Error codes of what no route of the method serves: such a route was lost on the way to the gateway. */
const unserved = ['no_such_route', 'method_not_allowed'];

/**
 * Asks every operation once, as a stranger with nothing to say: each is to answer by itself, though it refuses. The
 * first answers are mostly those of functions that start for it, so that their times are told by class.
 */
export const routesCheck = (baseUrl: string, classes: Readonly<Record<string, string>>): Check => ({
  name: 'every route is served',
  async run() {
    const left = Object.entries(routes);
    const answers: Answer[] = [];
    const work = async () => {
      for (let next = left.shift(); next; next = left.shift()) answers.push(await ask(baseUrl, ...next));
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    const wrong = answers.flatMap((answer) => answer.wrong ?? []);
    demand(wrong.length === 0, `${wrong.length} of ${answers.length} are not: ${wrong.slice(0, 3).join('; ')}`);
    return `${answers.length}; first answers of ${told(answers, classes)}`;
  },
});

async function ask(baseUrl: string, operation: string, route: string): Promise<Answer> {
  const [method = '', template = ''] = route.split(' ');
  const path = template.split('/').map((segment) => (segment.startsWith('{') ? 'smoke' : segment));
  const url = baseUrl + path.join('/');
  const began = performance.now();
  try {
    const reply = await fetch(url, { method, redirect: 'manual', signal: AbortSignal.timeout(patience) });
    await reply.arrayBuffer();
    return { operation, ms: performance.now() - began, wrong: wrongOf(route, reply) };
  } catch (error) {
    return { operation, ms: performance.now() - began, wrong: `${route}: ${(error as Error).message}` };
  }
}

function wrongOf(route: string, { status, headers }: Response): string | undefined {
  const code = headers.get('x-error-code') ?? '';
  if (headers.get('x-request-id') === null) return `${route}: ${status} of something else`;
  if (unserved.includes(code)) return `${route}: ${status} ${code}`;
  return status >= 500 && route !== 'GET /healthz' ? `${route}: ${status} ${code}` : undefined;
}

/** The slowest answer of each class, and the one in the middle. */
function told(answers: readonly Answer[], classes: Readonly<Record<string, string>>): string {
  const byClass = Map.groupBy(answers, ({ operation }) => classes[operation] ?? 'all');
  return [...byClass]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, all]) => {
      const slowestFirst = all.toSorted((a, b) => b.ms - a.ms);
      const [slowest, median] = [slowestFirst[0], slowestFirst[Math.floor(all.length / 2)]];
      return `${name} ${median?.ms.toFixed(0)} ms, at most ${slowest?.ms.toFixed(0)} ms (${slowest?.operation})`;
    })
    .join(', ');
}
