/** Something that the palette found. */
export interface Hit {
  readonly label: string;
  readonly kind: string;
  /** Shows it, or does it. */
  go(): void;
}
