import { useState } from 'react';
import type { LoadBalancer } from '#lib/generated/client/schemas.ts';
import { Fixed } from '#lib/web/parts/fixed.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { say } from '#lib/web/parts/toasts.tsx';
import { isComplete, settingsBody, settingsOf } from './draft.ts';
import { SettingsFields } from './fields.tsx';

/** Changes the listeners of a load balancer, and how it chooses and checks backends. */
export function Settings({ balancer }: { balancer: LoadBalancer }) {
  const [draft, setDraft] = useState(() => settingsOf(balancer));
  if (!balancer.allowed_actions.includes('update')) return <Fixed resource={balancer} />;
  const args = isComplete(draft) ? { id: balancer.id, body: settingsBody(draft) } : undefined;
  return (
    <OperationForm operation="updateLoadBalancer" args={args} submit="Save" onDone={() => say('Saved.')}>
      {(error) => <SettingsFields draft={draft} onChange={setDraft} error={error} />}
    </OperationForm>
  );
}
