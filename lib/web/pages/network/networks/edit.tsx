import { useState } from 'react';
import type { Vpc } from '#lib/generated/client/schemas.ts';
import { closeDialog, Dialog } from '#lib/web/parts/dialog.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Tags } from '#lib/web/parts/tags.tsx';
import { TextField } from '#lib/web/parts/text-field.tsx';
import { say } from '#lib/web/parts/toasts.tsx';

/** A dialog that changes a network's name, what it is for, and its tags. */
export function EditNetwork({ network }: { network: Vpc }) {
  const [name, setName] = useState(network.name);
  const [description, setDescription] = useState(network.description ?? '');
  const [tags, setTags] = useState(network.tags);
  const body = {
    ...(name !== network.name && { name }),
    ...(description !== (network.description ?? '') && { description: description || null }),
    ...(JSON.stringify(tags) !== JSON.stringify(network.tags) && { tags }),
  };
  const done = () => {
    say('Saved.');
    closeDialog();
  };
  return (
    <Dialog title={`Change ${network.name}`}>
      <OperationForm operation="updateVpc" args={{ id: network.id, body }} submit="Save" onDone={done}>
        {(error) => (
          <>
            <TextField label="Name" name="name" value={name} onChange={setName} error={error} required />
            <TextField
              label="Description"
              name="description"
              value={description}
              onChange={setDescription}
              error={error}
              hint="Optional"
            />
            <Tags value={tags} onChange={setTags} error={error} />
          </>
        )}
      </OperationForm>
    </Dialog>
  );
}
