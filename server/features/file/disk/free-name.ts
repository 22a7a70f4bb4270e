/** Names within a place: each is there once, without regard to case. */
import { sql } from 'kysely'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { fail } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { advisoryLock } from '../../../kernel/database/advisory-lock.ts'

/** One thing after the other: of two at once, each would still see the name as free and the folder as there. */
export const lockFilesOf = (tx: Transaction, { userId }: Pick<Caller, 'userId'>) => advisoryLock(tx, `files of ${userId}`)

/** Whether the name is still to be had in a folder of the caller's, or where their own begin. */
export async function isFree(
  tx: Transaction,
  { userId }: Pick<Caller, 'userId'>,
  folder: string | undefined,
  name: string,
  besides?: string,
): Promise<boolean> {
  const rows = build
    .selectFrom('files')
    .select('id')
    .where('place_id', '=', folder ?? userId)
    .where('name_key', '=', sql<string>`lower(${name})`)
    .where('bin_id', 'is', null)
  return (await tx.first(besides === undefined ? rows : rows.where('id', '<>', besides))) === undefined
}

/** Does nothing where nothing else in the folder has the name. @throws Failure `file.taken` */
export async function assertFree(
  tx: Transaction,
  caller: Caller,
  folder: string | undefined,
  name: string,
  besides?: string,
): Promise<void> {
  if (!(await isFree(tx, caller, folder, name, besides)))
    fail('file.taken', { field: { name: 'originalFilename', label: 'field.files.originalFilename' } })
}

const MAX_TRIES = 1000

/** The name itself, or the first that is still to be had after it: `image (2).png`. */
export async function freeName(tx: Transaction, caller: Pick<Caller, 'userId'>, folder: string | undefined, name: string): Promise<string> {
  if (await isFree(tx, caller, folder, name)) return name
  for (let at = 2; at <= MAX_TRIES; at += 1) {
    const numbered = numberedName(name, at)
    if (await isFree(tx, caller, folder, numbered)) return numbered
  }
  return numberedName(name, newId())
}

/** The number stands before the ending. */
export function numberedName(name: string, number: number | string): string {
  const [, stem = name, end = ''] = /^(.+?)(\.[^.]{1,10})?$/.exec(name) ?? []
  return `${stem.slice(0, 200)} (${number})${end}`
}
