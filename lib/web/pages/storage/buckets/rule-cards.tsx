import type { ReactNode } from 'react';

interface RuleCardsProps<T> {
  readonly rules: readonly T[];
  readonly onChange: (rules: readonly T[]) => void;
  /** What holds without a rule. */
  readonly none: string;
  readonly fresh: () => T;
  /** The fields of a rule; `change` changes a part of it, `at` is its place from 0. */
  readonly children: (rule: T, change: (part: Partial<T>) => void, at: number) => ReactNode;
  /** Further ways to add one. */
  readonly also?: ReactNode;
}

/** The rules of a bucket, a card each, that are added and removed. */
export function RuleCards<T>({ rules, onChange, none, fresh, children, also }: RuleCardsProps<T>) {
  const change = (at: number, part: Partial<T>) =>
    onChange(rules.map((rule, place) => (place === at ? { ...rule, ...part } : rule)));
  return (
    <>
      {rules.length === 0 && <p className="empty">{none}</p>}
      {rules.map((rule, at) => (
        // Their order is what tells rules apart: a name is being typed, or there is none.
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place
        <fieldset key={at} className="card">
          <legend>Rule {at + 1}</legend>
          {children(rule, (part) => change(at, part), at)}
          <div className="row">
            <button type="button" className="danger" onClick={() => onChange(rules.filter((_, place) => place !== at))}>
              Remove rule {at + 1}
            </button>
          </div>
        </fieldset>
      ))}
      <div className="row">
        <button type="button" onClick={() => onChange([...rules, fresh()])}>
          Add a rule
        </button>
        {also}
      </div>
    </>
  );
}
