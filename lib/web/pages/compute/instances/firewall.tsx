import { useState } from 'react';
import type { FirewallRule, Instance } from '#lib/generated/client/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { Dialog } from '#lib/web/parts/dialog.tsx';
import { Menu } from '#lib/web/parts/menu.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { type Column, Table } from '#lib/web/parts/table.tsx';
import { say } from '#lib/web/parts/toasts.tsx';
import { NewRule } from './new-rule.tsx';

const ports = ({ port_from, port_to }: FirewallRule): string => {
  if (port_from === null) return 'all';
  return port_to === null || port_to === port_from ? String(port_from) : `${port_from}–${port_to}`;
};

/** What a rule is called, as it has no name: `tcp 22`. */
const nameOf = (rule: FirewallRule): string =>
  rule.port_from === null ? rule.protocol : `${rule.protocol} ${ports(rule)}`;

const columns: readonly Column<FirewallRule>[] = [
  { title: 'Direction', cell: ({ direction }) => direction },
  { title: 'Protocol', cell: ({ protocol }) => protocol },
  { title: 'Ports', cell: ports },
  { title: 'Addresses', cell: ({ cidrs }) => cidrs.join(', ') },
  { title: 'For', cell: ({ description }) => description ?? '–' },
];

/** Which traffic an instance has: rules that can be added and deleted while it runs. */
export function Firewall({ instance: { id } }: { instance: Instance }) {
  const { data, error, refetch } = useRead('listFirewallRules', { id });
  const [adding, setAdding] = useState(false);
  const [ending, setEnding] = useState<FirewallRule>();
  if (error && !data) return <Problem error={error} again={() => void refetch()} />;
  if (!data) return <output className="loading">Loading …</output>;
  return (
    <>
      <div className="row spread">
        <p className="about">
          Inbound traffic that no rule allows is refused. Outbound traffic is{' '}
          {data.default_outbound === 'allow'
            ? 'allowed, as there is no outbound rule'
            : 'refused, unless a rule allows it'}
          .
        </p>
        <button type="button" onClick={() => setAdding(true)}>
          Add a rule
        </button>
      </div>
      <Table
        label="Firewall rules"
        columns={columns}
        rows={data.rules}
        idOf={(rule) => rule.id}
        end={(rule) => (
          <Menu
            label={`Actions for the rule ${rule.direction} ${nameOf(rule)}`}
            items={[{ label: 'Delete', danger: true, act: () => setEnding(rule) }]}
          />
        )}
      />
      {ending && (
        <Confirm
          operation="deleteFirewallRule"
          args={{ id, rule_id: ending.id }}
          title={`Delete the ${ending.direction} rule for ${nameOf(ending)}`}
          submit="Delete the rule"
          name={nameOf(ending)}
          preview
          onClose={() => setEnding(undefined)}
          onDone={() => say('The rule is deleted. The change applies at once.')}
        >
          {fateOf(ending, data.rules)}
        </Confirm>
      )}
      {adding && (
        <Dialog title="Add a firewall rule" onClose={() => setAdding(false)}>
          <NewRule id={id} onDone={() => setAdding(false)} />
        </Dialog>
      )}
    </>
  );
}

/** What no longer passes without a rule. */
function fateOf({ id, direction, cidrs }: FirewallRule, rules: readonly FirewallRule[]): string {
  const isLast = !rules.some((rule) => rule.direction === direction && rule.id !== id);
  if (direction === 'outbound' && isLast)
    return 'It is the last outbound rule: without one, all outbound traffic is allowed.';
  const whom = cidrs.join(', ');
  return direction === 'inbound'
    ? `Traffic from ${whom} to the instance is then refused, unless another rule allows it.`
    : `Traffic from the instance to ${whom} is then refused, unless another rule allows it.`;
}
