import { useDeferredValue, useId, useState } from 'react';
import type { Item } from '#lib/client/methods.ts';
import { type ListQuery, useList } from '#lib/web/api/query.ts';
import type { ControlProps } from './field.tsx';
import { labelOf, type PickId } from './kinds.ts';
import { Problem } from './problem.tsx';

/** The most items that a select has; of a longer list one is searched for. */
const most = 50;

interface PickProps<K extends PickId> extends ControlProps {
  /** The list to choose out of. */
  readonly operation: K;
  /** The id of what is chosen; '' for nothing. */
  readonly value: string;
  readonly onChange: (id: string, item: Item<K> | undefined) => void;
  /** Filters of the list. */
  readonly query?: ListQuery;
  /** Which of them can be chosen. */
  readonly only?: (item: Item<K>) => boolean;
  /** What it means that nothing is chosen: `the default network`. Without it one must be chosen. */
  readonly none?: string;
  /** For controls without a `Field`. */
  readonly 'aria-label'?: string;
}

interface Choice<K extends PickId> {
  readonly id: string;
  readonly label: string;
  readonly item: Item<K>;
}

/** Chooses one of the account's resources by its name: a select, or a search where there are many. */
export function Pick<K extends PickId>(props: PickProps<K>) {
  const { operation, query, only } = props;
  const list = useList(operation, { query: { limit: most + 1, ...query } });
  const choices = choicesOf(operation, list.items ?? [], only);
  if (list.items && (list.hasMore || list.items.length > most)) return <Search {...props} />;
  const absence = list.error?.message ?? (list.items ? 'None available' : 'Loading …');
  return (
    <>
      <Select {...props} choices={choices} absence={absence} />
      {list.error && list.error.status !== 403 && <Problem error={list.error} again={list.again} />}
    </>
  );
}

const choicesOf = <K extends PickId>(operation: K, items: readonly Item<K>[], only?: (item: Item<K>) => boolean) =>
  items
    .filter((item) => only?.(item) ?? true)
    .map((item): Choice<K> => ({ id: (item as { id: string }).id, label: labelOf(operation, item), item }));

interface SelectProps<K extends PickId> extends PickProps<K> {
  readonly choices: readonly Choice<K>[];
  /** What is said where there is nothing to choose. */
  readonly absence: string;
}

function Select<K extends PickId>(props: SelectProps<K>) {
  const { operation: _operation, query: _query, only: _only, choices, absence, value, onChange, none, ...rest } = props;
  const nothing = none ?? (choices.length > 0 ? 'Choose one' : absence);
  return (
    <select
      {...rest}
      value={value}
      required={none === undefined}
      onChange={(event) => {
        const id = event.target.value;
        onChange(id, choices.find((choice) => choice.id === id)?.item);
      }}
    >
      <option value="">{nothing}</option>
      {value !== '' && !choices.some(({ id }) => id === value) && <option value={value}>{value}</option>}
      {choices.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** Chooses out of many: what is typed is searched for, by name, id or address. */
function Search<K extends PickId>({ operation, query, only, value, onChange, none, ...rest }: PickProps<K>) {
  const list = useId();
  const [text, setText] = useState(value);
  const wanted = useDeferredValue(text.split(' · ')[0]?.trim());
  const found = useList(operation, { query: { limit: 20, ...query, ...(wanted && { q: wanted }) } });
  const choices = choicesOf(operation, found.items ?? [], only);
  const shown = (text !== '' && text === value && choices.find(({ id }) => id === value)?.label) || text;
  const isUnclear = text !== '' && value === '';
  return (
    <>
      <input
        {...rest}
        list={list}
        value={shown}
        required={none === undefined}
        pattern={isUnclear ? '(?!)' : undefined}
        title={isUnclear ? 'Choose one from the list' : undefined}
        placeholder={none ?? 'Type part of the name'}
        autoComplete="off"
        onChange={(event) => {
          const typed = event.target.value;
          setText(typed);
          const chosen = choices.find(({ id, label }) => label === typed || id === typed);
          onChange(chosen?.id ?? '', chosen?.item);
        }}
      />
      <datalist id={list}>
        {choices.map(({ id, label }) => (
          <option key={id} value={label} />
        ))}
      </datalist>
    </>
  );
}
