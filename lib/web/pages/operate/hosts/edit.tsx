import { useState } from 'react';
import type { Host } from '#lib/generated/client/schemas.ts';
import { closeDialog, Dialog } from '#lib/web/parts/dialog.tsx';
import { Field } from '#lib/web/parts/field.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { say } from '#lib/web/parts/toasts.tsx';

/** What a host is called, and how much of what it has machines may have. */
export function EditHost({ host: { id, name, capacity_factors } }: { host: Host }) {
  const [called, setCalled] = useState(name);
  const [ram, setRam] = useState(String(capacity_factors.ram));
  const [vcpus, setVcpus] = useState(String(capacity_factors.vcpus));
  const body = { name: called.trim(), capacity_factors: { ram: Number(ram), vcpus: Number(vcpus) } };
  const done = () => {
    say('The host is changed.');
    closeDialog();
  };
  return (
    <Dialog title={`Name and room of ${name}`}>
      <OperationForm operation="updateHost" args={{ id, body }} submit="Save" onDone={done}>
        {(error) => (
          <>
            <Field label="Name" name="name" error={error}>
              <input value={called} onChange={(event) => setCalled(event.target.value)} required />
            </Field>
            <Field
              label="Memory factor"
              name="capacity_factors.ram"
              error={error}
              hint="1 gives machines exactly the memory that the host has."
            >
              <input inputMode="decimal" value={ram} onChange={(event) => setRam(event.target.value)} required />
            </Field>
            <Field
              label="vCPU factor"
              name="capacity_factors.vcpus"
              error={error}
              hint="2 gives machines twice as many vCPUs as the host has; they share its CPUs."
            >
              <input inputMode="decimal" value={vcpus} onChange={(event) => setVcpus(event.target.value)} required />
            </Field>
          </>
        )}
      </OperationForm>
    </Dialog>
  );
}
