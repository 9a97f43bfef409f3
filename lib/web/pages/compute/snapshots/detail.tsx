import type { Snapshot } from '#lib/generated/client/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { ImageRef } from '#lib/web/pages/compute/images/shown.tsx';
import { Copy } from '#lib/web/parts/copy.tsx';
import { Facts } from '#lib/web/parts/facts.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { Menu } from '#lib/web/parts/menu.tsx';
import { Ref } from '#lib/web/parts/ref.tsx';
import { Shown } from '#lib/web/parts/shown.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import { TagList } from '#lib/web/parts/tags.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import type { PageProps } from '#lib/web/shell/page.ts';
import { hrefOf } from '#lib/web/shell/router.ts';
import { actionsOf, imageFrom } from './actions.tsx';

/** One snapshot: what it is of, and the way to a machine from it. */
export function Page({ params: { id = '' } }: PageProps) {
  const read = useRead('getSnapshot', { id });
  return (
    <Shown read={read} back={['/snapshots', 'Snapshots']}>
      {(snapshot) => (
        <>
          <Heading title={snapshot.name} back={[hrefOf('/snapshots'), 'Snapshots']}>
            {snapshot.status === 'available' && (
              <>
                <a className="button primary" href={hrefOf(`/instances/new?image=${snapshot.id}`)}>
                  Launch from it
                </a>
                <a className="button" href={imageFrom(snapshot)}>
                  Create an image
                </a>
              </>
            )}
            <Menu label={`Actions for ${snapshot.name}`} items={actionsOf(snapshot)} />
          </Heading>
          <Facts facts={factsOf(snapshot)} />
          {isUnderWay(snapshot) && <progress aria-label="Progress" value={snapshot.progress_percent} max={100} />}
          <p>
            To restore it, open the snapshots of <Ref kind="instance" id={snapshot.instance_id} />: a restore replaces
            the contents of that instance’s disk.
          </p>
        </>
      )}
    </Shown>
  );
}

const isUnderWay = ({ status }: Snapshot): boolean => status === 'creating' || status === 'restoring';

const consistencies = {
  crash: 'as after a power cut: the instance was running',
  offline: 'as after a shutdown: the instance was stopped',
} as const;

const factsOf = (snapshot: Snapshot) =>
  [
    ['Status', <Status key="state" status={snapshot.status} live />],
    ['Why', snapshot.status_reason ?? undefined],
    ['Of', <Ref key="instance" kind="instance" id={snapshot.instance_id} />],
    ['Size', `${snapshot.size_gib} GiB`],
    ['Consistency', consistencies[snapshot.consistency]],
    ['Description', snapshot.description ?? undefined],
    ['Image', <ImageRef key="image" id={snapshot.image_id} />],
    ['Created by', snapshot.trigger === 'schedule' ? 'the backup schedule' : 'hand'],
    ['Created', <Time key="created" at={snapshot.created_at} />],
    ['Deleted automatically', snapshot.expires_at === null ? 'never' : <Time key="expires" at={snapshot.expires_at} />],
    ['ID', <Copy key="id" text={snapshot.id} label="the ID" />],
    ['Tags', <TagList key="tags" tags={snapshot.tags} />],
  ] as const;
