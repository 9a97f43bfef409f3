/** Something that the palette found. */
export interface Hit {
  readonly label: string;
  /** What it is, beside its label: `page`, `volume`. */
  readonly kind: string;
  /** Whether it does something, leads to a page, or to something that the account has. */
  readonly rank: 'action' | 'page' | 'resource';
  /** Whether the platform found it, by more than its label has. */
  readonly isFound?: boolean;
  /** Shows it, or does it. */
  go(): void;
}
