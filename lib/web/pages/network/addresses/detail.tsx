import type { ElasticIp } from '#lib/generated/client/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { Copy } from '#lib/web/parts/copy.tsx';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { Facts } from '#lib/web/parts/facts.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { Menu } from '#lib/web/parts/menu.tsx';
import { wholeRupees } from '#lib/web/parts/money.ts';
import { Ref } from '#lib/web/parts/ref.tsx';
import { Shown } from '#lib/web/parts/shown.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import { TagList } from '#lib/web/parts/tags.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import type { PageProps } from '#lib/web/shell/page.ts';
import { hrefOf } from '#lib/web/shell/router.ts';
import { AttachAddress, actionsOf, DetachAddress } from './actions.tsx';

/** One elastic IP, and the instance that has it. */
export function Page({ params: { id = '' } }: PageProps) {
  const read = useRead('getElasticIp', { id });
  return (
    <Shown read={read} back={['/addresses', 'Elastic IPs']}>
      {(address) => (
        <>
          <Heading title={address.name ?? address.address} back={[hrefOf('/addresses'), 'Elastic IPs']}>
            <Buttons address={address} />
            <Menu label={`Actions for ${address.name ?? address.address}`} items={actionsOf(address)} />
          </Heading>
          <About address={address} />
          <p>
            {address.instance_id === null
              ? 'Nothing is reachable at this address until you attach it to an instance.'
              : 'Every port that the instance’s firewall allows is reachable at this address, with SSH on port 22.'}
          </p>
        </>
      )}
    </Shown>
  );
}

function Buttons({ address }: { address: ElasticIp }) {
  return (
    <>
      {address.allowed_actions.includes('attach') && (
        <button type="button" className="primary" onClick={() => openDialog(<AttachAddress address={address} />)}>
          Attach
        </button>
      )}
      {address.allowed_actions.includes('detach') && (
        <button type="button" onClick={() => openDialog(<DetachAddress address={address} />)}>
          Detach
        </button>
      )}
    </>
  );
}

function About({ address }: { address: ElasticIp }) {
  return (
    <Facts
      facts={[
        ['Address', <Copy key="address" text={address.address} label="the address" />],
        ['Status', <Status key="state" status={address.status} live />],
        ['Why', address.status_reason ?? undefined],
        ['Attached to', <Ref key="instance" kind="instance" id={address.instance_id} />],
        ['Attached', <Time key="attached" at={address.attached_at} />],
        ['A month, before GST', wholeRupees(address.price_monthly)],
        ['Allocated', <Time key="created" at={address.created_at} />],
        ['ID', <Copy key="id" text={address.id} label="the ID" />],
        ['Tags', <TagList key="tags" tags={address.tags} />],
      ]}
    />
  );
}
