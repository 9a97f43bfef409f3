import { handler as updatePolicy } from '#functions/auth/policies/update.ts';
import type { Statement } from '#lib/model/identity/policy/document.ts';
import { srn } from '#lib/model/platform/principal.ts';
import { call, type Reply, type SignedUp } from '#lib/testing/functions/call.ts';
import { documentOf, expectStatus, type IamCaller, newIamCaller, newPolicy } from './iam.ts';

/** An IAM user who may do everything except what is denied at the moment. */
export interface Banned extends IamCaller {
  /**
   * Denies one action on a resource, in place of the last denial. The resource is `<type>/<id>` of the action's
   * service.
   */
  deny(action: string, resource: string, Condition?: Statement['Condition']): Promise<string>;
  /** The expected refusal of an action on a resource. */
  denied(action: string, srn: string): [status: number, code: string, error: string];
}

/** Makes such a user in an account whose owner's address is verified. */
export async function banned(owner: SignedUp): Promise<Banned> {
  const ban = await newPolicy(owner);
  const caller = await newIamCaller(owner, { policy_ids: ['AdministratorAccess', ban] });
  return {
    ...caller,
    async deny(action, resource, Condition) {
      const name = srn(action.split(':')[0] ?? '', owner.account_id, resource);
      const statement = { Effect: 'Deny' as const, Action: action, Resource: name, ...(Condition && { Condition }) };
      const body = { document: documentOf(statement) };
      await expectStatus(200, call(updatePolicy, { bearer: owner.bearer, params: { id: ban }, body }));
      return name;
    },
    denied: (action, name) => [
      403,
      'access_denied',
      `user ${caller.username} is not authorised to perform ${action} on ${name}`,
    ],
  };
}

/** Whether policies refused a request. */
export const isDenied = ({ headers }: Reply): boolean => headers['x-error-code'] === 'access_denied';
