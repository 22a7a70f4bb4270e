import { sql } from 'kysely'
import { queryImports, undoImport } from '../../../../model/contract/exchange/imports.ts'
import { pathOf } from '../../../../model/noun-calls.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { everyImportable, importableNamed, undoImport as undo } from '../../../exchange/index.ts'
import type { Importable } from '../../../exchange/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import { personIn } from '../../../kernel/resources/people.ts'
import { jobCancel, jobErrors, jobState } from './job.ts'

const mayImport = (caller: Caller, { of }: Importable) => caller.urls.has(pathOf(of, 'import'))
/** What it added is deleted, what it changed is changed back. */
const mayUndo = (caller: Caller, importable: Importable, { added, changed }: { added: number; changed: number }) =>
  mayImport(caller, importable) &&
  (importable.special.by !== undefined || added === 0 || caller.urls.has(pathOf(importable.of, 'delete'))) &&
  (changed === 0 || caller.urls.has(pathOf(importable.of, 'update')))

/** Imports that stored rows, and taking them back. What is asked for is a right on the noun, so a sign-in opens the door and the noun decides. */
export const importsFeature: Feature = {
  tag: 'imports',
  routes: [
    jobState,
    jobErrors,
    jobCancel,
    implement(queryImports, {
      access: 'signed-in',
      summary: 'The latest imports of the nouns the caller may import',
      async handle({ caller, inTenant, input: { noun } }) {
        const nouns = everyImportable()
          .filter((importable) => mayImport(caller, importable))
          .map(({ of }) => of.name)
          .filter((name) => !noun || name === noun)
        if (nouns.length === 0) return { list: [] }
        const rows = await inTenant((tx) =>
          tx.all(
            build
              .selectFrom('imports')
              .leftJoin('users', (join) =>
                join.onRef('users.tenant_id', '=', 'imports.tenant_id').onRef('users.id', '=', 'imports.user_id'),
              )
              .select(['imports.id', 'noun', 'file_name as fileName', 'rows', 'added', 'changed', 'imports.status'])
              .select([
                sql<string>`coalesce(${personIn(caller, 'users')}, '')`.as('username'),
                sql<string>`to_char(imports.created_at, 'YYYY-MM-DD HH24:MI:SS')`.as('createTime'),
                sql<string | null>`to_char(undone_at, 'YYYY-MM-DD HH24:MI:SS')`.as('undoneTime'),
              ])
              .where('noun', 'in', nouns)
              .orderBy('imports.created_at', 'desc')
              .orderBy('imports.id', 'desc')
              .limit(20),
          ),
        )
        return {
          list: rows.map((row) => ({
            ...row,
            mayUndo: row.status === 'done' && mayUndo(caller, importableNamed(row.noun) as Importable, row),
          })),
        }
      },
    }),
    implement(undoImport, {
      access: 'signed-in',
      summary: 'Take an import back: remove exactly the rows it added, or give those it changed what they held before',
      async handle(call) {
        const { caller, inTenant, inScopeOf, input } = call
        const kept = await inTenant((tx) =>
          tx.first(build.selectFrom('imports').select(['noun', 'added', 'changed']).where('id', '=', input.id)),
        )
        const importable = kept && importableNamed(kept.noun)
        // Whoever may not even import the noun is not told that there was an import.
        if (!importable || !mayImport(caller, importable)) fail('row.not-found')
        if (!mayUndo(caller, importable, kept)) fail('permission.denied')
        return inScopeOf(importable.of, (tx) => undo(tx, importable, call, input.id))
      },
    }),
  ],
}
