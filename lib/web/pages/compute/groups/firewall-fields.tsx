import { newRule } from '#lib/web/pages/compute/rule-draft.ts';
import { RuleFields } from '#lib/web/pages/compute/rule-fields.tsx';
import { faultOf } from '#lib/web/parts/field.tsx';
import { Rows } from '#lib/web/parts/rows.tsx';
import { ChoiceField } from '#lib/web/parts/text-field.tsx';
import type { FieldsProps } from './template-fields.tsx';

const choices = [
  ['default', 'Allow SSH, and all traffic from the same network'],
  ['own', 'Custom rules'],
] as const;

/** The firewall of new members: the default rules of every instance, or the group's own. */
export function FirewallFields({ draft, onChange, error }: FieldsProps) {
  return (
    <>
      <ChoiceField
        label="Firewall"
        name="firewall"
        value={draft.firewall}
        options={choices}
        onChange={(firewall) => onChange({ firewall })}
      />
      {draft.firewall === 'own' && (
        <Rows
          title="Firewall rules"
          noun="rule"
          rows={draft.rules}
          onChange={(rules) => onChange({ rules })}
          blank={newRule}
          most={50}
          fault={faultOf(error, 'firewall_rules')}
          about={
            <>
              Inbound traffic that no rule allows is refused. A load balancer also needs a rule, for the network’s
              block. Without an outbound rule, all outbound traffic is allowed. Ports are a port such as 80 or a range
              such as 8000-8010; leave them empty for all. Addresses are comma-separated CIDR blocks.
            </>
          }
        >
          {(rule, set, place) => (
            <RuleFields rule={rule} set={set} error={error} prefix={`firewall_rules[${place}].`} />
          )}
        </Rows>
      )}
    </>
  );
}
