import type { ComponentType } from 'react';

/** What a page is given: the parameters of its address. */
export interface PageProps {
  readonly params: Readonly<Record<string, string>>;
}

/** A page of the console. Its code is loaded when it is opened. */
export interface PageEntry {
  /** `/instances/:id`. */
  readonly path: string;
  readonly load: () => Promise<{ Page: ComponentType<PageProps> }>;
  /** How the palette and the navigation call it; a page about one resource has none. */
  readonly title?: string;
  /** The group of the navigation that shows it. */
  readonly group?: 'Compute' | 'Network' | 'Storage' | 'Billing' | 'Access' | 'Account';
  /** Whether it is shown without a login, and without the frame around pages. */
  readonly bare?: true;
}
