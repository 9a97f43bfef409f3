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
import { cliFiles } from './cli/files.ts';
import { clientFiles } from './client/files.ts';
import type { Document } from './client/operations.ts';
import { hostApiFile } from './host-api.ts';
import { json } from './json.ts';
import { type DeployedRoute, readRoutes, root, sourceOf } from './routes.ts';
import { settingsPage } from './settings.ts';
import { keysFile, storeFiles } from './store.ts';
import { terraformFile } from './terraform.ts';
import { terraformSourcesFile } from './terraform-sources.ts';

/** Every golden file with the text that it must have now. */
export async function goldenFiles(): Promise<Record<string, string>> {
  const routes = await readRoutes();
  const store = await storeFiles();
  const document = openapiDocument(routes, await nounNames());
  return {
    'functions/platform/openapi.json': json(document),
    ...clientFiles(document as Document),
    ...(await cliFiles(document as Document)),
    'lib/terraform/generated/schemas.json': json(terraformFile(document as Document)),
    'lib/terraform/generated/sources.json': json(terraformSourcesFile(document as Document)),
    'lib/edge/routes.json': json(methodsByPath(routes)),
    'test/contract/public-routes.txt': lines(publicRoutes(routes)),
    'test/contract/spending-routes.txt': lines(spendingRoutes(routes)),
    ...store,
    'test/contract/keys.txt': lines(keyTable(store[keysFile])),
    'test/contract/states.txt': lines(stateTable()),
    'docs/settings.md': settingsPage(),
    'test/contract/golden/host-api.json': json(hostApiFile()),
  };
}

const lines = (text: readonly string[]) => `${text.join('\n')}\n`;

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

/** Every key shape of the table: entity | pk | sk | gsi1pk | gsi1sk. */
export function keyTable(text = sourceOf(keysFile)): string[] {
  const [, table = ''] = /\n\/\*\n([\s\S]*?)\*\//.exec(text) ?? [];
  const rows = table
    .split('\n')
    .map((line) => line.replace(/^ \* ?/, ''))
    .filter((line) => line.includes('|') && !/^(entity|-)/.test(line));
  return rows.map((row) =>
    row
      .split('|')
      .slice(0, 5)
      .map((cell) => cell.trim())
      .join(' | ')
      .trimEnd(),
  );
}

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
