import { useState } from 'react';
import type { FirewallRule, Instance } from '#lib/client/generated/schemas.ts';
import { asSvcError, change } from '#lib/web/api/act.ts';
import { useRead } from '#lib/web/api/query.ts';
import { Dialog } from '#lib/web/parts/dialog.tsx';
import { Menu } from '#lib/web/parts/menu.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { type Column, Table } from '#lib/web/parts/table.tsx';
import { say, sayProblem } from '#lib/web/parts/toasts.tsx';
import { NewRule } from './new-rule.tsx';

const ports = ({ port_from, port_to }: FirewallRule): string => {
  if (port_from === null) return 'all';
  return port_to === null || port_to === port_from ? String(port_from) : `${port_from}–${port_to}`;
};

const columns: readonly Column<FirewallRule>[] = [
  { title: 'Direction', cell: ({ direction }) => direction },
  { title: 'Protocol', cell: ({ protocol }) => protocol },
  { title: 'Ports', cell: ports },
  { title: 'Other end', cell: ({ cidrs }) => cidrs.join(', ') },
  { title: 'For', cell: ({ description }) => description ?? '–' },
];

/** Which traffic an instance has: rules that can be added and deleted while it runs. */
export function Firewall({ instance: { id } }: { instance: Instance }) {
  const { data, error, refetch } = useRead('listFirewallRules', { id });
  const [adding, setAdding] = useState(false);
  if (error && !data) return <Problem error={error} again={() => void refetch()} />;
  if (!data) return <output className="loading">Loading …</output>;
  const remove = (rule: FirewallRule) =>
    change('deleteFirewallRule', { id, rule_id: rule.id }).then(
      () => say('The rule is deleted.'),
      (failure) => sayProblem('The rule was not deleted.', asSvcError(failure)),
    );
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
            label={`Actions for the rule ${rule.direction} ${rule.protocol} ${ports(rule)}`}
            items={[{ label: 'Delete', danger: true, act: () => void remove(rule) }]}
          />
        )}
      />
      {adding && (
        <Dialog title="Add a firewall rule" onClose={() => setAdding(false)}>
          <NewRule id={id} onDone={() => setAdding(false)} />
        </Dialog>
      )}
    </>
  );
}
