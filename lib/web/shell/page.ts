import type { ComponentType } from 'react';
import type { ListId, OperationId } from '#lib/client/methods.ts';

/** What a page is given: the parameters of its address. */
export interface PageProps {
  readonly params: Readonly<Record<string, string>>;
}

/** A page of the console. Its code is loaded when it is opened. */
export interface PageEntry {
  /** `/instances/:id`. */
  readonly path: string;
  readonly load: () => Promise<{ Page: ComponentType<PageProps> }>;
  /** The list that it reads first, where it shows one without filters of its own. */
  readonly list?: ListId;
  /** The operation that it reads first, by the parameters of its address. */
  readonly read?: OperationId;
  /** How the palette and the navigation call it; a page about one resource has none. */
  readonly title?: string;
  /** Parts of it that the palette finds too: their names by their `?tab=`. */
  readonly parts?: Readonly<Record<string, string>>;
  /** The group of the navigation that shows it. */
  readonly group?: 'Compute' | 'Network' | 'Storage' | 'Billing' | 'Access' | 'Account' | 'Platform';
  /** Whether only those who run the platform find it; the pages of their group need not say so. */
  readonly forOperators?: true;
  /** Whether it is shown without a login, and without the frame around pages. */
  readonly bare?: true;
}

/** Whether somebody finds a page by the navigation and the palette. */
export const isFor = ({ group, forOperators }: PageEntry, { operator }: { readonly operator: boolean }): boolean =>
  operator || (group !== 'Platform' && !forOperators);
