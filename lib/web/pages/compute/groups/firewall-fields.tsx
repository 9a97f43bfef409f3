import { newRule } from '#lib/web/pages/compute/rule-draft.ts';
import { RuleFields } from '#lib/web/pages/compute/rule-fields.tsx';
import { faultOf } from '#lib/web/parts/field.tsx';
import { Rows } from '#lib/web/parts/rows.tsx';
import { ChoiceField } from '#lib/web/parts/text-field.tsx';
import type { FieldsProps } from './template-fields.tsx';

const choices = [
  ['default', 'SSH may come in, and everything from the same network'],
  ['own', 'By rules of its own'],
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
              What no rule allows does not come in: a load balancer needs one too, from the network’s block. Without an
              outbound rule everything may go out. Ports are one, as in 80, or several, as in 8000-8010; nothing is all.
              Addresses are CIDR blocks between commas.
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
