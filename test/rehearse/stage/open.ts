import { join } from 'node:path';
import { wrongOfServices } from '#test/support/grants/services.ts';
import { type AlarmProperties, isRaised } from './alarms.ts';
import { StageBells } from './bells.ts';
import { type Deployed, idsOf, propertiesOf, readDeployed } from './deployed.ts';
import { type Door, openDoor } from './door.ts';
import { Lambda } from './functions.ts';
import { type Names, openGateway } from './gateway.ts';
import { type Filter, Metrics } from './metrics.ts';
import { permitsOf } from './permits.ts';
import { type Schedules, startSchedules } from './schedules.ts';
import { startStreams } from './streams.ts';
import { startWorkflows } from './workflows.ts';

/** A deployed stack that runs: its packaged functions behind its APIs, with its workflows, schedules and readers. */
export interface Stage {
  readonly deployed: Deployed;
  readonly lambda: Lambda;
  readonly door: Door;
  /** Every answer so far: how many of each status and route. */
  readonly answered: ReadonlyMap<string, number>;
  /** How many schedules and readers of the stream run. */
  readonly runs: { readonly schedules: number; readonly readers: number };
  readonly bells: StageBells;
  readonly metrics: Metrics;
  readonly schedules: Schedules;
  readonly streams: Pick<ReturnType<typeof startStreams>, 'lag'>;
  /** The packaged alarms that are raised now, by the name of each without that of the stack. */
  raised(): string[];
  close(): Promise<void>;
}

interface Where {
  /** The folder from which the stack was deployed, and one for what the stage writes. */
  readonly service: string;
  readonly dir: string;
  readonly moto: string;
  readonly names: Names;
  readonly host: string;
  readonly port: number;
  readonly cert: string;
  readonly key: string;
  /** A file with the certificate of the authority that functions trust beside the public ones. */
  readonly authority: string;
}

/** Starts everything that a deployed stack has in AWS and that moto does not run. */
export async function openScriptedPlatform({ service, dir, moto, authority, ...listens }: Where): Promise<Stage> {
  const deployed = await readDeployed(service, dir, moto);
  const wrong = wrongOfServices(deployed.template);
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  const door = await openDoor(moto, permitsOf(deployed.template, deployed.made));
  const endpoints = {
    AWS_ENDPOINT_URL: door.url,
    AWS_ENDPOINT_URL_SFN: `unix:${join(dir, 'states')}`,
    NODE_EXTRA_CA_CERTS: authority,
  };
  const metrics = new Metrics(filtersOf(deployed));
  const lambda = new Lambda(deployed, endpoints, { dir, metrics });
  const workflows = await startWorkflows(deployed, dir, (name, event) => lambda.invoke(name, event));
  const bells = new StageBells(deployed, lambda);
  const gateway = await openGateway(deployed.template, { lambda, bells }, listens);
  const streams = startStreams(deployed, lambda, door.url, metrics);
  const schedules = startSchedules(deployed, lambda);
  return {
    deployed,
    lambda,
    door,
    answered: gateway.answered,
    runs: { schedules: schedules.count, readers: streams.count },
    bells,
    metrics,
    schedules,
    streams,
    raised: () => raisedOf(deployed, metrics),
    async close() {
      schedules.close();
      gateway.close();
      await streams.close();
      await workflows.close();
      lambda.close();
      door.close();
    },
  };
}

/** What a reference stands for; the logical id where nothing made it, as API Gateway's. */
function nameIn({ resolve }: Deployed, value: unknown): string {
  try {
    return String(resolve(value));
  } catch {
    const { Ref, 'Fn::GetAtt': attribute } = value as { Ref?: string; 'Fn::GetAtt'?: string[] };
    return Ref ?? attribute?.join('.') ?? JSON.stringify(value);
  }
}

function raisedOf(deployed: Deployed, metrics: Metrics): string[] {
  const alarms = idsOf(deployed.template, 'AWS::CloudWatch::Alarm').map((id) =>
    propertiesOf<AlarmProperties>(deployed.template, id),
  );
  return alarms
    .filter((alarm) => isRaised(alarm, metrics, (value) => nameIn(deployed, value)))
    .map(({ AlarmName }) => AlarmName.replace(/^svc-[a-z]+-/, ''));
}

/** The metric filters of the template. */
function filtersOf({ template }: Deployed): Filter[] {
  return idsOf(template, 'AWS::Logs::MetricFilter').map((id) => {
    const { LogGroupName, FilterPattern, MetricTransformations } = propertiesOf<{
      LogGroupName: { Ref: string };
      FilterPattern: string | { 'Fn::Sub': string };
      MetricTransformations: [{ MetricNamespace: string; MetricName: string }];
    }>(template, id);
    const [{ MetricNamespace: namespace, MetricName: name }] = MetricTransformations;
    const text = typeof FilterPattern === 'string' ? FilterPattern : FilterPattern['Fn::Sub'];
    // The APIs, which moto does not make, are known by their logical ids.
    return { group: LogGroupName.Ref, pattern: text.replace(/\$\{(\w+)\}/g, '$1'), namespace, name };
  });
}
