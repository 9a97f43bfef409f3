import { useState } from 'react';
import type { Args, OperationId } from '#lib/client/methods.ts';
import { closeDialog, Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { OperationForm } from './operation-form.tsx';
import { type TagMap, Tags } from './tags.tsx';
import { say } from './toasts.tsx';

interface EditLabelsProps<K extends OperationId> {
  readonly operation: K;
  /** The arguments that change what is given: `(body) => ({ vol_id: id, body })`. */
  readonly argsOf: (body: { name?: string; tags?: TagMap }) => Args<K>;
  readonly name: string;
  readonly tags: TagMap;
  /** Whether it can be without a name. */
  readonly nameless?: boolean;
  /** What else is to be known of the name. */
  readonly hint?: string;
}

/** A dialog that changes a resource's name and its tags. */
export function EditLabels<K extends OperationId>(props: EditLabelsProps<K>) {
  const { operation, argsOf, hint, nameless = false } = props;
  const [name, setName] = useState(props.name);
  const [tags, setTags] = useState(props.tags);
  const isTagged = JSON.stringify(tags) !== JSON.stringify(props.tags);
  const body = { ...(name !== props.name && { name }), ...(isTagged && { tags }) };
  const done = () => {
    const former = { ...(name !== props.name && { name: props.name }), ...(isTagged && { tags: props.tags }) };
    say('Saved.', { operation, args: argsOf(former) });
    closeDialog();
  };
  return (
    <Dialog title={props.name ? `Name and tags of ${props.name}` : 'Name and tags'}>
      <OperationForm operation={operation} args={argsOf(body)} submit="Save" onDone={done}>
        {(error) => (
          <>
            <Field label="Name" name="name" error={error} hint={hint}>
              <input
                value={name}
                onChange={(event) => setName(event.target.value)}
                autoComplete="off"
                required={!nameless}
              />
            </Field>
            <Tags value={tags} onChange={setTags} error={error} />
          </>
        )}
      </OperationForm>
    </Dialog>
  );
}
