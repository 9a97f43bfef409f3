import { expect, test } from 'vitest';
import { refuseCircle } from '#lib/deploy/circles.ts';
import type { Resource } from '#lib/deploy/template.ts';

const named = (Properties: Record<string, unknown>, DependsOn?: string[]): Resource => ({
  Type: 'AWS::SNS::Topic',
  Properties,
  ...(DependsOn && { DependsOn }),
});

test.each([
  ['Ref', { A: named({ x: { Ref: 'B' } }), B: named({ x: [{ Ref: 'A' }] }) }, 'A → B → A'],
  [
    'GetAtt',
    { A: named({ x: { 'Fn::GetAtt': ['B', 'Arn'] } }), B: named({ x: { 'Fn::GetAtt': 'A.Arn' } }) },
    'A → B → A',
  ],
  [
    'Sub',
    { A: named({ x: { 'Fn::Sub': `\${B.Arn}/*` } }), B: named({ x: { 'Fn::Sub': [`\${A}`, {}] } }) },
    'A → B → A',
  ],
  ['DependsOn', { A: named({}, ['B']), B: named({}, ['C']), C: named({}, ['B']) }, 'B → C → B'],
  ['itself', { A: named({ x: { Ref: 'A' } }) }, 'A → A'],
])('a stack whose resources wait for each other by %s is refused', (_way, resources, circle) => {
  expect(() => refuseCircle(resources)).toThrow(`resources of the stack wait for each other: ${circle}`);
});

test('what two resources need in common is no circle, nor are parameters, pseudo parameters and literals', () => {
  const both = { x: { Ref: 'C' }, y: { 'Fn::Sub': `\${AWS::Region} \${!A} \${Stage}` } };
  expect(() => refuseCircle({ A: named(both), B: named({ ...both, z: { Ref: 'A' } }), C: named({}) })).not.toThrow();
});
