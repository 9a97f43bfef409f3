import type { Instance } from '#lib/generated/client/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { ImageRef } from '#lib/web/pages/compute/images/shown.tsx';
import { Copy } from '#lib/web/parts/copy.tsx';
import { Facts } from '#lib/web/parts/facts.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { Ref } from '#lib/web/parts/ref.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';
import { BalancersOf } from './balancers.tsx';
import { CostOf } from './cost.tsx';
import { LastEvents } from './events.tsx';
import { Glance } from './metrics.tsx';
import { publicAddress, sshCommand } from './ssh-command.ts';
import { memory } from './type-choice.tsx';

/** What an instance is, and how to reach it. */
export function Overview({ instance }: { instance: Instance }) {
  const { plan } = instance;
  return (
    <>
      <Reach instance={instance} />
      <Glance instance={instance} />
      <LastEvents instance={instance} />
      <CostOf instance={instance} />
      <section className="stack" aria-labelledby="about-title">
        <h2 id="about-title">About</h2>
        <Facts
          facts={[
            ['Type', `${instance.instance_type_id}: ${plan.cpu} vCPU, ${memory(plan.ram)}, ${plan.disk} GiB disk`],
            ['Image', <ImageRef key="image" id={instance.image_id} />],
            ['Program of its image', instance.run_entrypoint ? 'runs as a service' : undefined],
            ['Region', instance.region],
            ['Created', <Time key="created" at={instance.created_at} />],
            ['First running', <Time key="launched" at={instance.launched_at} />],
            [
              'Terminates automatically',
              instance.expires_at ? <Time key="expires" at={instance.expires_at} /> : undefined,
            ],
            ['Protected from termination', instance.termination_protection ? 'yes' : 'no'],
            ['Group', instance.asg_id ? <Ref key="group" kind="group" id={instance.asg_id} /> : undefined],
            ['ID', <Copy key="id" text={instance.id} label="the id" />],
          ]}
        />
      </section>
      <Disks instance={instance} />
      <Tags tags={instance.tags} />
    </>
  );
}

/** Refusals that leave out what the image says: it may not be seen, or is deleted. */
const hasNoImage: ReadonlySet<number> = new Set([403, 404]);

function Reach({ instance }: { instance: Instance }) {
  const { name, elastic_ip } = instance;
  const isOfSnapshot = instance.image_id.startsWith('snap-');
  const { data: image, error, refetch } = useRead('getImage', { id: instance.image_id }, { enabled: !isOfSnapshot });
  const { data: health } = useRead('getHealth', {}, { every: 300_000 });
  const hasNames = health?.compute?.capabilities.includes('dns');
  const ssh = sshCommand(instance, { image, health });
  return (
    <section className="stack" aria-labelledby="reach-title">
      <h2 id="reach-title">Connect</h2>
      <Facts
        facts={[
          ['With the command line', <Copy key="svc" text={`svc ssh ${name}`} label="the svc command" />],
          ['With OpenSSH', ssh && <Copy key="ssh" text={ssh} label="the ssh command" />],
          [
            'Public address',
            instance.public_ip ? (
              <Copy key="public" text={publicAddress(instance)} label="the public address" />
            ) : (
              'none'
            ),
          ],
          ['Private address', <Copy key="private" text={instance.private_ip} label="the private address" />],
          [
            'Name in its network',
            hasNames ? <Copy key="name" text={`${name}.internal`} label="the name" /> : undefined,
          ],
          ['Network', <Ref key="vpc" kind="network" id={instance.vpc_id} />],
          ['Elastic IP', elastic_ip ? <Copy key="eip" text={elastic_ip.address} label="the elastic IP" /> : 'none'],
          ['Load balancers', <BalancersOf key="balancers" instance={instance} />],
          [
            'Host key',
            instance.host_key ? (
              <Copy key="key" text={instance.host_key} label="the host key" />
            ) : (
              'after its first boot'
            ),
          ],
        ]}
      />
      {error && !hasNoImage.has(error.status) && <Problem error={error} again={() => void refetch()} />}
    </section>
  );
}

function Disks({ instance: { volume_ids } }: { instance: Instance }) {
  return (
    <section className="stack" aria-labelledby="disks-title">
      <h2 id="disks-title">Volumes</h2>
      {volume_ids.length === 0 ? (
        <p>
          No volumes are attached. <a href={hrefOf('/volumes/new')}>Create a volume</a>: a disk that outlives instances.
        </p>
      ) : (
        <ul>
          {volume_ids.map((id) => (
            <li key={id}>
              <Ref kind="volume" id={id} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Tags({ tags }: { tags: Readonly<Record<string, string>> }) {
  const pairs = Object.entries(tags);
  if (pairs.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="tags-title">
      <h2 id="tags-title">Tags</h2>
      <Facts facts={pairs} />
    </section>
  );
}
