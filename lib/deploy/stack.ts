import { refuseCircle } from './circles.ts';
import { makeRolesFirst } from './early-roles.ts';
import { functionsOf, type Serverless, stackOf } from './framework.ts';
import { hostApiResources, hostRoutes } from './host-api.ts';
import { bellFunctions, hostBellResources } from './host-bell.ts';
import { foldHttpApi } from './http-api.ts';
import { refuseUnimportable } from './importable.ts';
import { refuseLeftovers } from './leftovers.ts';
import { keepsFailures } from './operations/failures.ts';
import { operate } from './operations/operate.ts';
import { type OtherTable, useTable } from './other-table.ts';
import type { Parameters } from './parameters.ts';
import { apis } from './quotas/parts.ts';
import { functionRole, type Grants, role } from './roles.ts';
import { shareRuns } from './shared-runs.ts';
import { type Machine, machineGrant, machineResources } from './state-machines.ts';
import { arnOf, DeployError, type Resource, referred, type Statement } from './template.ts';

/** Each API's role names its own functions alone: those of hosts must not wait for one that names the API of hosts. */
const invokers = { routes: 'HttpApiInvoke', hosts: 'HostApiInvoke' };
/** Of the documents of both APIs. */
const version = '1.0.0';
/** A managed policy may have 6,144 characters; a function's ARN has at most 140. */
const ARNS_PER_POLICY = 40;

/** Every grant that a function may name: those of access.yml, those of the object engine, and one for each machine. */
export function grantsOf(serverless: Serverless, machines: readonly Machine[]): Grants {
  const stack = stackOf(serverless);
  const sfn = machines.map(({ name }): [string, Statement[]] => [`sfn:${name}`, machineGrant(stack, name)]);
  return {
    ...serverless.service.custom?.access,
    ...serverless.service.custom?.objects?.access,
    ...Object.fromEntries(sfn),
    'sfn:all': sfn.flatMap(([, statements]) => statements),
  };
}

/** What the plugin has made ready for the stack. */
interface Planned {
  /** The grants of each role, by its logical id. */
  roles: ReadonlyMap<string, readonly string[]>;
  machines: readonly Machine[];
  parameters: Parameters;
  /** The table, where it is not the stack's own. */
  table: OtherTable | undefined;
}

/**
 * Turns what the framework compiled into the stack that is deployed: roles, one log group, state machines, schedules,
 * and the API as one resource. Answers how many concurrent executions it reserves. Throws DeployError where routes are
 * missing.
 */
export function rewriteStack(
  serverless: Serverless,
  { roles, machines, parameters, table }: Planned,
): { reserved: number } {
  const template = serverless.service.provider.compiledCloudFormationTemplate;
  const resources = template.Resources;
  const { naming } = serverless.getProvider('aws');
  trimFunctions(serverless, resources);
  const grants = grantsOf(serverless, machines);
  for (const [id, access] of roles) resources[id] = functionRole(access, grants, arnOf('FunctionLogGroup'));
  const arnOfFunction = (key: string) => {
    const id = naming.getLambdaLogicalId(key);
    return resources[id] && arnOf(id);
  };
  for (const machine of machines) {
    Object.assign(resources, machineResources(machine, stackOf(serverless), arnOfFunction));
  }
  const stack = stackOf(serverless);
  const idOf = (key: string) => naming.getLambdaLogicalId(key);
  const shared = shareRuns(resources, { stack, functions: functionsOf(serverless), idOf, arnOf: arnOfFunction });
  giveScheduler(resources, shared);
  const { routes, functionIds } = foldHttpApi(template, {
    apiId: naming.getHttpApiLogicalId(),
    invokeRoleId: `${invokers.routes}Role`,
    version,
    nameOf: new Map(functionsOf(serverless).map(([key]) => [naming.getLambdaLogicalId(key), key])),
  });
  const stage = resources[naming.getHttpApiStageLogicalId()];
  // The stage refers to its log group by GetAtt, so the order is already given.
  delete stage?.DependsOn;
  const ofHosts = hostRoutes(functionsOf(serverless), idOf);
  const keys = functionsOf(serverless).map(([key]) => key);
  const hostApi = { title: stackOf(serverless), version, invokeRoleId: `${invokers.hosts}Role`, idOf, stage };
  Object.assign(resources, hostApiResources(ofHosts, keys, hostApi));
  const bell = bellFunctions(functionsOf(serverless), idOf);
  Object.assign(resources, hostBellResources(bell, { ...hostApi, rate: Number(parameters.hostRate) }));
  const idsOfHosts = [...ofHosts.map(({ functionId }) => functionId), ...bell];
  Object.assign(resources, invokeRole(invokers.routes, functionIds), invokeRole(invokers.hosts, idsOfHosts));
  refuseLostRoutes(serverless, routes);
  const tasks = machines.flatMap(({ functionKeys }) => functionKeys);
  const operated = operate(serverless, parameters, { machines: machines.map(({ name }) => name), tasks });
  for (const [, body] of apis(template)) refuseUnimportable(body);
  makeRolesFirst(resources);
  if (table) useTable(template, table);
  refuseLeftovers(template.Resources);
  refuseCircle(template.Resources);
  return operated;
}

