import { useState } from 'react';
import type { Asg } from '#lib/generated/client/schemas.ts';
import { ImageRef } from '#lib/web/pages/compute/images/shown.tsx';
import { Copy } from '#lib/web/parts/copy.tsx';
import { Facts } from '#lib/web/parts/facts.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Ref } from '#lib/web/parts/ref.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import { TagList } from '#lib/web/parts/tags.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { say } from '#lib/web/parts/toasts.tsx';
import { changesIn, sizesBody, sizesOf } from './draft.ts';
import { SizeFields } from './size-fields.tsx';

/** What a group is, and how many members it has. */
export function Overview({ group }: { group: Asg }) {
  const { min_size, desired_capacity, max_size } = group;
  return (
    <>
      <About group={group} />
      {group.allowed_actions.includes('update') && (
        // What a policy or somebody else changes is shown in the form as well.
        <Sizes key={`${min_size} ${desired_capacity} ${max_size}`} group={group} />
      )}
    </>
  );
}

function About({ group }: { group: Asg }) {
  return (
    <Facts
      facts={[
        ['Status', <Status key="state" status={group.status} live />],
        ['Why', group.status_reason ?? undefined],
        ['Members', `${group.current_size} of ${group.desired_capacity}`],
        ['Size', policyText(group)],
        ['Type', group.instance_type_id],
        ['Image', <ImageRef key="image" id={group.image_id} />],
        ['Program of its image', group.run_entrypoint ? 'runs as a service in each member' : undefined],
        ['SSH key', <Ref key="key" kind="SSH key" id={group.ssh_key_id} />],
        ['Network', <Ref key="network" kind="network" id={group.vpc_id} />],
        ['Load balancer', <Ref key="balancer" kind="load balancer" id={group.load_balancer_id} />],
        ['Created', <Time key="created" at={group.created_at} />],
        ['ID', <Copy key="id" text={group.id} label="the ID" />],
        ['Tags', <TagList key="tags" tags={group.tags} />],
      ]}
    />
  );
}

/** How the size comes about, in words. */
function policyText({ scaling_policy: policy, min_size, max_size }: Asg): string {
  if (!policy) return `${min_size} to ${max_size}, set by hand`;
  const use = policy.metric === 'cpu' ? 'CPUs' : 'memory';
  return `${min_size} to ${max_size}, to keep ${use} at ${policy.target_percent} %`;
}

function Sizes({ group }: { group: Asg }) {
  const [draft, setDraft] = useState(() => sizesOf(group));
  const isComplete = Object.values(draft).every((text) => text !== '');
  const body = changesIn(sizesBody(draft), sizesBody(sizesOf(group)));
  const isChanged = Object.keys(body).length > 0;
  return (
    <OperationForm
      operation="updateAutoScalingGroup"
      args={isComplete && isChanged ? { id: group.id, body } : undefined}
      submit="Change the size"
      onDone={() => say('The group is changing to its new size.')}
      preview
    >
      {(error) => <SizeFields draft={draft} onChange={setDraft} error={error} />}
    </OperationForm>
  );
}
