import { type FunctionConfig, functionsOf, type Serverless } from '#lib/deploy/framework.ts';
import type { Parameters } from '#lib/deploy/parameters.ts';

/** What reserves concurrent executions, by the parameter that says how many each of its functions has. */
type Reserving = 'passwordConcurrency' | 'hostConcurrency' | 'scheduleConcurrency' | 'taskConcurrency';

/**
 * Reserves concurrent executions: for functions that hash passwords, which take a tenth of a second of a whole core, so
 * that they take no more; for those of hosts, schedules and workflows, so that clients leave them room. What is
 * reserved is also the most that a function has. Answers how many are reserved in all.
 */
export function reserveRoom(serverless: Serverless, parameters: Parameters, taskKeys: readonly string[]): number {
  const { Resources } = serverless.service.provider.compiledCloudFormationTemplate;
  const { naming } = serverless.getProvider('aws');
  let all = 0;
  for (const [key, fn] of functionsOf(serverless)) {
    const lambda = Resources[naming.getLambdaLogicalId(key)];
    const reserving = reservingOf(fn, taskKeys.includes(key));
    const count = reserving === undefined ? 'none' : parameters[reserving];
    if (!lambda || count === 'none') continue;
    // Runs that share the work of a schedule are started at one time.
    const room = Math.max(Number(count), fn.runs ?? 1);
    lambda.Properties.ReservedConcurrentExecutions = room;
    all += room;
  }
  return all;
}

function reservingOf({ package: own, events = [] }: FunctionConfig, isTask: boolean): Reserving | undefined {
  if (own?.artifact?.includes('argon2')) return 'passwordConcurrency';
  if (events.some(({ hostApi, hostBell }) => (hostApi ?? hostBell) !== undefined)) return 'hostConcurrency';
  if (events.some(({ schedule }) => schedule !== undefined)) return 'scheduleConcurrency';
  return isTask ? 'taskConcurrency' : undefined;
}
