/** Connections of the tables' owner that the tests of a server on PostgreSQL keep. */
import pg from 'pg'
import type { Database } from '../../server/kernel/database/database.ts'

export interface KeptOwners {
  readonly asOwner: Database['asOwner']
  close(): Promise<void>
}

/**
 * What tests look at and prepare past row security, as `Database.asOwner` does, in connections that are kept: what a new one learns
 * of 130 tables with their policies was most of what PostgreSQL had to do for tests that look before and after every call. One that nobody needs for a while is given back: a
 * server has a hundred for all the workers and what is measured beside them. Whatever is set in a session ends with the work it was set for.
 */
export function keptOwners(databaseUrl: string): KeptOwners {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, idleTimeoutMillis: 10_000, application_name: 'tests' })
  // Databases are dropped with their connections.
  pool.on('error', () => undefined)
  return {
    async asOwner(work) {
      const client = await pool.connect()
      try {
        const result = await work(client)
        await client.query('discard all')
        client.release()
        return result
      } catch (error) {
        client.release(true)
        throw error
      }
    },
    close: () => pool.end(),
  }
}
