import { type FormEvent, useEffect, useState } from 'react';
import type { SvcError } from '#lib/client/error.ts';
import type { DryRun, Instance } from '#lib/generated/client/schemas.ts';
import { asSvcError, change } from '#lib/web/api/act.ts';
import { type Preview, tried } from '#lib/web/api/preview.ts';
import { AsCommandOf } from '#lib/web/parts/as-command.tsx';
import { TypedName } from '#lib/web/parts/confirm.tsx';
import { closeDialog, Dialog } from '#lib/web/parts/dialog.tsx';
import { Price } from '#lib/web/parts/price.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { say } from '#lib/web/parts/toasts.tsx';
import { refusal } from './actions.tsx';

const counted = (count: number): string => `${count} instance${count === 1 ? '' : 's'}`;

/** Asks before several instances are terminated: which of them, what goes with them, and which are kept and why. */
export function TerminateMany({ instances }: { instances: readonly Instance[] }) {
  // What was ticked when the question was asked; the list behind it goes on changing.
  const [asked, setAsked] = useState(instances);
  const found = usePreviews(asked);
  const able = asked.filter((one) => whyKept(one, found.get(one.id)) === undefined);
  const isKnown = able.every(({ id }) => found.has(id));
  const { run, done, failed } = useTerminations(able, (left) => (left.length === 0 ? closeDialog() : setAsked(left)));
  const word = counted(able.length);
  const deeds = able.map(({ id }) => ({ operation: 'terminateInstance' as const, args: { id } }));
  const send = (event: FormEvent) => {
    event.preventDefault();
    void run();
  };
  if (able.length === 0) {
    return (
      <Dialog title="None of these can be terminated">
        <Names instances={asked} found={found} />
        <Failures failed={failed} />
      </Dialog>
    );
  }
  return (
    <Dialog title={`Terminate ${word}`}>
      <form onSubmit={send}>
        <p>The machines and their disks are deleted for good. Volumes are detached and kept. Snapshots are kept.</p>
        <Names instances={asked} found={found} />
        <TypedName key={word} name={able.length === 1 ? (able[0]?.name ?? '') : word} />
        <Price found={isKnown ? sumOf(able, found) : undefined} isPending />
        {done !== undefined && <progress max={able.length} value={done} aria-label="Terminated" />}
        <Failures failed={failed} />
        <div className="row">
          <button type="submit" className="primary danger" disabled={!isKnown || done !== undefined}>
            {done === undefined ? `Terminate ${able.length}` : `Terminated ${done} of ${able.length} …`}
          </button>
        </div>
        <AsCommandOf deeds={deeds} />
      </form>
    </Dialog>
  );
}

function Failures({ failed }: { failed: readonly Failed[] }) {
  return failed.map(({ instance: { id, name }, error }) => (
    <section key={id} aria-label={name}>
      <p>{name} is not terminated.</p>
      <Problem error={error} />
    </section>
  ));
}

/** Each instance by its name; of one that is kept, why. */
function Names({ instances, found }: { instances: readonly Instance[]; found: ReadonlyMap<string, Preview> }) {
  return (
    <ul>
      {instances.map((one) => {
        const why = whyKept(one, found.get(one.id));
        return (
          <li key={one.id}>
            <strong title={one.id}>{one.name}</strong>
            {why !== undefined && <span className="about"> is kept: {why}</span>}
          </li>
        );
      })}
    </ul>
  );
}

/** Why an instance cannot be terminated, as it is shown and as the platform foretells; undefined where it can. */
const whyKept = (one: Instance, preview: Preview | undefined): string | undefined =>
  refusal(one, 'terminate') ?? preview?.refusal?.message;

/** What the end of each instance would do. They are asked for one after another, within the rate limit. */
function usePreviews(instances: readonly Instance[]): ReadonlyMap<string, Preview> {
  const [found, setFound] = useState<ReadonlyMap<string, Preview>>(new Map());
  useEffect(() => {
    const abort = new AbortController();
    const ask = async () => {
      for (const { id } of instances.filter((one) => refusal(one, 'terminate') === undefined)) {
        const preview = await tried('terminateInstance', { id }, abort.signal);
        if (abort.signal.aborted) return;
        setFound((before) => new Map(before).set(id, preview));
      }
    };
    // What is thrown is that the dialog was closed.
    ask().catch(() => undefined);
    return () => abort.abort();
  }, [instances]);
  return found;
}

/** What all of them do together. A load balancer that has several of them goes with each. */
function sumOf(instances: readonly Instance[], found: ReadonlyMap<string, Preview>): DryRun {
  const all = instances.flatMap(({ id }) => found.get(id)?.found ?? []);
  const sum = (of: (one: DryRun) => number) => all.reduce((total, one) => total + of(one), 0);
  const cascade = new Map(all.flatMap((one) => one.cascade).map((part) => [JSON.stringify(part), part]));
  return {
    dry_run: true,
    would: `terminate ${counted(instances.length)}`,
    price_delta_paise_per_hour: sum((one) => one.price_delta_paise_per_hour),
    price_delta_paise_per_month: sum((one) => one.price_delta_paise_per_month),
    cascade: [...cascade.values()],
  };
}

interface Failed {
  readonly instance: Instance;
  readonly error: SvcError;
}

/** Terminates one after another. One that is refused is told, and the others go on; `onEnd` is given what is left. */
function useTerminations(instances: readonly Instance[], onEnd: (left: readonly Instance[]) => void) {
  const [done, setDone] = useState<number>();
  const [failed, setFailed] = useState<readonly Failed[]>([]);
  const run = async () => {
    const failures: Failed[] = [];
    setFailed([]);
    for (const [at, instance] of instances.entries()) {
      setDone(at);
      const { id } = instance;
      const foreseen = { id, status: 'terminating', allowed_actions: [] };
      await change('terminateInstance', { id }, foreseen).catch((failure) =>
        failures.push({ instance, error: asSvcError(failure) }),
      );
    }
    setDone(undefined);
    setFailed(failures);
    const ended = instances.length - failures.length;
    if (ended > 0) say(`${counted(ended)} ${ended === 1 ? 'is' : 'are'} being terminated.`);
    onEnd(failures.map(({ instance }) => instance));
  };
  return { run, done, failed };
}
