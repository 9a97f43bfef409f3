/** A row of a form: `key` tells it from the others for as long as the form is open. */
export interface Row {
  readonly key: number;
}
