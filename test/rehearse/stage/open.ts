import { join } from 'node:path';
import { wrongOfServices } from '#test/support/grants/services.ts';
import { type Deployed, readDeployed } from './deployed.ts';
import { type Door, openDoor } from './door.ts';
import { Lambda } from './functions.ts';
import { type Names, openGateway } from './gateway.ts';
import { permitsOf } from './permits.ts';
import { startSchedules } from './schedules.ts';
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
}

/** Starts everything that a deployed stack has in AWS and that moto does not run. */
export async function openStage({ service, dir, moto, ...listens }: Where): Promise<Stage> {
  const deployed = await readDeployed(service, dir, moto);
  const wrong = wrongOfServices(deployed.template);
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  const door = await openDoor(moto, permitsOf(deployed.template, deployed.made));
  const endpoints = { AWS_ENDPOINT_URL: door.url, AWS_ENDPOINT_URL_SFN: `unix:${join(dir, 'states')}` };
  const lambda = new Lambda(deployed, endpoints, dir);
  const workflows = await startWorkflows(deployed, dir, (name, event) => lambda.invoke(name, event));
  const gateway = await openGateway(deployed.template, lambda, listens);
  const streams = startStreams(deployed, lambda, door.url);
  const schedules = startSchedules(deployed, lambda);
  return {
    deployed,
    lambda,
    door,
    answered: gateway.answered,
    runs: { schedules: schedules.count, readers: streams.count },
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
