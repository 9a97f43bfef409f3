import type { LoadBalancer } from '#lib/generated/client/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { Copy } from '#lib/web/parts/copy.tsx';
import { Facts } from '#lib/web/parts/facts.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { Menu } from '#lib/web/parts/menu.tsx';
import { wholeRupees } from '#lib/web/parts/money.ts';
import { Ref } from '#lib/web/parts/ref.tsx';
import { Shown } from '#lib/web/parts/shown.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import { Tabs } from '#lib/web/parts/tabs.tsx';
import { TagList } from '#lib/web/parts/tags.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import type { PageProps } from '#lib/web/shell/page.ts';
import { hrefOf } from '#lib/web/shell/router.ts';
import { actionsOf } from './actions.tsx';
import { Backends } from './backends.tsx';
import { Settings } from './settings.tsx';

/** Milliseconds between two reads: the activity feed does not tell of a backend's health. */
const every = 5_000;

/** One load balancer: its address, its backends with their health, and its settings. */
export function Page({ params: { id = '' } }: PageProps) {
  const read = useRead('getLoadBalancer', { id }, { every });
  return (
    <Shown read={read} back={['/load-balancers', 'Load balancers']}>
      {(balancer) => (
        <>
          <Heading title={balancer.name} back={[hrefOf('/load-balancers'), 'Load balancers']}>
            <Menu label={`Actions for ${balancer.name}`} items={actionsOf(balancer)} />
          </Heading>
          <About balancer={balancer} />
          <Tabs
            label="Parts of the load balancer"
            tabs={[
              { id: 'backends', title: 'Backends', show: () => <Backends balancer={balancer} /> },
              { id: 'settings', title: 'Settings', show: () => <Settings key={balancer.id} balancer={balancer} /> },
            ]}
          />
        </>
      )}
    </Shown>
  );
}

function About({ balancer }: { balancer: LoadBalancer }) {
  return (
    <Facts
      facts={[
        ['Status', <Status key="state" status={balancer.status} live />],
        ['Why', balancer.status_reason ?? undefined],
        ['Address', <Copy key="address" text={balancer.public_ip} label="the address" />],
        ['Name in the DNS', <Copy key="host" text={balancer.public_hostname} label="the name in the DNS" />],
        ['Listeners', balancer.listeners.map(listenerText).join(', ')],
        [
          'Private address',
          balancer.private_ip ? (
            <Copy key="private" text={balancer.private_ip} label="the private address" />
          ) : undefined,
        ],
        ['Network', <Ref key="network" kind="network" id={balancer.vpc_id} />],
        ['A month, before GST', wholeRupees(balancer.price_monthly)],
        ['Created', <Time key="created" at={balancer.created_at} />],
        ['ID', <Copy key="id" text={balancer.id} label="the ID" />],
        ['Tags', <TagList key="tags" tags={balancer.tags} />],
      ]}
    />
  );
}

function listenerText(listener: LoadBalancer['listeners'][number]): string {
  const { protocol, port, target_port, redirect_https, proxy_protocol, backend_protocol } = listener;
  if (redirect_https) return `${protocol} ${port} → https`;
  const way = port === target_port ? `${protocol} ${port}` : `${protocol} ${port} → ${target_port}`;
  if (backend_protocol === 'grpc') return `${way} (grpc)`;
  return proxy_protocol === 'v1' || proxy_protocol === 'v2' ? `${way} (PROXY ${proxy_protocol})` : way;
}
