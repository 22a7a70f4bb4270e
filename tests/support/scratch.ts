/** An empty PostgreSQL database of its own, for one test or measurement. */
import { randomBytes } from 'node:crypto'
import { databaseUrl, onServer } from './template.ts'

export interface Scratch {
  readonly url: string
  readonly name: string
  /** Drops it, whoever is still connected. */
  drop(): Promise<void>
  /** Makes it again, empty, after a drop. */
  create(): Promise<void>
}

/** @param server Address of a PostgreSQL server and a user that may create databases. */
export async function scratchDatabase(server: string, purpose: string): Promise<Scratch> {
  const name = `outstation_${purpose}_${randomBytes(6).toString('hex')}`
  const create = () => onServer(server, `create database ${name}`)
  await create()
  return { url: databaseUrl(server, name), name, create, drop: () => onServer(server, `drop database if exists ${name} with (force)`) }
}
