declare module 'asl-validator' {
  function validate(definition: unknown): { isValid: boolean; errorsText(): string };
  export = validate;
}
