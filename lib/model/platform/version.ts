/** The version of this software. A test compares it with package.json, which bundles do not contain. */
export const version = '0.2.0';
