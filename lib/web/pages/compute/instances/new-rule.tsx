import { useState } from 'react';
import { newRule, type RuleDraft, ruleBody } from '#lib/web/pages/compute/rule-draft.ts';
import { RuleFields } from '#lib/web/pages/compute/rule-fields.tsx';
import { closeDialog, Dialog } from '#lib/web/parts/dialog.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { say } from '#lib/web/parts/toasts.tsx';

/** What is often allowed, to begin with. */
const usual: readonly { readonly label: string; readonly rule: Partial<RuleDraft> }[] = [
  { label: 'SSH', rule: { protocol: 'tcp', ports: '22' } },
  { label: 'HTTP', rule: { protocol: 'tcp', ports: '80' } },
  { label: 'HTTPS', rule: { protocol: 'tcp', ports: '443' } },
  { label: 'PostgreSQL', rule: { protocol: 'tcp', ports: '5432' } },
  { label: 'Ping', rule: { protocol: 'icmp', ports: '' } },
];

/** A dialog that adds a firewall rule to an instance. */
export function NewRule({ id }: { id: string }) {
  const [rule, setRule] = useState(newRule);
  const set = (part: Partial<RuleDraft>) => setRule({ ...rule, ...part });
  const done = () => {
    say('The rule is added. It applies at once.');
    closeDialog();
  };
  return (
    <Dialog title="Add a firewall rule">
      <OperationForm
        operation="addFirewallRule"
        args={{ id, body: ruleBody(rule) }}
        submit="Add the rule"
        onDone={done}
      >
        {(error) => (
          <>
            <div className="row">
              {usual.map((one) => (
                <button key={one.label} type="button" onClick={() => set({ direction: 'inbound', ...one.rule })}>
                  {one.label}
                </button>
              ))}
            </div>
            <RuleFields rule={rule} set={set} error={error} />
          </>
        )}
      </OperationForm>
    </Dialog>
  );
}
