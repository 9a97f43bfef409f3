import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beginGeneration } from '#lib/model/platform/generation.ts';
import type { SupervisedAgent } from './agent.ts';
import type { FaultBook } from './dev/faults/book.ts';
import { noFaults } from './gateway/faults.ts';
import type { LocalGateway } from './gateway/start.ts';
import { log } from './log.ts';
import type { ObjectStorage } from './objects/start.ts';
import type { CivilOffset } from './schedules/civil-offset.ts';
import type { ScheduleRunner } from './schedules/runner.ts';
import type { Settings } from './settings.ts';
import { reasonOf, StartError } from './start-error.ts';
import type { Gate } from './state/gate.ts';
import { StateKeeper } from './state/keeper.ts';
import { loadClosed } from './state/load-closed.ts';
import { markOf } from './state/table.ts';
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
      // What a fault holds up would not end. Agents that are told of a change look at all their work.
      if (faults.list().length > 0) await faults.set([]);
    },
    exchanged(by) {
      schedules.forget();
      faults.exchanged().catch((error: Error) => log.warn(`the index does not lag: ${error.message}`));
      if (by === 'load') schedules.start();
    },
    elsewhere: elsewhere(settings),
  });
}

/**
 * Loads the state that SVC_STATE names, before anything is opened, and goes on in the generation of the last state that
 * was loaded. Refuses in one sentence.
 */
export async function startFromState(settings: Settings): Promise<void> {
  const { state, dataDir } = settings;
  if (state !== undefined) await loadNamed(state, settings);
  const table = join(dataDir, 'dynamodb.sqlite');
  const mark = elsewhere(settings) === undefined && existsSync(table) ? await markOf(table) : 0;
  if (mark > 0) beginGeneration(String(mark));
}

async function loadNamed(name: string, settings: Settings): Promise<void> {
  const { dataDir, compute } = settings;
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
