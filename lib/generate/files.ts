import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import { openapiDocument } from '#lib/edge/openapi/document.ts';
import {
  actions,
  allowedActions,
  deadlines,
  type Facts,
  type InstanceAction,
  type InstanceStatus,
  statuses,
} from '#lib/model/compute/instance-states.ts';
import { actionsFile } from './actions.ts';
import { cliFiles } from './cli/files.ts';
import { clientFiles } from './client/files.ts';
import type { Document } from './client/operations.ts';
import { hostApiFile } from './host-api.ts';
import { json, madeBy, madeJson } from './json.ts';
import { type DeployedRoute, readRoutes, root } from './routes.ts';
import { settingsPage } from './settings.ts';
import { storeFiles } from './store.ts';
import { terraformFile } from './terraform/schemas.ts';
import { terraformSourcesFile } from './terraform/sources.ts';

/** Every generated file with the text that it must have now. */
export async function generatedFiles(): Promise<Record<string, string>> {
  const routes = await readRoutes();
  const store = await storeFiles();
  const document = openapiDocument(routes, await nounNames());
  return {
    'lib/generated/openapi.json': json({ 'x-made-by': madeBy, ...document }),
    ...clientFiles(document as Document),
    ...(await cliFiles(document as Document)),
    'lib/generated/terraform/schemas.json': madeJson({ resources: terraformFile(document as Document) }),
    'lib/generated/terraform/sources.json': madeJson({ sources: terraformSourcesFile(document as Document) }),
    'lib/generated/actions.ts': actionsFile(routes),
    'lib/generated/routes.json': madeJson({ routes: methodsByPath(routes) }),
    'lib/generated/public-routes.txt': lines(publicRoutes(routes)),
    'lib/generated/spending-routes.txt': lines(spendingRoutes(routes)),
    ...store,
    'lib/generated/states.txt': lines(stateTable()),
    'docs/settings.md': settingsPage(),
    'lib/generated/host-api.json': madeJson(hostApiFile()),
  };
}

const lines = (text: readonly string[]) => `# Made by npm run openapi.\n${text.join('\n')}\n`;

/** The objects that lib/model exports, by the name that a client sees: sshKey is SshKey. */
async function nounNames(): Promise<Map<z.ZodType, string>> {
  const files = globSync('lib/model/**/*.ts', { cwd: root }).sort();
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(join(root, file)).href)));
  const found = new Map<z.ZodType, string>();
  for (const [name, value] of modules.flatMap((module) => Object.entries(module as object))) {
    if (value instanceof z.ZodObject) found.set(value, name.charAt(0).toUpperCase() + name.slice(1));
  }
  if (new Set(found.values()).size < found.size) throw new Error('two schemas of lib/model have one name');
  return found;
}

function methodsByPath(routes: readonly DeployedRoute[]): Record<string, string[]> {
  const paths = [...new Set(routes.map(({ path }) => path))].sort();
  const methods = (path: string) => routes.filter((route) => route.path === path).map(({ method }) => method);
  return Object.fromEntries(paths.map((path) => [path, methods(path).sort()]));
}

/** Routes that answer without a login. */
const publicRoutes = (routes: readonly DeployedRoute[]) => addresses(routes.filter(({ route }) => route.public));

/** Routes that a suspended account is refused (contract 3.12). */
const spendingRoutes = (routes: readonly DeployedRoute[]) => addresses(routes.filter(({ route }) => route.spends));

const addresses = (routes: readonly DeployedRoute[]) => routes.map(({ method, path }) => `${method} ${path}`).sort();

/**
 * The conditions of each action on an instance in each status, as a table: always, never, or the condition. Deadlines
 * in seconds.
 */
function stateTable(): string[] {
  const rows = [
    ['', ...statuses],
    ['deadline', ...statuses.map((status) => String(deadlines[status] ?? '-'))],
    ...actions.map((action) => [action, ...statuses.map((status) => cell(action, status))]),
  ];
  return rows.map((row) =>
    row
      .map((text) => text.padEnd(18))
      .join('')
      .trimEnd(),
  );
}

const full: Facts = { has_disk: true, elastic_ip: {}, volume_ids: ['vol'], termination_protection: false };
const bare: Facts = { has_disk: false, elastic_ip: null, volume_ids: [], termination_protection: true };
const words = {
  has_disk: 'disk',
  elastic_ip: 'address',
  volume_ids: 'volume',
  termination_protection: 'unprotected',
};

function cell(action: InstanceAction, status: InstanceStatus): string {
  const allowed = (facts: Facts) => allowedActions(status, facts).includes(action);
  if (allowed(full) === allowed(bare)) return allowed(full) ? 'yes' : '-';
  const deciding = (Object.keys(words) as (keyof typeof words)[]).filter(
    (fact) => allowed({ ...full, [fact]: bare[fact] }) !== allowed(full),
  );
  return `if ${allowed(bare) ? 'no ' : ''}${deciding.map((fact) => words[fact]).join(' and ')}`;
}
