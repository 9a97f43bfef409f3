import { useState } from 'react';
import type { NewJoinToken } from '#lib/generated/client/schemas.ts';
import { Copy } from '#lib/web/parts/copy.tsx';
import { Field } from '#lib/web/parts/field.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { hrefOf } from '#lib/web/shell/router.ts';

const lifetimes = [
  ['3600', 'an hour'],
  ['86400', 'a day'],
  ['604800', 'a week'],
] as const;

/** Makes a token, and shows the command that makes a machine a host. */
export function Page() {
  const [seconds, setSeconds] = useState('3600');
  const [host, setHost] = useState('');
  const [made, setMade] = useState<NewJoinToken>();
  const body = { expires_in_seconds: Number(seconds), host_id: host.trim() || null };
  return (
    <>
      <Heading title="Join a host" back={[hrefOf('/platform/hosts'), 'Hosts']} />
      {made ? (
        <Made token={made} />
      ) : (
        <OperationForm operation="createJoinToken" args={{ body }} submit="Create token" onDone={setMade}>
          {(error) => (
            <>
              <Field label="Valid for" name="expires_in_seconds" error={error}>
                <select value={seconds} onChange={(event) => setSeconds(event.target.value)}>
                  {lifetimes.map(([value, label]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
              </Field>
              <Field
                label="Id of a host"
                name="host_id"
                error={error}
                hint="Only for a host that lost its key and joins again."
              >
                <input value={host} onChange={(event) => setHost(event.target.value)} />
              </Field>
            </>
          )}
        </OperationForm>
      )}
    </>
  );
}

function Made({ token: { command, expires_at } }: { token: NewJoinToken }) {
  return (
    <>
      <p role="status">
        Run this on the machine as root, until <Time at={expires_at} />. It works once and is shown only once:
      </p>
      <p>
        <Copy text={command} label="the command" />
      </p>
      <div className="row">
        <a className="button primary" href={hrefOf('/platform/hosts')}>
          I have it
        </a>
      </div>
    </>
  );
}
