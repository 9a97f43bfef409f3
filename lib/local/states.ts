import type { SupervisedAgent } from './agent.ts';
import type { FaultBook } from './dev/faults/book.ts';
import { noFaults } from './gateway/faults.ts';
import type { LocalGateway } from './gateway/start.ts';
import type { ObjectStorage } from './objects/start.ts';
import type { CivilOffset } from './schedules/civil-offset.ts';
import type { ScheduleRunner } from './schedules/runner.ts';
import type { Settings } from './settings.ts';
import { reasonOf, StartError } from './start-error.ts';
import type { Gate } from './state/gate.ts';
import { StateKeeper } from './state/keeper.ts';
import { loadClosed } from './state/load-closed.ts';
import type { Workflows } from './workflows.ts';

/** The parts of a running platform whose state is kept. */
export interface Running {
  readonly settings: Settings;
  /** The gate of its functions, and what the names of its workflows begin with. */
  readonly service: { readonly gate: Gate; readonly prefix: string };
  readonly workflows: Workflows;
  readonly gateway: LocalGateway;
  readonly objects: ObjectStorage | undefined;
  readonly agent: SupervisedAgent | undefined;
  readonly schedules: ScheduleRunner;
  readonly clock: CivilOffset;
  readonly faults: FaultBook;
}

/** Saves, loads and resets the state of these parts. */
export function keepStates(running: Running): StateKeeper {
  const { settings, service, workflows, gateway, objects, agent, schedules, clock, faults } = running;
  const { engine } = workflows;
  return new StateKeeper({
    dataDir: settings.dataDir,
    gate: service.gate,
    parts: [...(engine ? [engine] : []), gateway, ...(objects ? [objects] : [])],
    agent,
    clock,
    operation() {
      const one = engine?.anyAwake();
      return one && `operation ${one.name} (${one.machine.slice(service.prefix.length + 1)})`;
    },
    async resetting() {
      Object.assign(gateway.faults, noFaults());
      // What a fault holds up would not end.
      await faults.set([]);
    },
    exchanged(by) {
      schedules.forget();
      if (by === 'load') schedules.start();
    },
    elsewhere: elsewhere(settings),
  });
}

/** Loads the state that SVC_STATE names, before anything is opened. Refuses in one sentence. */
export async function startFromState(settings: Settings): Promise<void> {
  const { state: name, dataDir, compute } = settings;
  if (name === undefined) return;
  try {
    await loadClosed(dataDir, name, {
      driver: compute === 'auto' ? undefined : compute,
      elsewhere: elsewhere(settings),
    });
  } catch (error) {
    throw new StartError(`SVC_STATE: ${reasonOf(error)}`, { cause: error });
  }
}

function elsewhere({ dynamodbEndpoint, sfnEndpoint }: Settings): string | undefined {
  const other = dynamodbEndpoint ? 'SVC_DYNAMODB_ENDPOINT' : sfnEndpoint && 'SVC_SFN_ENDPOINT';
  return other && `states are of the embedded engines, and ${other} names another; unset it`;
}
