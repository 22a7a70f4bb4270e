/**
 * The statements our server sends, taken from our server: its own functions run against a transaction that writes down
 * what it is given. So the bare servers can never be asked for less, or more, than ours.
 */
import type { CompiledQuery } from 'kysely'
import { users } from '../../model/index.ts'
import { callerOf } from '../../server/kernel/caller.ts'
import { translatorFor } from '../../server/kernel/language.ts'
import { readPage } from '../../server/kernel/operations/list.ts'
import { changeRow } from '../../server/kernel/operations/update.ts'
import type { Statement, Transaction } from '../../server/kernel/tenant.ts'
import { viewOf } from '../../server/kernel/view.ts'

/** Texts whose values are, in this order: `limit`, `offset`; nothing; the id; the new nickname, the id. */
export interface Statements {
  page: string
  count: string
  one: string
  update: string
}

export async function ourStatements(): Promise<Statements> {
  const nothing = new Set<string>()
  const role = { id: '', code: '', urls: nothing, menus: nothing, hiddenFields: nothing, hiddenButtons: nothing }
  const caller = callerOf({ tenantId: '', userId: '', username: '', isPlatform: false, sessionId: '', roles: [role] }, undefined)
  const view = viewOf(caller, users)
  const t = translatorFor('en')
  const id = '00000000-0000-7000-8000-000000000000'
  const [page, count] = await recorded((tx) => readPage(tx, users, view, { currentPage: 1, pageSize: 20 }, t))
  const [one] = await recorded((tx) => readPage(tx, users, view, { currentPage: 1, pageSize: 20, id }, t))
  const change = (await recorded((tx) => changeRow(tx, users, { caller, t, services: undefined as never }, { id, nickname: 'new' }).catch(() => undefined)))
    .find((text) => text.startsWith('update'))
  if (!page || !count || !one || !change) throw new Error('the statements of our server were not recorded')
  return { page, count, one, update: change }
}

async function recorded(work: (tx: Transaction) => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  const note = (statement: Statement<unknown>) => void texts.push((statement.compile() as CompiledQuery).sql)
  await work({
    all: async (statement) => { note(statement); return [] },
    first: async (statement) => { note(statement); return undefined },
    run: async (statement) => { note(statement); return 0 },
    declare: async (_cursor, statement) => note(statement),
    fetch: async () => [],
    close: async () => undefined,
    tenantId: undefined,
    afterCommit: () => undefined,
  })
  return texts
}
