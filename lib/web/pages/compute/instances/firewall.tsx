import type { FirewallRule, Instance } from '#lib/generated/client/schemas.ts';
import { useRead } from '#lib/web/api/query.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { openDialog } from '#lib/web/parts/dialog.tsx';
import { Loading } from '#lib/web/parts/loading.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { type Column, Table } from '#lib/web/parts/table.tsx';
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
  if (error && !data) return <Problem error={error} again={() => void refetch()} />;
  if (!data) return <Loading />;
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
        <button type="button" onClick={() => openDialog(<NewRule id={id} />)}>
          Add a rule
        </button>
      </div>
      <Table
        label="Firewall rules"
        columns={columns}
        rows={data.rules}
        idOf={(rule) => rule.id}
        nameOf={(rule) => `the rule ${rule.direction} ${nameOf(rule)}`}
        actions={(rule) => [{ label: 'Delete', danger: true, act: () => openDialog(deletion(id, rule, data.rules)) }]}
      />
    </>
  );
}

const deletion = (id: string, rule: FirewallRule, rules: readonly FirewallRule[]) => (
  <Confirm
    operation="deleteFirewallRule"
    args={{ id, rule_id: rule.id }}
    title={`Delete the ${rule.direction} rule for ${nameOf(rule)}`}
    submit="Delete rule"
    name={nameOf(rule)}
    preview
    said="The rule is deleted. The change applies at once."
  >
    {fateOf(rule, rules)}
  </Confirm>
);

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
