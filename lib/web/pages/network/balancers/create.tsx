import { useState } from 'react';
import type { Args } from '#lib/client/methods.ts';
import { useList } from '#lib/web/api/query.ts';
import { Field } from '#lib/web/parts/field.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Pick } from '#lib/web/parts/pick.tsx';
import { type TagMap, Tags } from '#lib/web/parts/tags.tsx';
import { TextField } from '#lib/web/parts/text-field.tsx';
import { hrefOf, navigate, useSearch } from '#lib/web/shell/router.ts';
import { BackendRows } from './backend-fields.tsx';
import { type BackendDraft, backendBody, isComplete, newSettings, type SettingsDraft, settingsBody } from './draft.ts';
import { SettingsFields } from './fields.tsx';

interface Draft {
  readonly name: string;
  readonly vpc: string;
  readonly settings: SettingsDraft;
  readonly backends: readonly BackendDraft[];
  readonly tags: TagMap;
}

/** Creates a load balancer, in the network that `?vpc=` names. */
export function Page() {
  const [search] = useSearch();
  const [draft, setDraft] = useState<Draft>({
    name: '',
    vpc: search.get('vpc') ?? '',
    settings: newSettings,
    backends: [],
    tags: {},
  });
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const vpcs = useList('listVpcs', { query: { limit: 51 } });
  const standard = vpcs.items?.find(({ is_default }) => is_default)?.id ?? '';
  return (
    <>
      <Heading title="Create a load balancer" back={[hrefOf('/load-balancers'), 'Load balancers']} />
      <OperationForm
        operation="createLoadBalancer"
        args={argsOf(draft)}
        submit="Create load balancer"
        onDone={(reply) => navigate(`/load-balancers/${reply.id}`)}
        preview
      >
        {(error) => (
          <>
            <TextField
              label="Name"
              name="name"
              value={draft.name}
              onChange={(name) => change({ name })}
              error={error}
              required
            />
            <Field label="Network" name="vpc_id" error={error} hint="Its backends are instances of this network.">
              <Pick
                operation="listVpcs"
                value={draft.vpc}
                onChange={(vpc) => change({ vpc, backends: [] })}
                none="The default network"
              />
            </Field>
            <SettingsFields draft={draft.settings} onChange={(settings) => change({ settings })} error={error} />
            <BackendRows
              rows={draft.backends}
              onChange={(backends) => change({ backends })}
              vpc={draft.vpc || standard}
              error={error}
            />
            <Tags value={draft.tags} onChange={(tags) => change({ tags })} error={error} />
          </>
        )}
      </OperationForm>
    </>
  );
}

/** What is sent; undefined while something is missing. */
function argsOf({ name, vpc, settings, backends, tags }: Draft): Args<'createLoadBalancer'> | undefined {
  if (name === '' || !isComplete(settings) || backends.some(({ instance }) => instance === '')) return undefined;
  return {
    body: {
      name,
      ...settingsBody(settings),
      ...(vpc && { vpc_id: vpc }),
      ...(backends.length > 0 && { backends: backends.map(backendBody) }),
      ...(Object.keys(tags).length > 0 && { tags }),
    },
  };
}
