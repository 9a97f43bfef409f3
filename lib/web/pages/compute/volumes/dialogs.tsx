import { useState } from 'react';
import type { Volume } from '#lib/generated/client/schemas.ts';
import { Confirm } from '#lib/web/parts/confirm.tsx';
import { closeDialog, Dialog } from '#lib/web/parts/dialog.tsx';
import { Check, Field } from '#lib/web/parts/field.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Pick } from '#lib/web/parts/pick.tsx';

/** Attaches a volume to an instance. */
export function AttachVolume({ volume }: { volume: Volume }) {
  const [instance, setInstance] = useState('');
  const args = instance ? { vol_id: volume.id, body: { instance_id: instance } } : undefined;
  return (
    <Dialog title={`Attach ${volume.name}`}>
      <OperationForm operation="attachVolume" args={args} submit="Attach" onDone={closeDialog}>
        {(error) => (
          <Field
            label="Instance"
            name="instance_id"
            error={error}
            hint="A volume stays on one host. You can attach it to the instances on that host."
          >
            <Pick
              operation="listInstances"
              value={instance}
              onChange={setInstance}
              only={({ allowed_actions }) => allowed_actions.includes('attach_volume')}
            />
          </Field>
        )}
      </OperationForm>
    </Dialog>
  );
}

/** Detaches a volume, if need be from programs that have files on it open. */
export function DetachVolume({ volume }: { volume: Volume }) {
  const [force, setForce] = useState(false);
  const args = { vol_id: volume.id, ...(force && { body: { force } }) };
  return (
    <Confirm
      operation="detachVolume"
      args={args}
      title={`Detach ${volume.name}`}
      submit="Detach"
      name={volume.name}
      options={
        <Check
          label="End programs that have open files on it"
          hint="Otherwise the volume is not detached while files are open."
          checked={force}
          onChange={setForce}
        />
      }
    >
      Its files are kept. The instance loses {volume.mount_path}.
    </Confirm>
  );
}

/** Grows a volume, for more a month. */
export function GrowVolume({ volume }: { volume: Volume }) {
  const [size, setSize] = useState(String(volume.size_gib));
  const isMore = Number(size) > volume.size_gib;
  const args = isMore ? { vol_id: volume.id, body: { size_gib: Number(size) } } : undefined;
  return (
    <Dialog title={`Grow ${volume.name}`}>
      <OperationForm operation="updateVolume" args={args} submit="Grow" onDone={closeDialog} preview>
        {(error) => (
          <Field
            label="Size in GiB"
            name="size_gib"
            error={error}
            hint={`It has ${volume.size_gib} GiB now. A volume can grow, but never shrink.`}
          >
            <input
              type="number"
              min={volume.size_gib + 1}
              value={size}
              onChange={(event) => setSize(event.target.value)}
              required
            />
          </Field>
        )}
      </OperationForm>
    </Dialog>
  );
}
