import { useState } from 'react';
import type { Args } from '#lib/client/methods.ts';
import { Field } from '#lib/web/parts/field.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { say } from '#lib/web/parts/toasts.tsx';

type Rule = Args<'addFirewallRule'>['body'];

/** What is often allowed, to begin with. */
const usual: readonly { readonly label: string; readonly rule: Partial<Rule> }[] = [
  { label: 'SSH', rule: { direction: 'inbound', protocol: 'tcp', port_from: 22 } },
  { label: 'HTTP', rule: { direction: 'inbound', protocol: 'tcp', port_from: 80 } },
  { label: 'HTTPS', rule: { direction: 'inbound', protocol: 'tcp', port_from: 443 } },
  { label: 'PostgreSQL', rule: { direction: 'inbound', protocol: 'tcp', port_from: 5432 } },
  { label: 'Ping', rule: { direction: 'inbound', protocol: 'icmp' } },
];

/** A form that adds a firewall rule to an instance. */
export function NewRule({ id, onDone }: { id: string; onDone: () => void }) {
  const [direction, setDirection] = useState<Rule['direction']>('inbound');
  const [protocol, setProtocol] = useState<Rule['protocol']>('tcp');
  const [ports, setPorts] = useState('80');
  const [cidrs, setCidrs] = useState('0.0.0.0/0');
  const [description, setDescription] = useState('');
  const hasPorts = protocol === 'tcp' || protocol === 'udp';
  const [from, to] = ports.split('-').map((text) => Number(text.trim()));
  const body: Rule = {
    direction,
    protocol,
    ...(hasPorts && ports.trim() && { port_from: from ?? null, ...(to !== undefined && { port_to: to }) }),
    cidrs: cidrs.split(/[\s,]+/).filter(Boolean),
    ...(description && { description }),
  };
  const begin = (rule: Partial<Rule>) => {
    setDirection(rule.direction ?? 'inbound');
    setProtocol(rule.protocol ?? 'tcp');
    setPorts(String(rule.port_from ?? ''));
  };
  const done = () => {
    say('The rule is added. It holds at once.');
    onDone();
  };
  return (
    <OperationForm operation="addFirewallRule" args={{ id, body }} submit="Add the rule" onDone={done}>
      {(error) => (
        <>
          <div className="row">
            {usual.map(({ label, rule }) => (
              <button key={label} type="button" onClick={() => begin(rule)}>
                {label}
              </button>
            ))}
          </div>
          <Field label="Direction" name="direction" error={error}>
            <select value={direction} onChange={(event) => setDirection(event.target.value as Rule['direction'])}>
              <option value="inbound">inbound: to the instance</option>
              <option value="outbound">outbound: from the instance</option>
            </select>
          </Field>
          <Field label="Protocol" name="protocol" error={error}>
            <select value={protocol} onChange={(event) => setProtocol(event.target.value as Rule['protocol'])}>
              <option value="tcp">TCP</option>
              <option value="udp">UDP</option>
              <option value="icmp">ICMP</option>
              <option value="all">all</option>
            </select>
          </Field>
          {hasPorts && (
            <Field
              label="Ports"
              name="port_from"
              error={error}
              hint="One, as in 80, or several, as in 8000-8010; nothing for all"
            >
              <input value={ports} onChange={(event) => setPorts(event.target.value)} inputMode="numeric" />
            </Field>
          )}
          <Field
            label="Addresses at the other end"
            name="cidrs"
            error={error}
            hint="CIDR blocks between commas; 0.0.0.0/0 is everybody"
          >
            <input value={cidrs} onChange={(event) => setCidrs(event.target.value)} />
          </Field>
          <Field label="What it is for" name="description" error={error} hint="Optional">
            <input value={description} onChange={(event) => setDescription(event.target.value)} />
          </Field>
        </>
      )}
    </OperationForm>
  );
}