/** Gives functions one log group, and leaves out of the template, whose size is limited, what is a default anyway. */
function trimFunctions({ service: { provider } }: Serverless, resources: Record<string, Resource>): void {
  resources.FunctionLogGroup = {
    Type: 'AWS::Logs::LogGroup',
    Properties: { RetentionInDays: provider.logRetentionInDays ?? 30 },
  };
  for (const { Type, Properties } of Object.values(resources)) {
    if (Type === 'AWS::Lambda::Function') {
      if (Properties.Architectures?.toString() === 'x86_64') delete Properties.Architectures;
      // Our log lines are JSON, so Lambda must not wrap them.
      Properties.LoggingConfig = { LogFormat: 'Text', LogGroup: { Ref: 'FunctionLogGroup' } };
    }
  }
}

function giveScheduler(resources: Record<string, Resource>, others: readonly Statement[]): void {
  const targets = Object.values(resources)
    .filter(({ Type }) => Type === 'AWS::Scheduler::Schedule')
    .map(({ Properties }) => Properties.Target as { Arn: unknown; RoleArn: unknown });
  for (const target of targets) target.RoleArn = arnOf('SchedulerInvokeRole');
  if (targets.length === 0) return;
  const arns = targets.map(({ Arn }) => Arn).filter((arn) => referred(arn) !== undefined);
  resources.SchedulerInvokeRole = role('scheduler', [
    { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: arns },
    ...others,
    keepsFailures,
  ]);
}

/** A role by which an API invokes its functions, and no tasks. */
function invokeRole(name: string, functionIds: readonly string[]): Record<string, Resource> {
  const policies: Record<string, Resource> = {};
  const ids = [...new Set(functionIds)].sort();
  for (let from = 0; from < ids.length; from += ARNS_PER_POLICY) {
    const arns = ids.slice(from, from + ARNS_PER_POLICY).map(arnOf);
    const statement: Statement = { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: arns };
    policies[`${name}Policy${from / ARNS_PER_POLICY + 1}`] = {
      Type: 'AWS::IAM::ManagedPolicy',
      Properties: { PolicyDocument: { Version: '2012-10-17', Statement: [statement] } },
    };
  }
  const attached = Object.keys(policies).map((id) => ({ Ref: id }));
  return { ...policies, [`${name}Role`]: role('apigateway', [], attached) };
}

function refuseLostRoutes(serverless: Serverless, folded: readonly string[]): void {
  const declared = functionsOf(serverless)
    .flatMap(([, { events = [] }]) => events.flatMap(routeKey))
    .sort();
  if (declared.join() !== folded.join()) {
    const lost = declared.filter((key) => !folded.includes(key));
    const added = folded.filter((key) => !declared.includes(key));
    throw new DeployError(`the API's routes are not those of functions.yml: lost ${lost}; added ${added}`);
  }
}

function routeKey({ httpApi }: Record<string, unknown>): string[] {
  if (httpApi === undefined) return [];
  const [method, path = '*'] =
    typeof httpApi === 'string'
      ? httpApi.split(' ')
      : [(httpApi as { method?: string }).method, (httpApi as { path: string }).path];
  if (path === '*') return ['$default'];
  return [`${!method || method === '*' ? 'ANY' : method.toUpperCase()} ${path}`];
}
