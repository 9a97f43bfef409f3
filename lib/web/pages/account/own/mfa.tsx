import { useState } from 'react';
import type { MfaSetup } from '#lib/generated/client/schemas.ts';
import { useAct } from '#lib/web/api/act.ts';
import { useRead } from '#lib/web/api/query.ts';
import { AsCommand } from '#lib/web/parts/as-command.tsx';
import { Copy } from '#lib/web/parts/copy.tsx';
import { closeDialog, Dialog, openDialog } from '#lib/web/parts/dialog.tsx';
import { Facts } from '#lib/web/parts/facts.tsx';
import { Field } from '#lib/web/parts/field.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { Status } from '#lib/web/parts/status.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { say } from '#lib/web/parts/toasts.tsx';

/** One-time codes of an authenticator app, as the second step of a login. */
export function Mfa() {
  const { data, error, refetch } = useRead('getMfa');
  const setup = useAct('setupMfa');
  const [pending, setPending] = useState<MfaSetup>();
  const begin = async () => setPending(await setup.run({}));
  const enabled = (reply: { recovery_codes: readonly string[] }) => {
    setPending(undefined);
    openDialog(<RecoveryCodes codes={reply.recovery_codes} />);
  };
  return (
    <section className="stack" aria-labelledby="mfa">
      <h2 id="mfa">One-time codes</h2>
      <p>When logins need a code from an authenticator app, a stolen password is not enough.</p>
      {error && <Problem error={error} again={() => void refetch()} />}
      {data?.enabled && (
        <>
          <Facts
            facts={[
              ['Status', <Status key="s" status="active" />],
              ['Since', <Time key="t" at={data.enabled_at} />],
              ['Recovery codes left', data.recovery_codes_remaining],
            ]}
          />
          <div className="row">
            <button type="button" className="danger" onClick={() => openDialog(<TurnOff />)}>
              Turn off
            </button>
          </div>
        </>
      )}
      {data && !data.enabled && !pending && (
        <div className="row">
          <button type="button" className="primary" onClick={() => void begin()} disabled={setup.isRunning}>
            Set up one-time codes
          </button>
          <AsCommand operation="setupMfa" args={{}} />
        </div>
      )}
      {setup.error && <Problem error={setup.error} />}
      {pending && <Setup setup={pending} onDone={enabled} onCancel={() => setPending(undefined)} />}
    </section>
  );
}

interface SetupProps {
  readonly setup: MfaSetup;
  readonly onDone: (reply: { recovery_codes: readonly string[] }) => void;
  readonly onCancel: () => void;
}

function Setup({ setup: { secret, qr_svg, expires_in }, onDone, onCancel }: SetupProps) {
  const [code, setCode] = useState('');
  return (
    <>
      <p>
        Scan the QR code with your authenticator app, or type the key into it. Then enter the code that the app shows.
        This set-up expires after {Math.round(expires_in / 60)} minutes.
      </p>
      <img
        className="qr"
        src={`data:image/svg+xml,${encodeURIComponent(qr_svg)}`}
        alt="QR code of the key"
        width="200"
        height="200"
      />
      <p>
        Key: <Copy text={secret} label="the key" />
      </p>
      <OperationForm operation="enableMfa" args={{ body: { code: code.trim() } }} submit="Turn on" onDone={onDone}>
        {(error) => (
          <Field label="Code from the app" name="code" error={error}>
            <input
              value={code}
              onChange={(event) => setCode(event.target.value)}
              inputMode="numeric"
              autoComplete="one-time-code"
              required
            />
          </Field>
        )}
      </OperationForm>
      <div className="row">
        <button type="button" className="quiet" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </>
  );
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <Dialog title="Your recovery codes">
      <div className="stack">
        <p>
          Without your app, use one of these in place of a one-time code. Each works once. They are shown only now: keep
          them away from your password.
        </p>
        <Copy text={codes.join('\n')} label="the recovery codes">
          <pre className="secret">{codes.join('\n')}</pre>
        </Copy>
        <div className="row">
          <button type="button" className="primary" onClick={closeDialog}>
            I have kept them
          </button>
        </div>
      </div>
    </Dialog>
  );
}

function TurnOff() {
  const [by, setBy] = useState<'code' | 'password'>('code');
  const [value, setValue] = useState('');
  const done = () => {
    closeDialog();
    say('Logins no longer need a one-time code.');
  };
  return (
    <Dialog title="Turn one-time codes off">
      <OperationForm operation="disableMfa" args={{ body: { [by]: value } }} submit="Turn off" danger onDone={done}>
        {(error) => (
          <>
            <p>Logins then need only the password. The recovery codes stop working.</p>
            <Field label="Confirm with" name="by">
              <select value={by} onChange={(event) => setBy(event.target.value as 'code' | 'password')}>
                <option value="code">a one-time code</option>
                <option value="password">the password</option>
              </select>
            </Field>
            <Field label={by === 'code' ? 'One-time code' : 'Password'} name={by} error={error}>
              <input
                key={by}
                type={by === 'code' ? 'text' : 'password'}
                value={value}
                onChange={(event) => setValue(event.target.value)}
                autoComplete={by === 'code' ? 'one-time-code' : 'current-password'}
                required
              />
            </Field>
          </>
        )}
      </OperationForm>
    </Dialog>
  );
}
