import type { SvcError } from '#lib/client/error.ts';
import { ChoiceField, PortField, TextField } from '#lib/web/parts/text-field.tsx';
import type { CheckDraft } from './draft.ts';

interface FieldsProps {
  readonly draft: CheckDraft;
  readonly onChange: (draft: CheckDraft) => void;
  readonly error: SvcError | undefined;
}

/** The numbers of a health check: field of the draft, field of the API, label, default. */
const numbers = [
  ['interval', 'interval_seconds', 'Seconds between checks', '10'],
  ['timeout', 'timeout_seconds', 'Timeout in seconds', '5'],
  ['healthy', 'healthy_threshold', 'Successes until healthy', '3'],
  ['unhealthy', 'unhealthy_threshold', 'Failures until unhealthy', '3'],
] as const;

/** How the backends of a load balancer are checked. */
export function CheckFields({ draft, onChange, error }: FieldsProps) {
  const change = (part: Partial<CheckDraft>) => onChange({ ...draft, ...part });
  return (
    <fieldset className="stack">
      <legend>Health check</legend>
      <div className="pair">
        <ChoiceField
          label="By"
          name="health_check.protocol"
          value={draft.protocol}
          options={[
            ['http', 'an HTTP request'],
            ['tcp', 'only a connection'],
          ]}
          onChange={(protocol) => change({ protocol })}
          error={error}
        />
        {draft.protocol === 'http' && <HttpFields draft={draft} onChange={onChange} error={error} />}
        <PortField
          label="Port"
          name="health_check.port"
          placeholder="the port that is served"
          value={draft.port}
          onChange={(port) => change({ port })}
          error={error}
        />
        {numbers.map(([field, name, label, usual]) => (
          <TextField
            key={field}
            label={label}
            name={`health_check.${name}`}
            type="number"
            min="1"
            placeholder={usual}
            value={draft[field]}
            onChange={(text) => change({ [field]: text })}
            error={error}
          />
        ))}
      </div>
    </fieldset>
  );
}

function HttpFields({ draft, onChange, error }: FieldsProps) {
  return (
    <>
      <TextField
        label="Path"
        name="health_check.path"
        value={draft.path}
        placeholder="/"
        onChange={(path) => onChange({ ...draft, path })}
        error={error}
      />
      <TextField
        label="Expected statuses"
        name="health_check.expected_codes"
        value={draft.codes}
        placeholder="200-399"
        onChange={(codes) => onChange({ ...draft, codes })}
        error={error}
      />
    </>
  );
}
