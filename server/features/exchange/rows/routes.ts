import { queryRemovedRows, restoreRows, undoRows, updateRows } from '../../../../model/contract/exchange/rows.ts'
import { resourceNamed } from '../../../../model/index.ts'
import { pathOf } from '../../../../model/noun-calls.ts'
import type { Resource } from '../../../../model/resource.ts'
import { HISTORY_PATH } from '../../../../model/resource.ts'
import { removedRows, restoreRemoved, undoLast } from '../../../exchange/index.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import type { Operation } from '../../../kernel/resources/perform-write.ts'
import { mayWriteNoun, writeSame } from '../../../kernel/resources/perform-write.ts'

/** The noun, for whoever may write it. A noun that cannot be written answers like one that is forbidden. */
function writable(caller: Caller, name: string, operation: Operation): Resource {
  const of = resourceNamed(name)
  return of && mayWriteNoun(caller, of, operation) ? of : fail('permission.denied')
}

/** Whoever sees the list, sees the past of its rows and may add some: what is removed is no secret to them, and bringing it back is adding it. */
function restorable(caller: Caller, name: string): Resource {
  const of = writable(caller, name, 'add')
  if (!of.restorable) fail('restore.never')
  return caller.urls.has(HISTORY_PATH) && caller.urls.has(pathOf(of, 'query')) ? of : fail('permission.denied')
}

/** Several rows of any noun at once, and what can be taken back. What is asked for is a right on the noun, so a sign-in opens the door and the noun decides. */
export const rowsFeature: Feature = {
  tag: 'rows',
  routes: [
    implement(updateRows, {
      access: 'signed-in',
      summary: 'Give several rows of a noun the same values, all of them or none',
      async handle(call) {
        const { noun, rows, values } = call.input
        const of = writable(call.caller, noun, 'change')
        const written = await call.inScopeOf(of, (tx) => writeSame(tx, call, { noun, rows, values }))
        return { changed: written.length }
      },
    }),
    implement(undoRows, {
      access: 'signed-in',
      summary: 'Take back what one did last to rows of a noun, as long as nobody has touched them since',
      async handle(call) {
        const { noun, id } = call.input
        const { caller } = call
        const of = resourceNamed(noun)
        if (!of || !(mayWriteNoun(caller, of, 'change') || mayWriteNoun(caller, of, 'add'))) fail('permission.denied')
        return { undone: await call.inScopeOf(of, (tx) => undoLast(tx, of, call, id)) }
      },
    }),
    implement(queryRemovedRows, {
      access: 'signed-in',
      summary: 'Rows of a noun that were removed and can be brought back',
      async handle({ caller, inTenant, input: { noun, keyword, before } }) {
        const of = restorable(caller, noun)
        return inTenant((tx) => removedRows(tx, of, caller, { keyword, before }))
      },
    }),
    implement(restoreRows, {
      access: 'signed-in',
      summary: 'Bring removed rows of a noun back with what went with them, all of them or none',
      async handle(call) {
        const of = restorable(call.caller, call.input.noun)
        return { restored: await call.inScopeOf(of, (tx) => restoreRemoved(tx, of, call, call.input.id)) }
      },
    }),
  ],
}
