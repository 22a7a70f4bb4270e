/** People as a call names them. */
import { sql } from 'kysely'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { Person } from '../engine/parts.ts'
import { statement } from '../statement.ts'
import { shownNameOf } from './shown-name.ts'

/** A person who can be given a task, or sent something. */
export interface NamedPerson {
  readonly id: string
  readonly username: string
  /** As whoever names them is told of them. */
  readonly shown: string
}

/** Returns the people of the tenant who are enabled, by usernames or ids, in their order; nothing in the place of who is not. */
export async function peopleNamed(
  tx: Transaction,
  names: readonly string[],
  person: Pick<Person, 'reader'> = {},
): Promise<(NamedPerson | undefined)[]> {
  if (names.length === 0) return []
  const found = await tx.all(
    statement(sql<NamedPerson>`select person.id, person.username, ${shownNameOf(person, 'person')} as shown from users person where person.status = 1
      and (person.username = any(${names}::text[]) or person.id::text = any(${names}::text[]))`),
  )
  return names.map((name) => found.find(({ username }) => username === name) ?? found.find(({ id }) => id === name))
}
