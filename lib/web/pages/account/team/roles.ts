/** The roles that a member can be given, and what each may do. */
export const roles = {
  admin: 'Everything.',
  developer: 'Everything but IAM, billing and the team.',
  billing: 'Everything in billing; reads the rest.',
  viewer: 'Reads everything, changes nothing.',
} as const;

/** A role that a member can be given. */
export type Role = keyof typeof roles;

/** All of them. */
export const roleNames = Object.keys(roles) as readonly Role[];
