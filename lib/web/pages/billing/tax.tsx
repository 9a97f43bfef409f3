import { useState } from 'react';
import type { TaxProfile } from '#lib/generated/client/schemas.ts';
import { gstStates } from '#lib/model/billing/gst.ts';
import { useRead } from '#lib/web/api/query.ts';
import { Field } from '#lib/web/parts/field.tsx';
import { Loading } from '#lib/web/parts/loading.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Problem } from '#lib/web/parts/problem.tsx';
import { Time } from '#lib/web/parts/time.tsx';
import { say } from '#lib/web/parts/toasts.tsx';
import { gstinFault } from './gstin.ts';

/** Who invoices are made out to, and in which state. */
export function Tax() {
  const { data, error, refetch } = useRead('getTaxProfile');
  if (error) return <Problem error={error} again={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <div className="stack">
      <p>
        Invoices are made out to this recipient. The place of supply is now{' '}
        {gstStates[data.place_of_supply] ?? data.place_of_supply}: in the supplier’s state GST is CGST and SGST,
        elsewhere it is IGST.{' '}
        {data.updated_at && (
          <span className="about">
            Set <Time at={data.updated_at} />.
          </span>
        )}
      </p>
      <Change key={data.updated_at} profile={data} />
    </div>
  );
}

const orNull = (text: string): string | null => text.trim() || null;

function Change({ profile }: { profile: TaxProfile }) {
  const [gstin, setGstin] = useState(profile.gstin ?? '');
  const [legalName, setLegalName] = useState(profile.legal_name ?? '');
  const [address, setAddress] = useState(profile.address ?? '');
  const [state, setState] = useState(profile.state_code ?? '');
  const fault = gstin === '' ? undefined : gstinFault(gstin);
  // A GSTIN sets the state; a state beside it that differs would be refused.
  const state_code = gstin === '' ? orNull(state) : gstin.slice(0, 2);
  const body = { gstin: orNull(gstin), legal_name: orNull(legalName), address: orNull(address), state_code };
  return (
    <OperationForm
      operation="updateTaxProfile"
      args={fault === undefined ? { body } : undefined}
      submit="Save the tax profile"
      onDone={() => say('The tax profile is saved. New invoices use it.')}
    >
      {(error) => (
        <>
          <Field
            label="GSTIN"
            name="gstin"
            error={error}
            hint={fault ?? (gstin === '' ? 'Leave it empty if you have none.' : 'The check character is correct.')}
          >
            <input
              value={gstin}
              onChange={(event) => setGstin(event.target.value.toUpperCase().replaceAll(/\s/g, ''))}
              maxLength={15}
              autoComplete="off"
              spellCheck={false}
              aria-invalid={fault !== undefined}
            />
          </Field>
          <Field label="Legal name" name="legal_name" error={error}>
            <input
              value={legalName}
              onChange={(event) => setLegalName(event.target.value)}
              autoComplete="organization"
            />
          </Field>
          <Field label="Address" name="address" error={error}>
            <textarea
              value={address}
              onChange={(event) => setAddress(event.target.value)}
              autoComplete="street-address"
              rows={3}
            />
          </Field>
          <Field label="State" name="state_code" error={error} hint={gstin === '' ? undefined : 'Set by the GSTIN.'}>
            <select
              value={gstin === '' ? state : gstin.slice(0, 2)}
              disabled={gstin !== ''}
              onChange={(event) => setState(event.target.value)}
            >
              <option value="">Not set</option>
              {Object.entries(gstStates)
                .sort(([, one], [, other]) => one.localeCompare(other))
                .map(([code, name]) => (
                  <option key={code} value={code}>
                    {name} ({code})
                  </option>
                ))}
            </select>
          </Field>
        </>
      )}
    </OperationForm>
  );
}
