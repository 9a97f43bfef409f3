import { DeployError, type Resource } from './template.ts';

type Resources = Readonly<Record<string, Resource>>;

/** Throws DeployError where resources wait for each other: CloudFormation refuses such a stack, after the upload. */
export function refuseCircle(resources: Resources): void {
  const circle = circleIn(resources);
  if (circle) throw new DeployError(`resources of the stack wait for each other: ${circle.join(' → ')}`);
}

/** The logical ids on a circle, of which the first is also the last; undefined where there is none. */
function circleIn(resources: Resources): string[] | undefined {
  const done = new Set<string>();
  const follow = (id: string, path: readonly string[]): string[] | undefined => {
    if (path.includes(id)) return [...path.slice(path.indexOf(id)), id];
    if (done.has(id)) return undefined;
    for (const next of neededBy(resources[id])) {
      const circle = next in resources ? follow(next, [...path, id]) : undefined;
      if (circle) return circle;
    }
    done.add(id);
    return undefined;
  };
  for (const id of Object.keys(resources)) {
    const circle = follow(id, []);
    if (circle) return circle;
  }
  return undefined;
}

/** What a part of a template names: logical ids, and parameters that are none. */
function neededBy(part: unknown): Set<string> {
  const needed = new Set<string>();
  const read = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      for (const id of naming[key]?.(inner) ?? []) needed.add(id);
      read(inner);
    }
  };
  read(part);
  return needed;
}

/** CloudFormation's ways to name a resource, with the ids in each. */
const naming: Readonly<Record<string, (value: unknown) => string[]>> = {
  Ref: (value) => [String(value)],
  DependsOn: (value) => [value].flat().map(String),
  'Fn::GetAtt': (value) => [String([value].flat()[0]).split('.')[0] ?? ''],
  'Fn::Sub': (value) => [...String([value].flat()[0]).matchAll(/\$\{(\w+)/g)].map(([, id = '']) => id),
};
