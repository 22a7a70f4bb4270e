/**
 * Every failure the server can answer with. A code is a typed word, the key of its message (`error.<code>`) and has one
 * HTTP status. `code` in the envelope equals the status, except for the three session codes the specification names.
 */
export const errors = {
  'request.invalid': 422,
  'request.malformed': 400,
  'request.too-large': 413,
  'request.media-type': 415,
  'request.not-found': 404,
  'request.too-many': 429,
  'server.failed': 500,
  'server.busy': 503,
  'storage.full': 507,

  'session.missing': 401,
  'session.invalid': 401,
  'session.replaced': 401,
  'session.expired': 401,
  'permission.denied': 403,
  'identity.foreign': 403,

  'sign-in.failed': 401,
  'sign-in.locked': 429,
  'sign-in.disabled': 401,
  'sign-in.tenant-disabled': 401,
  'sign-in.client': 401,
  'sign-in.grant': 400,
  'password.wrong': 422,

  'row.not-found': 404,
  'row.taken': 409,
  'row.changed': 409,
  'row.in-use': 409,
  'reference.not-found': 422,
  'field.hidden': 403,
  'tree.cycle': 422,

  'grant.exceeds': 403,
  'user.exceeds': 403,
  'user.self': 409,
  'administrator.last': 409,
  'role.built-in': 409,
} as const

export type ErrorCode = keyof typeof errors

/** Codes of the specification (section 8) for a token that is bad, was replaced, or has expired. */
export const sessionCodes: Partial<Record<ErrorCode, number>> = {
  'session.missing': 50008,
  'session.invalid': 50008,
  'session.replaced': 50012,
  'session.expired': 50014,
}

/** One thing wrong with one field, in the caller's language. */
export interface FieldError {
  field: string
  message: string
}
