/** A PostgreSQL database of its own, empty or a copy, for one test or measurement. */
import { randomBytes } from 'node:crypto'
import { databaseUrl, onServer } from './template.ts'

export interface Scratch {
  readonly url: string
  readonly name: string
  /** Drops it, whoever is still connected. */
  drop(): Promise<void>
  /** Makes it again, as it was at first, after a drop. */
  create(): Promise<void>
}

/**
 * @param server Address of a PostgreSQL server and a user that may create databases.
 * @param template Name of a database to make it a copy of, which nobody is connected to.
 */
export async function scratchDatabase(server: string, purpose: string, template?: string): Promise<Scratch> {
  const name = `outstation_${purpose}_${randomBytes(6).toString('hex')}`
  const create = () => onServer(server, `create database ${name}${template === undefined ? '' : ` template ${template}`}`)
  await create()
  return { url: databaseUrl(server, name), name, create, drop: () => onServer(server, `drop database if exists ${name} with (force)`) }
}
