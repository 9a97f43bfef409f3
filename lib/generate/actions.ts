import { platformActionOf } from '#lib/local/s3/auth/actions.ts';
import { operations } from '#lib/local/s3/operations/table.ts';
import { actions } from '#lib/model/identity/policy/actions.ts';
import { readings } from '#lib/model/identity/policy/references.ts';
import { presignedAs } from '#lib/model/storage/presigned.ts';
import type { DeployedRoute } from './routes.ts';

/**
 * The actions that need no route of their own: those of presigned links and of S3 requests (contract 4.10), and those
 * that read what a request names (contract 1.10).
 */
const withoutRoute = [...Object.values(readings), ...Object.values(presignedAs), ...operations.map(platformActionOf)];

/**
 * lib/generated/actions.ts: every IAM action. An action keeps its place among those `before`, because messages
 * name the first one that matters. A new action comes last.
 */
export function actionsFile(routes: readonly DeployedRoute[], before: readonly string[] = actions): string {
  const found = new Set<string>([...routes.flatMap(({ route }) => route.action ?? []), ...withoutRoute]);
  const added = [...found].filter((action) => !before.includes(action)).sort();
  const all = [...before.filter((action) => found.has(action)), ...added].map((action) => action.split(':'));
  const services = [...Map.groupBy(all, ([service]) => service)].map(
    ([service, names]) => `  ${service}: [\n${names.map(([, verb]) => `    '${verb}',\n`).join('')}  ],\n`,
  );
  return `/* Made by \`npm run openapi\` from the actions of routes, and of what needs none. */

/** The second part of every IAM action (contract 4), by its service. */
export const verbs = {\n${services.join('')}} as const;\n`;
}
