import { useState } from 'react';
import type { Asg } from '#lib/generated/client/schemas.ts';
import { Fixed } from '#lib/web/parts/fixed.tsx';
import { OperationForm } from '#lib/web/parts/operation-form.tsx';
import { say } from '#lib/web/parts/toasts.tsx';
import { changesIn, type TemplateDraft, templateBody, templateOf } from './draft.ts';
import { FirewallFields } from './firewall-fields.tsx';
import { HealthFields, PolicyFields, TemplateFields } from './template-fields.tsx';

/** Changes what new members are made of, and how the group follows load and health. */
export function Settings({ group }: { group: Asg }) {
  const [draft, setDraft] = useState(() => templateOf(group));
  if (!group.allowed_actions.includes('update')) return <Fixed resource={group} />;
  const change = (part: Partial<TemplateDraft>) => setDraft({ ...draft, ...part });
  const body = changesIn(templateBody(draft), templateBody(templateOf(group)));
  const isChanged = Object.keys(body).length > 0;
  return (
    <>
      <p>New members get these settings. Existing members keep theirs until you replace every member.</p>
      <OperationForm
        operation="updateAutoScalingGroup"
        args={isChanged ? { id: group.id, body } : undefined}
        submit="Save"
        onDone={() => say('Saved.')}
        preview
      >
        {(error) => (
          <>
            <TemplateFields draft={draft} onChange={change} error={error} />
            <FirewallFields draft={draft} onChange={change} error={error} />
            <PolicyFields draft={draft} onChange={change} error={error} />
            <HealthFields draft={draft} onChange={change} error={error} vpc={group.vpc_id} />
          </>
        )}
      </OperationForm>
    </>
  );
}
