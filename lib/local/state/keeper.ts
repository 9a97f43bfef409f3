import { setTimeout as delay } from 'node:timers/promises';
import type { SupervisedAgent } from '#lib/local/agent.ts';
import type { CivilOffset } from '#lib/local/schedules/civil-offset.ts';
import { reasonOf } from '#lib/local/start-error.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { beginGeneration, generation } from '#lib/model/platform/generation.ts';
import { exchange, type Incoming } from './exchange.ts';
import { type Gate, StillUnderWay } from './gate.ts';
import type { Part } from './part.ts';
import { checkDriver, type Manifest, type Saved, SavedStates } from './saved.ts';
import { stageEmpty, stageSaved, takeCopy } from './stage.ts';
import { discard } from './swap.ts';

/** The running platform, as its state is saved and exchanged. */
export interface Surroundings {
  readonly dataDir: string;
  readonly gate: Gate;
  /** Those that keep files of the state open. */
  readonly parts: readonly Part[];
  readonly agent: Pick<SupervisedAgent, 'pause' | 'resume' | 'driver'> | undefined;
  readonly clock: CivilOffset;
  /** An operation whose workflow is at work, in words; undefined where there is none. */
  operation(): string | undefined;
  /** Ends what tests have set and no state has; before a reset. */
  resetting(): Promise<void>;
  /** Called after a state was loaded, or all was emptied, before anybody else is let in. */
  exchanged(by: 'load' | 'reset'): void;
  /** Why the state is not all here, where it is not. */
  readonly elsewhere: string | undefined;
}

/** The instances whose machines ran, and were stopped for it. */
export interface Stopped {
  readonly stopped_instance_ids: readonly string[];
}

/** How long something that is under way may take to end, in milliseconds. */
const PATIENCE_MS = 10_000;
const POLL_MS = 10;

/** Saves, loads and resets the state of a running platform. Each is refused with 409 where something does not end. */
export class StateKeeper {
  readonly #around: Surroundings;
  readonly #saved: SavedStates;
  #last: Promise<unknown> = Promise.resolve();

  constructor(around: Surroundings) {
    this.#around = around;
    this.#saved = new SavedStates(around.dataDir);
  }

  /** The saved states, by name. */
  list(): readonly Saved[] {
    return this.#saved.list();
  }

  /** Saves the state, in place of one of that name. Operations may end first; one that does not is refused. */
  save(name: string): Promise<Saved & Stopped> {
    return this.#inTurn(() => this.#save(name));
  }

  async #save(name: string): Promise<Saved & Stopped> {
    const draft = this.#saved.draft(name);
    const deadline = performance.now() + PATIENCE_MS;
    return refusing('saved', async () => {
      for (;;) {
        await this.#asleep(deadline);
        const taken = await this.#around.gate.alone(deadline, async () => {
          // A request that was still under way may have begun one.
          return this.#around.operation() === undefined ? this.#copy(draft) : undefined;
        });
        if (taken) return { ...this.#saved.publish(name, taken.about), ...taken.stopped };
      }
    });
  }

  /** Loads a saved state in place of what is. Where that fails, what was is there again. */
  load(name: string): Promise<Saved & Stopped> {
    return this.#inTurn(async () => {
      const { folder, manifest } = this.#saved.open(name);
      checkDriver(name, manifest, this.#around.agent?.driver() ?? '');
      const stopped = await this.#exchange('load', () => stageSaved(this.#around.dataDir, folder, manifest));
      return { ...this.#saved.show(name), ...stopped };
    });
  }

  /** Removes a saved state. */
  remove(name: string): Promise<{ name: string; deleted: true }> {
    return this.#inTurn(async () => {
      this.#saved.remove(name);
      return { name, deleted: true };
    });
  }

  /** Goes back to an empty platform, which keeps its keys. */
  reset(): Promise<Stopped> {
    return this.#inTurn(async () => {
      await this.#around.resetting();
      return this.#exchange('reset', () => stageEmpty(this.#around.dataDir));
    });
  }

  /** One after the other. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const { elsewhere } = this.#around;
    if (elsewhere !== undefined) throw new ApiError('wrong_state', elsewhere);
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Exchanges the state for one that is made ready first, while everything goes on. */
  #exchange(by: 'load' | 'reset', stage: () => Promise<Incoming>): Promise<Stopped> {
    const { dataDir, gate, parts, exchanged } = this.#around;
    return refusing(by === 'load' ? 'loaded' : 'reset', async () => {
      const next = await stage();
      try {
        return await gate.alone(performance.now() + PATIENCE_MS, () =>
          this.#withoutAgent(false, async () => {
            beginGeneration(await exchange(dataDir, parts, next));
            exchanged(by);
          }),
        );
      } finally {
        discard(dataDir, next.machines);
      }
    });
  }

  async #copy(draft: string): Promise<{ about: Pick<Manifest, 'now' | 'driver'>; stopped: Stopped }> {
    const { dataDir, parts, clock, agent } = this.#around;
    const now = clock.now().toISOString();
    const stopped = await this.#withoutAgent(true, async () => {
      await Promise.all(parts.map((part) => part.release()));
      try {
        await takeCopy(dataDir, draft);
      } finally {
        await Promise.all(parts.map((part) => part.reopen()));
      }
    });
    return { about: { now, driver: agent?.driver() ?? '' }, stopped };
  }

  /** Does work while the agent does none. */
  async #withoutAgent(gently: boolean, work: () => Promise<void>): Promise<Stopped> {
    const { agent } = this.#around;
    try {
      const stopped = (await agent?.pause(gently)) ?? [];
      await work();
      return { stopped_instance_ids: stopped };
    } finally {
      await agent?.resume(generation());
    }
  }

  async #asleep(deadline: number): Promise<void> {
    for (let one = this.#around.operation(); one !== undefined; one = this.#around.operation()) {
      if (performance.now() >= deadline) throw new StillUnderWay(one);
      await delay(POLL_MS);
    }
  }
}

/** Does the work; says in one sentence why it was not done, where that is nobody's mistake. */
async function refusing<T>(done: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (error instanceof StillUnderWay) {
      const message = `${error.what} is under way; try again when it has ended`;
      throw new ApiError('operation_in_progress', message, { headers: { 'Retry-After': '1' } });
    }
    throw new ApiError('dependency_unavailable', `the state was not ${done}: ${reasonOf(error)}`, { cause: error });
  }
}
