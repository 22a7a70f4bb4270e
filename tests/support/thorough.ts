/**
 * Whether series of chance run at their full length. On a fresh machine, with the embedded engine, a fifth of them keeps
 * `npm test` short; CI runs all of them on a database server.
 */
export const isThorough = process.env['TEST_DATABASE_URL'] !== undefined
