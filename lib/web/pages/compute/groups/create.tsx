import { useState } from 'react';
import type { Args } from '#lib/client/methods.ts';
import { Field } from '#lib/web/parts/field.tsx';
import { Heading } from '#lib/web/parts/heading.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { Pick } from '#lib/web/parts/pick.tsx';
import { type TagMap, Tags } from '#lib/web/parts/tags.tsx';
import { TextField } from '#lib/web/parts/text-field.tsx';
import { hrefOf, navigate, useSearch } from '#lib/web/shell/router.ts';
import { newTemplate, type SizesDraft, sizesBody, type TemplateDraft, templateBody, withoutNothing } from './draft.ts';
import { FirewallFields } from './firewall-fields.tsx';
import { SizeFields } from './size-fields.tsx';
import { HealthFields, PolicyFields, TemplateFields } from './template-fields.tsx';

interface Draft {
  readonly name: string;
  readonly vpc: string;
  readonly template: TemplateDraft;
  readonly sizes: SizesDraft;
  readonly tags: TagMap;
}

/** Creates a group, of the image that `?image=` names. */
export function Page() {
  const [search] = useSearch();
  const [draft, setDraft] = useState<Draft>({
    name: '',
    vpc: '',
    template: { ...newTemplate, image: search.get('image') ?? '' },
    sizes: { min: '1', desired: '2', max: '4' },
    tags: {},
  });
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const { template } = draft;
  const setTemplate = (part: Partial<TemplateDraft>) => change({ template: { ...template, ...part } });
  return (
    <>
      <Heading title="Create an auto scaling group" back={[hrefOf('/groups'), 'Auto scaling groups']} />
      <OperationForm
        operation="createAutoScalingGroup"
        args={argsOf(draft)}
        submit="Create auto scaling group"
        onDone={(reply) => navigate(`/groups/${reply.id}`)}
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
              hint="Its members are named after it."
              required
            />
            <SizeFields draft={draft.sizes} onChange={(sizes) => change({ sizes })} error={error} />
            <TemplateFields draft={template} onChange={setTemplate} error={error} />
            <Field label="Network" name="vpc_id" error={error}>
              <Pick
                operation="listVpcs"
                value={draft.vpc}
                onChange={(vpc) => change({ vpc, template: { ...template, balancer: '', health: 'instance' } })}
                none="The default network"
              />
            </Field>
            <FirewallFields draft={template} onChange={setTemplate} error={error} />
            <PolicyFields draft={template} onChange={setTemplate} error={error} />
            <HealthFields draft={template} onChange={setTemplate} error={error} vpc={draft.vpc} />
            <Tags value={draft.tags} onChange={(tags) => change({ tags })} error={error} />
          </>
        )}
      </OperationForm>
    </>
  );
}

/** What is sent; undefined while something is missing. */
function argsOf({ name, vpc, template, sizes, tags }: Draft): Args<'createAutoScalingGroup'> | undefined {
  if ([name, template.type, template.image, sizes.min, sizes.max].includes('')) return undefined;
  return {
    body: {
      name,
      ...withoutNothing(templateBody(template)),
      ...sizesBody(sizes),
      ...(vpc && { vpc_id: vpc }),
      ...(Object.keys(tags).length > 0 && { tags }),
    },
  };
}
