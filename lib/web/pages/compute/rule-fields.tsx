import type { SvcError } from '#lib/client/error.ts';
import { ChoiceField, TextField } from '#lib/web/parts/text-field.tsx';
import { hasPorts, type RuleDraft } from './rule-draft.ts';

interface RuleFieldsProps {
  readonly rule: RuleDraft;
  readonly set: (part: Partial<RuleDraft>) => void;
  readonly error: SvcError | undefined;
  /** What stands before the names of fields in the API: `firewall_rules[0].`; the fields then stand in one row. */
  readonly prefix?: string;
}

const directions = [
  ['inbound', 'inbound: to the instance'],
  ['outbound', 'outbound: from the instance'],
] as const;
const shortDirections = [
  ['inbound', 'inbound'],
  ['outbound', 'outbound'],
] as const;

const protocols = [
  ['tcp', 'TCP'],
  ['udp', 'UDP'],
  ['icmp', 'ICMP'],
  ['all', 'all'],
] as const;

/** The fields of a firewall rule. */
export function RuleFields({ rule, set, error, prefix = '' }: RuleFieldsProps) {
  const isRow = prefix !== '';
  // In a row the hints would push the fields apart: what stands above the rows says the same.
  const hint = (text: string) => !isRow && { hint: text };
  return (
    <>
      <ChoiceField
        label="Direction"
        name={`${prefix}direction`}
        value={rule.direction}
        options={isRow ? shortDirections : directions}
        onChange={(direction) => set({ direction })}
        error={error}
      />
      <ChoiceField
        label="Protocol"
        name={`${prefix}protocol`}
        value={rule.protocol}
        options={protocols}
        onChange={(protocol) => set({ protocol })}
        error={error}
      />
      {hasPorts(rule.protocol) && (
        <TextField
          label="Ports"
          name={`${prefix}port_from`}
          value={rule.ports}
          onChange={(ports) => set({ ports })}
          inputMode="numeric"
          pattern="\s*[0-9]{1,5}\s*(-\s*[0-9]{1,5}\s*)?"
          error={error}
          {...hint('A port such as 80, or a range such as 8000-8010; empty for all')}
        />
      )}
      <TextField
        label={isRow ? 'Addresses' : 'Remote addresses'}
        name={`${prefix}cidrs`}
        value={rule.cidrs}
        onChange={(cidrs) => set({ cidrs })}
        error={error}
        {...hint('Comma-separated CIDR blocks; 0.0.0.0/0 is any IPv4 address')}
      />
      <TextField
        label="Description"
        name={`${prefix}description`}
        value={rule.description}
        onChange={(description) => set({ description })}
        error={error}
        {...hint('Optional')}
      />
    </>
  );
}
