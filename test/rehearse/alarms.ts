import { eventually } from '#test/support/vitest/eventually.ts';
import type { Walk } from './given.ts';

/** A schedule runs each minute; the next one may be a minute away, and the machine busy. */
const patience = 300_000;

/** What an alarm looks at is brought about, and the packaged alarm is evaluated over the metrics that were written. */
export async function alarms(given: Walk): Promise<void> {
  const { steps, stage } = given;
  await steps.take('alarms: none is raised before', async () => {
    // What the walk brought about until now is over five minutes later.
    const seen = () => `raised: ${stage.raised().join(', ')}`;
    await eventually(async () => stage.raised().length === 0, { patience: minutes(6), seen });
  });
  await steps.take('alarms: capacity-short, schedule-unfinished, outbox-old and stream-behind', () =>
    allInOrder(given),
  );
  await steps.take('alarms: host-api-errors and host-api-throttled, of numbers that the gateway counts', () =>
    feedGateway(given),
  );
  await steps.take('alarms: host-silent and host-lost, of a host whose agent was killed', () => loseHost(given));
}

/** Waits until an alarm is raised that was not. */
async function raises({ stage }: Walk, names: readonly string[], cause: () => Promise<unknown>): Promise<void> {
  const early = names.filter((name) => stage.raised().includes(name));
  if (early.length > 0) throw new Error(`raised without a cause: ${early.join(', ')}`);
  await cause();
  const seen = () => `raised: ${stage.raised().join(', ')}`;
  await eventually(async () => names.every((name) => stage.raised().includes(name)), { patience, seen });
}

/** The last number of a metric of the stack's own. */
const last = ({ stage }: Walk, name: string): number | undefined =>
  stage.metrics.numbers({ namespace: 'svc-prod', name, dimensions: {} }).at(-1);

/** Brings about together what is seen a minute or two later. */
async function allInOrder(given: Walk): Promise<void> {
  const { desk, host, stage } = given;
  await raises(given, ['capacity-short', 'schedule-unfinished', 'outbox-old', 'stream-behind'], async () => {
    await desk.run(`svc platform drain-host ${host.id}`);
    stage.schedules.disable('svc-prod-mailSchedule');
    await set(given, ['SCHEDULES', 'mailSchedule'], 'at', Date.now() - minutes(10));
    await leaveIntent(given);
    // As readers that stood still: what they get counts as older. The event of a new VPC goes by the stream.
    stage.streams.lag(minutes(5));
    await desk.run('svc vpc create office');
  });
  stage.streams.lag(0);
  await desk.run(`svc platform resume-host ${host.id}`);
  const isOver = async () => last(given, 'ClassesShort') === 0 && last(given, 'OutboxAge') === 0;
  await eventually(isOver, { patience });
}

/** Sets an attribute of an item in the table, as where time had passed. */
const set = (
  { desk, stage }: Walk,
  [pk, sk]: readonly [string, string],
  name: string,
  value: number,
): Promise<string> =>
  desk.run(
    `aws dynamodb update-item --table-name ${stage.deployed.made.get('Table')} --key '${JSON.stringify({ pk: { S: pk }, sk: { S: sk } })}' \
--update-expression 'SET #n = :v' --expression-attribute-names '${JSON.stringify({ '#n': name })}' \
--expression-attribute-values '${JSON.stringify({ ':v': { N: String(value) } })}'`,
  );

const minutes = (count: number): number => count * 60_000;

/** As a crash leaves it between a commit and the start of its workflow. */
async function leaveIntent(given: Walk): Promise<void> {
  const due = String(Date.now() - minutes(6)).padStart(15, '0');
  const operation = 'op-00000000000000000000000000';
  const ofNone = { operation, account_id: '000000000000', instance_id: 'i-00000000000000000000000000' };
  const texts = Object.entries(ofNone).map(([name, text]) => [name, { S: text }]);
  const input = { ...Object.fromEntries(texts), options: { M: {} } };
  const item = {
    ...{ pk: { S: `OUTBOX#${operation}` }, sk: { S: 'INTENT' }, gsi1pk: { S: 'OUTBOX' }, gsi1sk: { S: due } },
    ...{ operation: { S: operation }, machine: { S: 'launch' }, input: { M: input } },
  };
  const table = given.stage.deployed.made.get('Table');
  await given.desk.run(`aws dynamodb put-item --table-name ${table} --item '${JSON.stringify(item)}'`);
}

async function feedGateway(given: Walk): Promise<void> {
  const { metrics } = given.stage;
  await raises(given, ['host-api-errors', 'host-api-throttled'], async () => {
    const at = Date.now();
    const dimensions = { ApiId: 'HostApi' };
    metrics.put({ namespace: 'AWS/ApiGateway', name: '5xx', dimensions, value: 10, at });
    for (let count = 0; count < 10; count++) {
      const line = { api: 'HostApi', route: 'POST /hosts/self/heartbeat', status: '429' };
      metrics.takeLine('AccessLogGroup', JSON.stringify(line));
      metrics.takeLine('AccessLogGroup', JSON.stringify({ ...line, api: 'HttpApi' }));
    }
    const counted = metrics.numbers({ namespace: 'svc-prod', name: 'HostApiThrottled', dimensions: {} });
    if (counted.length !== 10) throw new Error(`${counted.length} of 10 lines count`);
  });
}

async function loseHost(given: Walk): Promise<void> {
  const { desk, host } = given;
  await raises(given, ['host-silent'], () => host.kill('SIGKILL'));
  await raises(given, ['host-lost'], () =>
    set(given, [`HOST#${host.id}`, 'BEAT'], 'silent_at', Date.now() - minutes(10)),
  );
  const isThere = async () => (await desk.json(`svc platform get-host ${host.id}`)).state === 'active';
  await host.run();
  await eventually(isThere, { patience });
  await eventually(async () => last(given, 'HostsLost') === 0, { patience });
}
