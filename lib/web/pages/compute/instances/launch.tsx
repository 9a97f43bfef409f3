import { useState } from 'react';
import type { Args } from '#lib/client/methods.ts';
import { useList } from '#lib/web/api/query.ts';
import { programOf } from '#lib/web/pages/compute/images/image.ts';
import { RunProgram } from '#lib/web/pages/compute/images/program.tsx';
import { Check, Field } from '#lib/web/parts/field.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Pick } from '#lib/web/parts/pick.tsx';
import { Tags } from '#lib/web/parts/tags.tsx';
import { say } from '#lib/web/parts/toasts.tsx';
import { hrefOf, navigate, useSearch } from '#lib/web/shell/router.ts';
import { ImageChoice } from './image-choice.tsx';
import { KeyChoice } from './key-choice.tsx';
import { TypeChoice } from './type-choice.tsx';

type Body = Args<'launchInstance'>['body'];

const letters = 'abcdefghjkmnpqrstvwxyz';

/** A name that is probably free: `machine-kqzt`. */
const someName = (): string =>
  `machine-${[...crypto.getRandomValues(new Uint8Array(4))].map((byte) => letters[byte % letters.length]).join('')}`;

/** Launches an instance: everything has a default, so that a press on the button is enough. */
export function Page() {
  const [search] = useSearch();
  const [name, setName] = useState(someName);
  const [type, setType] = useState('s1-nano');
  const [image, setImage] = useState(search.get('image') ?? '');
  const chosen = useList('listImages').items?.find(({ id }) => id === image);
  const [ticked, setTicked] = useState<boolean>();
  // An image without a shell is for its program alone.
  const runs = ticked ?? chosen?.shell === false;
  const [key, setKey] = useState<string>();
  const vpc = search.get('vpc');
  const [more, setMore] = useState<Partial<Body>>(vpc ? { vpc_id: vpc } : {});
  const body: Body = {
    name,
    instance_type_id: type,
    image_id: image,
    ...(key && { ssh_key_id: key }),
    ...(runs && chosen && programOf(chosen) && { run_entrypoint: true }),
    ...more,
  };
  const args = name && image ? { body } : undefined;
  const done = (instance: object) => {
    say(`${name} is being launched.`);
    if ('id' in instance) navigate(`/instances/${instance.id}`);
  };
  return (
    <>
      <Heading title="Launch an instance" back={[hrefOf('/instances'), 'Instances']} />
      <OperationForm operation="launchInstance" args={args} submit="Launch" onDone={done} preview wide>
        {(error) => (
          <>
            <Field label="Name" name="name" error={error} hint="Also its hostname: letters, digits and hyphens">
              <input
                value={name}
                onChange={(event) => setName(event.target.value)}
                required
                maxLength={63}
                spellCheck={false}
              />
            </Field>
            <ImageChoice value={image} onChange={setImage} />
            <RunProgram image={chosen} checked={runs} onChange={setTicked} />
            <TypeChoice value={type} onChange={setType} />
            <KeyChoice value={key} onChange={setKey} />
            <More more={more} onChange={setMore} error={error} />
          </>
        )}
      </OperationForm>
    </>
  );
}

interface MoreProps {
  readonly more: Partial<Body>;
  readonly onChange: (more: Partial<Body>) => void;
  readonly error: Parameters<typeof Field>[0]['error'];
}

/** What most launches leave as it is. */
function More({ more, onChange, error }: MoreProps) {
  const set = (name: keyof Body, value: unknown) => {
    const { [name]: _, ...rest } = more;
    onChange(value ? { ...rest, [name]: value } : rest);
  };
  return (
    <details className="stack">
      <summary>Network, first boot, tags, and more</summary>
      <div className="stack">
        <Field label="Network" name="vpc_id" error={error}>
          <Pick
            operation="listVpcs"
            value={more.vpc_id ?? ''}
            onChange={(id) => set('vpc_id', id)}
            none="the default network"
          />
        </Field>
        <Field label="Elastic IP" name="elastic_ip_id" error={error} hint="A public address of its own">
          <Pick
            operation="listElasticIps"
            query={{ status: 'available' }}
            value={more.elastic_ip_id ?? ''}
            onChange={(id) => set('elastic_ip_id', id)}
            none="none"
          />
        </Field>
        <Field
          label="First-boot script"
          name="user_data"
          error={error}
          hint="Runs once, as root: a script, a cloud-config or a multipart message of at most 64 KiB"
        >
          <textarea
            value={more.user_data ?? ''}
            onChange={(event) => set('user_data', event.target.value)}
            placeholder={'#!/bin/sh\necho hello > /etc/motd'}
            spellCheck={false}
          />
        </Field>
        <Field
          label="Terminate automatically after this many hours"
          name="ttl_hours"
          error={error}
          hint="Empty for never"
        >
          <input
            type="number"
            min="1"
            max="720"
            value={more.ttl_hours ?? ''}
            onChange={(event) => set('ttl_hours', event.target.valueAsNumber)}
          />
        </Field>
        <Tags
          value={more.tags ?? {}}
          onChange={(tags) => set('tags', Object.keys(tags).length > 0 && tags)}
          error={error}
        />
        <Check
          label="Protect from termination"
          checked={more.termination_protection ?? false}
          onChange={(checked) => set('termination_protection', checked)}
          hint="You can remove the protection in its settings"
        />
      </div>
    </details>
  );
}
