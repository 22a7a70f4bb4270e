/** Files, pictures and signatures of an entry: brought before it is sent, and its own from then on. */
import { sql } from 'kysely'
import type { EntryData, EntryFault } from '../../../../model/form/check-entry.ts'
import type { FormDefinition } from '../../../../model/form/definition.ts'
import type { Blobs } from '../../../storage/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

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

interface Binding {
  readonly entryId: string
  readonly formId: string
  readonly sender: { readonly userId?: string | undefined; readonly linkId?: string | undefined }
  readonly definition: FormDefinition
  readonly wanted: readonly NamedFile[]
  readonly former: readonly NamedFile[]
}

/**
 * Makes files the entry's that were brought for its fields by whoever sends it. Gives a fault for each that was not: one of somebody else, of another
 * field, of another entry, or under another name than it came with.
 */
export async function bindFiles(
  tx: Transaction,
  { entryId, formId, sender: { userId, linkId }, wanted, former }: Binding,
): Promise<EntryFault[]> {
  const known = new Set(former.map(({ field, id, name }) => `${field} ${id} ${name ?? ''}`))
  const fresh = wanted.filter(({ field, id, name }) => !known.has(`${field} ${id} ${name ?? ''}`))
  if (fresh.length === 0) return []
  const bringer = linkId === undefined ? sql<boolean>`created_by = ${userId ?? null}::uuid` : sql<boolean>`link_id = ${linkId}::uuid`
  const bound = await tx.all(
    build
      .updateTable('form_files')
      .set({ entry_id: entryId })
      .where('form_id', '=', formId)
      .where(sql<boolean>`id = any(${fresh.map(({ id }) => id)}::uuid[])`)
      .where((where) => where.or([where('entry_id', '=', entryId), where.and([where('entry_id', 'is', null), bringer])]))
      .returning(['id', 'field_id', 'file_name']),
  )
  const isBound = ({ field, id, name }: NamedFile) =>
    bound.some((file) => file.id === id && file.field_id === field && (name === undefined || file.file_name === name))
  const wrong = fresh.filter((file) => !isBound(file)).map(({ field }) => field)
  return [...new Set(wrong)].map((field) => ({ field, code: 'files' }))
}

/** Throws away the files of an entry that it names no more. */
export async function dropFiles(
  tx: Transaction,
  blobs: Pick<Blobs, 'discard'>,
  { entryId, wanted }: { readonly entryId: string; readonly wanted: readonly NamedFile[] },
): Promise<void> {
  // Their rows of blobs go with them (migrations/0086_forms.sql).
  const gone = await tx.all(
    build
      .deleteFrom('form_files')
      .where('entry_id', '=', entryId)
      .where(sql<boolean>`not id = any(${wanted.map(({ id }) => id)}::uuid[])`)
      .returning('blob_id'),
  )
  for (const { blob_id: id } of gone) tx.afterCommit(() => void blobs.discard({ id }).catch(() => undefined))
}
