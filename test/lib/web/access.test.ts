import { describe, expect, it } from 'vitest';
import { SvcError } from '#lib/client/error.ts';
import { policyDocument } from '#lib/model/identity/policy/document.ts';
import { csvOf } from '#lib/web/pages/access/activity/csv.ts';
import { faultsOf } from '#lib/web/pages/access/policies/faults.ts';
import { placeOf } from '#lib/web/pages/access/policies/places.ts';
import { templates, textOf } from '#lib/web/pages/access/policies/templates.ts';
import { contextOf, wordsOf } from '#lib/web/pages/access/simulate/read.ts';

const document = textOf({
  Version: '2026-11-01',
  Statement: [
    { Sid: 'a "quoted", [odd] {name}', Effect: 'Allow', Action: ['compute:Fly', 'compute:List*'], Resource: 'nope' },
    { Effect: 'Deny', Action: '*', Resource: '*', Condition: { StringEquals: { 'svc:Tag/env': 'dev' } } },
  ],
});
const at = (path: string) => {
  const { from, to } = placeOf(document, path);
  return document.slice(from, to);
};
const refused = (...fields: { field: string; message: string }[]) =>
  new SvcError('refused', { code: 'validation_failed', status: 400, fields });

describe('the place of a field in a document', () => {
  it.each([
    ['Version', '"2026-11-01"'],
    ['Statement[0].Action[0]', '"compute:Fly"'],
    ['Statement[0].Resource', '"nope"'],
    ['Statement[1].Effect', '"Deny"'],
    ['Statement[1].Condition.StringEquals', '{\n          "svc:Tag/env": "dev"\n        }'],
  ])('%s', (path, text) => {
    expect(at(path)).toBe(text);
  });

  it('is that of what is around it, where the field is missing, and the whole for no field', () => {
    expect(at('Statement[1].Sid')).toMatch(/^\{\s+"Effect": "Deny".*\}$/s);
    expect(at('Statement[7]')).toMatch(/^\[/);
    expect(at('')).toBe(document);
  });

  it('is shown with what the platform has against it, by line', () => {
    const error = refused(
      { field: 'document.Statement[0].Action[0]', message: 'unknown action "compute:Fly"' },
      { field: 'name', message: 'is taken' },
    );
    expect(faultsOf(document, error).map(({ message, place }) => [message, place.line])).toEqual([
      ['Statement[0].Action[0]: unknown action "compute:Fly"', 8],
    ]);
  });

  it('of a text that is no JSON is where reading stopped', () => {
    const [fault] = faultsOf('{\n  "Version": "2026-11-01",\n  oops\n}', undefined);
    expect([fault?.place.line, fault?.message]).toEqual([3, expect.stringMatching(/^This is not JSON: /)]);
    expect(faultsOf('{\n  "Version": ', undefined).map(({ place }) => place.line)).toEqual([2]);
  });
});

it.each(Object.entries(templates))('the template “%s” is a policy', (_name, template) => {
  expect(policyDocument.safeParse(template).error).toBeUndefined();
});

describe('the audit log as CSV', () => {
  it('quotes what CSV needs quoted, and makes no formula of what others chose', () => {
    const rows = [
      { agent: 'curl/7.88', path: '/a,b' },
      { agent: '=cmd("x")', path: 'two\nlines' },
    ];
    const columns = { user_agent: (row: { agent: string }) => row.agent, path: (row: { path: string }) => row.path };
    expect(csvOf(columns, rows)).toBe('user_agent,path\r\ncurl/7.88,"/a,b"\r\n"\'=cmd(""x"")","two\nlines"\r\n');
  });
});

it('the simulator reads words and facts', () => {
  expect(wordsOf(' compute:List*, iam:GetUser\ncompute:LaunchInstance ')).toEqual([
    'compute:List*',
    'iam:GetUser',
    'compute:LaunchInstance',
  ]);
  expect(contextOf('svc:PlanPriceMonthly=2000 svc:Tag/env=dev svc:MFA=true broken =x')).toEqual({
    'svc:PlanPriceMonthly': 2000,
    'svc:Tag/env': 'dev',
    'svc:MFA': true,
  });
});
