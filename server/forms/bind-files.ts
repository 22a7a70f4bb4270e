/** Files, pictures and signatures of an entry, or of the form of a process: brought before it is sent, and its own from then on. */
import { sql } from 'kysely'
import type { EntryData, EntryFault } from '../../model/form/check-entry.ts'
import type { FormDefinition } from '../../model/form/definition.ts'
import type { Blobs } from '../storage/index.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'

export interface NamedFile {
  readonly field: string
  readonly id: string
  readonly name?: string
}

/** The files that an entry names. */
export function filesOf({ fields }: FormDefinition, data: EntryData): NamedFile[] {
  return fields.flatMap(({ id: field, kind }) => {
    const value = data[field]
    if (value === undefined) return []
    if (kind === 'signature') return [{ field, id: (value as NamedFile).id.toLowerCase() }]
    if (kind !== 'files' && kind !== 'pictures') return []
    return (value as NamedFile[]).map(({ id, name = '' }) => ({ field, id: id.toLowerCase(), name }))
  })
}

/** Whose files they are, by the column that says it. */
export interface FileOwner {
  readonly by: 'entry_id' | 'instance_id'
  readonly id: string
}

interface Binding {
  readonly owner: FileOwner
  readonly formId: string
  readonly sender: { readonly userId?: string | undefined; readonly linkId?: string | undefined }
  readonly wanted: readonly NamedFile[]
  readonly former: readonly NamedFile[]
}

/**
 * Makes files the owner's that were brought for its fields by whoever sends it. Gives a fault for each that was not: one of somebody else, of another
 * field, of another owner, or under another name than it came with.
 */
export async function bindFiles(
  tx: Transaction,
  { owner, formId, sender: { userId, linkId }, wanted, former }: Binding,
): Promise<EntryFault[]> {
  const known = new Set(former.map(({ field, id, name }) => `${field} ${id} ${name ?? ''}`))
  const fresh = wanted.filter(({ field, id, name }) => !known.has(`${field} ${id} ${name ?? ''}`))
  if (fresh.length === 0) return []
  const bringer = linkId === undefined ? sql<boolean>`created_by = ${userId ?? null}::uuid` : sql<boolean>`link_id = ${linkId}::uuid`
  const bound = await tx.all(
    build
      .updateTable('form_files')
      .set(owner.by === 'entry_id' ? { entry_id: owner.id } : { instance_id: owner.id })
      .where('form_id', '=', formId)
      .where(sql<boolean>`id = any(${fresh.map(({ id }) => id)}::uuid[])`)
      .where((where) =>
        where.or([where(owner.by, '=', owner.id), where.and([where('entry_id', 'is', null), where('instance_id', 'is', null), bringer])]),
      )
      .returning(['id', 'field_id', 'file_name']),
  )
  const isBound = ({ field, id, name }: NamedFile) =>
    bound.some((file) => file.id === id && file.field_id === field && (name === undefined || file.file_name === name))
  const wrong = fresh.filter((file) => !isBound(file)).map(({ field }) => field)
  return [...new Set(wrong)].map((field) => ({ field, code: 'files' }))
}

/** Throws away the files that their owner names no more. */
export async function dropFiles(
  tx: Transaction,
  blobs: Pick<Blobs, 'discard'>,
  { owner, wanted }: Pick<Binding, 'owner' | 'wanted'>,
): Promise<void> {
  // Their rows of blobs go with them (migrations/0086_forms.sql).
  const gone = await tx.all(
    build
      .deleteFrom('form_files')
      .where(owner.by, '=', owner.id)
      .where(sql<boolean>`not id = any(${wanted.map(({ id }) => id)}::uuid[])`)
      .returning('blob_id'),
  )
  for (const { blob_id: id } of gone) tx.afterCommit(() => void blobs.discard({ id }).catch(() => undefined))
}
