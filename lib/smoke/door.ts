import { routes } from '#lib/client/index.ts';
import { type Check, demand } from './checks.ts';

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Milliseconds: a function that starts cold takes a few seconds. */
const patience = 30_000;

async function ask(baseUrl: string, path: string, method = 'GET'): Promise<Answer> {
  const reply = await fetch(baseUrl + path, { method, redirect: 'manual', signal: AbortSignal.timeout(patience) });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
}

/** A reply is the platform's, and not that of something before it. */
function isOurs({ headers, text }: Answer, path: string): void {
  demand(headers.get('x-request-id') !== null, `${path} was answered by something else: it has no X-Request-Id`);
  demand(!text.includes('\n    at '), `${path} shows a stack trace`);
}

async function refused(baseUrl: string, path: string, status: number): Promise<string> {
  const answer = await ask(baseUrl, path);
  isOurs(answer, path);
  demand(answer.status === status, `${path} answered ${answer.status}, not ${status}`);
  const code = answer.headers.get('x-error-code');
  demand(code !== null && typeof JSON.parse(answer.text).error === 'string', `${path}: ${answer.text.slice(0, 100)}`);
  return `${status} ${code}`;
}

/** What is checked before anybody has an account. */
export const doorChecks = (baseUrl: string): Check[] => [
  {
    name: 'healthz',
    async run() {
      const answer = await ask(baseUrl, '/healthz');
      isOurs(answer, '/healthz');
      demand(answer.status === 200, `${answer.status} ${answer.text.slice(0, 100)}`);
      return undefined;
    },
  },
  {
    name: 'HEAD',
    async run() {
      const { status, text } = await ask(baseUrl, '/healthz', 'HEAD');
      demand([200, 503].includes(status) && text === '', `HEAD /healthz answered ${status} with ${text.length} bytes`);
      return undefined;
    },
  },
  {
    name: 'openapi',
    async run() {
      const { status, text } = await ask(baseUrl, '/openapi.json');
      demand(status === 200, `/openapi.json answered ${status}`);
      const { paths = {} } = JSON.parse(text) as { paths?: Record<string, object> };
      const known = Object.values(routes).map((route) => route.split(' ')) as [string, string][];
      const lost = known.filter(([method, path]) => !Object.hasOwn(paths[path] ?? {}, method.toLowerCase()));
      demand(lost.length === 0, `it lacks ${lost.length} routes of this checkout: ${lost[0]?.join(' ')} …`);
      return `${known.length} routes`;
    },
  },
  { name: 'an unknown path is refused', run: () => refused(baseUrl, '/no/such/route', 404) },
  { name: 'a request without credentials is refused', run: () => refused(baseUrl, '/compute/instances', 401) },
];
