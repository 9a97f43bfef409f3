import { useState } from 'react';
import type { Mandate } from '#lib/generated/client/schemas.ts';
import { useAct } from '#lib/web/api/act.ts';
import { AsCommand } from '#lib/web/parts/as-command.tsx';
import { Field } from '#lib/web/parts/field.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { say } from '#lib/web/parts/toasts.tsx';

/** Leads to where a mandate is authorised, and takes the proof of it where the checkout gives one. */
export function Authorise({ mandate }: { mandate: Mandate }) {
  const act = useAct('setupAutopay');
  const [token, setToken] = useState<string>();
  const begin = async () => {
    const reply = await act.run({});
    if (!reply) return;
    const { url, gateway_token } = reply.authorization;
    if (url) location.assign(url);
    else setToken(gateway_token);
  };
  return (
    <section className="stack" aria-label="Authorisation">
      <div className="row">
        <button type="button" className="primary" onClick={() => void begin()} disabled={act.isRunning}>
          Authorise it
        </button>
        <span className="about">
          at the payment gateway within 30 minutes. The gateway then returns you to this page.
        </span>
      </div>
      {act.error && <Problem error={act.error} />}
      {token && (
        <p className="note">
          This platform has no page to authorise a mandate. Use your own page with Razorpay’s checkout: it takes the
          token <code>{token}</code>, and returns a payment id and a signature. Enter them below.
        </p>
      )}
      <AsCommand operation="setupAutopay" args={{}} />
      {mandate.allowed_actions.includes('activate') && (
        <details>
          <summary>I have the payment id and the signature of the checkout</summary>
          <Activate />
        </details>
      )}
    </section>
  );
}

function Activate() {
  const [gateway_payment_id, setPayment] = useState('');
  const [signature, setSignature] = useState('');
  const isFull = gateway_payment_id !== '' && signature !== '';
  return (
    <OperationForm
      operation="activateAutopay"
      args={isFull ? { body: { gateway_payment_id, signature } } : undefined}
      submit="Activate"
      onDone={() => say('The mandate is active.')}
    >
      {(error) => (
        <>
          <Field label="Payment id" name="gateway_payment_id" error={error}>
            <input value={gateway_payment_id} onChange={(event) => setPayment(event.target.value.trim())} />
          </Field>
          <Field label="Signature" name="signature" error={error}>
            <input value={signature} onChange={(event) => setSignature(event.target.value.trim())} />
          </Field>
        </>
      )}
    </OperationForm>
  );
}
