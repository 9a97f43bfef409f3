import { useState } from 'react';
import type { Instance } from '#lib/generated/client/schemas.ts';
import { Check } from '#lib/web/parts/field.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { say } from '#lib/web/parts/toasts.tsx';
import { refusal } from './actions.tsx';
import { AutoscaleForm } from './autoscale.tsx';
import { TypeChoice } from './type-choice.tsx';

/** The size of an instance, changed by hand or by its load, and the limit of its disk. */
export function Scaling({ instance }: { instance: Instance }) {
  return (
    <>
      <section className="stack" aria-labelledby="resize-title">
        <h2 id="resize-title">Resize</h2>
        <Resize instance={instance} />
      </section>
      <section className="stack" aria-labelledby="autoscale-title">
        <h2 id="autoscale-title">Resize automatically</h2>
        <AutoscaleForm instance={instance} />
      </section>
      <section className="stack" aria-labelledby="disk-title">
        <h2 id="disk-title">Disk limit</h2>
        <p className="about">
          A disk that its host made before it could limit disks takes what the host has. Converting it gives it the size
          of the plan, and keeps its files.
        </p>
        <ConvertDisk instance={instance} />
      </section>
    </>
  );
}

function ConvertDisk({ instance }: { instance: Instance }) {
  const refused = refusal(instance, 'convert_disk', 'stop it first');
  if (refused) return <p className="note">It cannot be converted now: {refused}.</p>;
  const done = () => say(`The disk of ${instance.name} is being converted.`);
  return (
    <OperationForm operation="convertDisk" args={{ id: instance.id }} submit="Convert disk" onDone={done}>
      {() => null}
    </OperationForm>
  );
}

function Resize({ instance }: { instance: Instance }) {
  const [type, setType] = useState(instance.instance_type_id);
  const [keep, setKeep] = useState(false);
  const refused = refusal(instance, 'resize', 'stop it first. Its disk and addresses stay');
  if (refused) return <p className="note">It cannot be resized now: {refused}.</p>;
  const body = { instance_type_id: type, keep_disk: keep };
  const args = type === instance.instance_type_id ? undefined : { id: instance.id, body };
  const done = () => say(`${instance.name} has the type ${type} now.`);
  return (
    <OperationForm operation="resizeInstance" args={args} submit="Resize" onDone={done} preview wide>
      {() => (
        <>
          <TypeChoice value={type} onChange={setType} />
          <Check
            label="Keep the disk as it is"
            checked={keep}
            onChange={setKeep}
            hint="Only CPU and memory change, so that you can return to the earlier type."
          />
        </>
      )}
    </OperationForm>
  );
}
