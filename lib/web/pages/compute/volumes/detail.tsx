import type { Volume } from '#lib/generated/client/schemas.ts';
import { useAct } from '#lib/web/api/act.ts';
import { useRead } from '#lib/web/api/query.ts';
import { AsCommand } from '#lib/web/parts/as-command.tsx';
import { Copy } from '#lib/web/parts/copy.tsx';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { Facts } from '#lib/web/parts/facts.tsx';
import { Check } from '#lib/web/parts/field.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { Menu } from '#lib/web/parts/menu.tsx';
import { wholeRupees } from '#lib/web/parts/money.ts';
import { Problem } from '#lib/web/parts/problem.tsx';
import { Ref } from '#lib/web/parts/ref.tsx';
import { Shown } from '#lib/web/parts/shown.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import { TagList } from '#lib/web/parts/tags.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import type { PageProps } from '#lib/web/shell/page.ts';
import { hrefOf } from '#lib/web/shell/router.ts';
import { actionsOf } from './actions.tsx';
import { AttachVolume, DetachVolume, GrowVolume } from './dialogs.tsx';
import { InMachine } from './mount.tsx';

/** One volume: where it is attached, how it is used there, and what can be done with it. */
export function Page({ params: { id = '' } }: PageProps) {
  const read = useRead('getVolume', { vol_id: id });
  return (
    <Shown read={read} back={['/volumes', 'Volumes']}>
      {(volume) => (
        <>
          <Heading title={volume.name} back={[hrefOf('/volumes'), 'Volumes']}>
            <Buttons volume={volume} />
            <Menu label={`Actions for ${volume.name}`} items={actionsOf(volume)} />
          </Heading>
          <About volume={volume} />
          <InMachine volume={volume} />
          <Fate volume={volume} />
        </>
      )}
    </Shown>
  );
}

function Buttons({ volume }: { volume: Volume }) {
  const can = (action: Volume['allowed_actions'][number]) => volume.allowed_actions.includes(action);
  return (
    <>
      {can('attach') && (
        <button type="button" className="primary" onClick={() => openDialog(<AttachVolume volume={volume} />)}>
          Attach
        </button>
      )}
      {can('detach') && (
        <button type="button" onClick={() => openDialog(<DetachVolume volume={volume} />)}>
          Detach
        </button>
      )}
      {can('update') && (
        <button type="button" onClick={() => openDialog(<GrowVolume volume={volume} />)}>
          Grow
        </button>
      )}
    </>
  );
}

function About({ volume }: { volume: Volume }) {
  return (
    <Facts
      facts={[
        ['Status', <Status key="state" status={volume.status} task={volume.task} live />],
        ['Why', volume.status_reason ?? undefined],
        ['Size', `${volume.size_gib} GiB`],
        ['Attached to', <Ref key="instance" kind="instance" id={volume.instance_id} />],
        ['File system', volume.filesystem],
        ['A month, before GST', wholeRupees(volume.price_monthly)],
        ['Created', <Time key="created" at={volume.created_at} />],
        ['ID', <Copy key="id" text={volume.id} label="the ID" />],
        ['Tags', <TagList key="tags" tags={volume.tags} />],
      ]}
    />
  );
}

/** What becomes of a volume when its instance is terminated. */
function Fate({ volume }: { volume: Volume }) {
  const act = useAct('updateVolume');
  if (!volume.allowed_actions.includes('update')) return null;
  const argsOf = (delete_on_termination: boolean) => ({ vol_id: volume.id, body: { delete_on_termination } });
  return (
    <section className="stack">
      <h2>When its instance is terminated</h2>
      <Check
        label="Delete the volume too"
        hint="Otherwise it is detached, keeps its files and is still charged."
        checked={volume.delete_on_termination}
        onChange={(deletes) => void act.run(argsOf(deletes))}
      />
      {act.error && <Problem error={act.error} />}
      <AsCommand operation="updateVolume" args={argsOf(!volume.delete_on_termination)} />
    </section>
  );
}
