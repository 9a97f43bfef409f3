import { type Serverless, stackOf } from '#lib/deploy/framework.ts';
import type { OtherTable } from '#lib/deploy/other-table.ts';
import type { Parameters } from '#lib/deploy/parameters.ts';
import { clientsOf } from './clients.ts';
import { readDeployed, refuseForgottenTable } from './deployed.ts';
import { dropLostLimits } from './limits.ts';
import { protectTable, takeTable, type Wanted } from './table.ts';

const templateOf = ({ service }: Serverless) => service.provider.compiledCloudFormationTemplate;

/**
 * The table of the deployment where it is not the stack's own, made ready. Throws DeployError for one that cannot be
 * used, and where the stack has another one of which the deployment says nothing.
 */
export async function otherTableOf(serverless: Serverless, { tableName }: Parameters): Promise<OtherTable | undefined> {
  const { stacks, tables } = await clientsOf(serverless);
  const own = templateOf(serverless).Resources.Table?.Properties ?? {};
  if (tableName !== '')
    return { name: tableName, streamArn: await takeTable(tables, tableName, own as unknown as Wanted) };
  refuseForgottenTable(await readDeployed(stacks, stackOf(serverless)), own.TableName);
  return undefined;
}

/** What AWS must have lost before it takes the update of the stack; answers a line where there was something. */
export async function beforeUpdate(serverless: Serverless): Promise<string | undefined> {
  const { gateway, stacks } = await clientsOf(serverless);
  const deployed = await readDeployed(stacks, stackOf(serverless));
  const dropped = await dropLostLimits(gateway, deployed, templateOf(serverless));
  return dropped.length > 0 ? `Limits of routes that no longer exist: ${dropped.join(', ')}` : undefined;
}

/** Protects the table from deletion once it is deployed; answers a line where it was not. */
export async function afterDeploy(serverless: Serverless): Promise<string | undefined> {
  const { Resources, Outputs } = templateOf(serverless);
  const named = Resources.Table?.Properties.TableName ?? (Outputs?.TableName as { Value?: unknown } | undefined)?.Value;
  if (typeof named !== 'string') return undefined;
  const isNew = await protectTable((await clientsOf(serverless)).tables, named);
  return isNew ? `The table ${named} is protected from deletion` : undefined;
}
