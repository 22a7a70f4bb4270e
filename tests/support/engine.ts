/**
 * The engine that a run of the process tests is about: the embedded one, or PostgreSQL with TEST_DATABASE_URL. `npm test` does the
 * first and `npm run test:services` the second, so that neither waits for what the other has shown.
 */
export const postgres = process.env['TEST_DATABASE_URL']

export const engine = postgres === undefined ? 'embedded' : 'PostgreSQL'

/** Prints that the same is not tested on PostgreSQL here. */
export function noteUntested(what: string): void {
  if (postgres === undefined) process.stdout.write(`NOT TESTED HERE: ${what} on PostgreSQL. Set TEST_DATABASE_URL to do that.\n`)
}
