import type { Command } from 'commander';
import { usage } from '#lib/cli/failure.ts';
import { show } from '#lib/cli/output/output.ts';
import type { Session } from '#lib/cli/run/session.ts';
import { bodyOf } from '#lib/cli/run/values.ts';
import { routes } from '#lib/generated/client/routes.ts';
import type { Runners } from './command.ts';

interface Flags {
  readonly method: string;
  readonly body?: string;
  readonly ifMatch?: string;
  readonly idempotencyKey?: string;
}

/** `svc api PATH`: a request of any route, signed as others are. */
export function add(command: Command, { run }: Runners): void {
  command
    .argument('<path>', 'path and query of a route, such as "/compute/instances?limit=2"')
    .option('-X, --method <method>', 'GET, POST, PUT, PATCH or DELETE', 'GET')
    .option('--body <document>', 'JSON or YAML, @file or @-')
    .option('--if-match <etag>', 'change the resource only if it has this ETag')
    .option('--idempotency-key <key>', 'repeating the request with the same key has one effect')
    .action(run((session, path: string, flags: Flags) => request(session, path, flags)));
}

async function request({ client, globals, format }: Session, path: string, flags: Flags): Promise<void> {
  const url = new URL(path.startsWith('/') ? path : `/${path}`, 'http://any');
  const { operation, parameters } = routeOf(flags.method.toUpperCase(), url.pathname);
  const { body } = await client.request(operation, {
    ...parameters,
    ...(url.search !== '' && { query: Object.fromEntries(url.searchParams) }),
    ...(flags.body !== undefined && { body: await bodyOf(flags.body) }),
    ...(flags.ifMatch !== undefined && { ifMatch: flags.ifMatch }),
    ...(flags.idempotencyKey !== undefined && { idempotencyKey: flags.idempotencyKey }),
  });
  await show(body, { columns: [] }, globals, format === 'table' && globals.output === undefined ? 'json' : format);
}

/** The operation of a method and a path, with what stands in the path. */
function routeOf(method: string, path: string): { operation: string; parameters: Record<string, string> } {
  const found = Object.entries(routes).map(([operation, route]) => {
    const [verb = '', template = ''] = route.split(' ');
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const pattern = new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w{1,64}\}/g, '([^/]+)')}$`);
    return { operation, verb, names, match: pattern.exec(path) };
  });
  const [first] = found.filter(({ match }) => match);
  const one = found.find(({ verb, match }) => match && verb === method);
  if (!first) throw usage(`${path}: there is no such route`, 'svc platform openapi --query "keys(paths)"');
  if (!one) throw usage(`${path}: does not support ${method}`, 'another method with -X');
  const parameters = one.names.map((name, i) => [name, decodeURIComponent(one.match?.[i + 1] ?? '')]);
  return { operation: one.operation, parameters: Object.fromEntries(parameters) };
}
