/** Whom a view of a list is kept for. A file of its own: the browser needs these words and not the checks beside them. */
export const AUDIENCES = ['own', 'tenant', 'roles'] as const
