/**
 * The statements our server sends, taken from our server: its own functions run against a transaction that writes down
 * what it is given. So the bare servers can never be asked for less, or more, than ours.
 */
import type { CompiledQuery, OperationNode, QueryId, RootOperationNode, SelectQueryNode } from 'kysely'
import { AliasNode, IdentifierNode, OperationNodeTransformer, PostgresQueryCompiler, QueryNode, RawNode, TableNode } from 'kysely'
import { asTenantId } from '../../server/kernel/database/as-tenant-id.ts'
import { devices, users } from '../../model/index.ts'
import type { Resource } from '../../model/resource.ts'
import { callerOf } from '../../server/kernel/authorization/caller.ts'
import { translatorFor } from '../../server/kernel/http/language.ts'
import { readPage } from '../../server/kernel/resources/list.ts'
import { changeRow } from '../../server/kernel/resources/update.ts'
import { EVERY_ROW } from '../../server/kernel/database/row-scope.ts'
import type { Statement, Transaction } from '../../server/kernel/database/tenant.ts'
import { viewOf } from '../../server/kernel/authorization/view.ts'

/** Texts whose values are, in this order: `limit`, `offset`; nothing; the id, `limit`, `offset`; the new nickname, the id. */
export interface Statements {
  page: string
  count: string
  one: string
  update: string
  /** Page and count of one tenant where no row security hides the others; the tenant is the value after theirs. */
  ofTenant: { page: string; count: string }
  /** The same of devices, with a condition on their sites besides: those that a role names. The role is the value after the tenant. */
  ofSites: { page: string; count: string }
  /** The page without any column of another table. */
  ownColumns: string
}

export async function ourStatements(): Promise<Statements> {
  const nothing = new Set<string>()
  const callerWithout = (hiddenFields: ReadonlySet<string>) => {
    const role = { id: '', code: '', urls: nothing, menus: nothing, hiddenFields, hiddenButtons: nothing, scopes: new Map() }
    return callerOf({ tenantId: asTenantId(''), userId: '', username: '', isPlatform: false, sessionId: '', roles: [role] }, undefined)
  }
  const caller = callerWithout(nothing)
  const view = viewOf(caller, users)
  const links = Object.entries(users.fields).flatMap(([name, { link }]) => (link ? [`${users.menu}:${name}`] : []))
  const ownView = viewOf(callerWithout(new Set(links)), users)
  const t = translatorFor('en')
  const id = '00000000-0000-7000-8000-000000000000'
  const [page, count, ...more] = await recorded((tx) => readPage(tx, users, view, { currentPage: 1, pageSize: 20 }, t))
  const [one, ...others] = await recorded((tx) => readPage(tx, users, view, { currentPage: 1, pageSize: 20, id }, t))
  const [devicePage, deviceCount, ...evenMore] = await recorded((tx) =>
    readPage(tx, devices, viewOf(caller, devices), { currentPage: 1, pageSize: 20 }, t),
  )
  const [ownPage] = await recorded((tx) => readPage(tx, users, ownView, { currentPage: 1, pageSize: 20 }, t))
  // Who may change whom is asked of the grants as well: of nobody here.
  const services = { grants: { load: async () => [] } } as never
  const change = (
    await recorded((tx) => changeRow(tx, users, { caller, t, services }, { id, nickname: 'new' }).catch(() => undefined))
  ).find(({ sql }) => sql.startsWith('update'))
  // Whatever our server sends beside these, or in place of them, the bare servers have to send as well.
  const unforeseen = [...more, ...others, ...evenMore]
  const counts = [count, deviceCount].every((statement) => statement?.sql.includes('count(*)'))
  if (!page || !count || !one || !change || !ownPage || !devicePage || !deviceCount || unforeseen.length > 0 || !counts) {
    const asked = [page, count, one, devicePage, deviceCount, ...unforeseen]
    throw new Error(`our server asks in another way than the bare servers do:\n${asked.map((statement) => statement?.sql).join('\n')}`)
  }
  return {
    page: page.sql,
    count: count.sql,
    one: one.sql,
    update: change.sql,
    ofTenant: { page: restricted(page, users, ofTenant), count: restricted(count, users, ofTenant) },
    ofSites: { page: restricted(devicePage, devices, ofSites), count: restricted(deviceCount, devices, ofSites) },
    ownColumns: ownPage.sql,
  }
}

async function recorded(work: (tx: Transaction) => Promise<unknown>): Promise<CompiledQuery[]> {
  const statements: CompiledQuery[] = []
  const note = (statement: Statement<unknown>) => {
    const compiled = statement.compile() as CompiledQuery
    // How ours are planned is a setting of the transaction (kernel/database/generic-plan.ts), which the bare servers leave alone.
    if (!compiled.sql.includes('plan_cache_mode')) statements.push(compiled)
  }
  await work({
    all: async (statement) => {
      note(statement)
      return []
    },
    // A list without a number of rows would be an error (totals.ts).
    first: async (statement) => {
      note(statement)
      return statement.compile().sql.startsWith('select count(*)') ? ({ count: '0' } as never) : undefined
    },
    run: async (statement) => {
      note(statement)
      return 0
    },
    declare: async (_cursor, statement) => note(statement),
    fetch: async () => [],
    close: async () => undefined,
    tenantId: undefined,
    timeZone: async () => 'UTC',
    serverTimeZone: 'UTC',
    rows: EVERY_ROW,
    beyondScope: () => {
      throw new Error('what is recorded asks for nothing out of scope')
    },
    wholly: () => {
      throw new Error('what is recorded asks for nothing out of scope')
    },
    afterCommit: () => undefined,
    commitWithThese: () => undefined,
  })
  return statements
}

/** Conditions by hand, as somebody writes them who has no row security; `next` is the number of the first value of theirs. */
const ofTenant = (next: number) => `"row"."tenant_id" = $${next}`
const ofSites = (next: number) =>
  `${ofTenant(next)} and "row"."site_id" in (select site_id from role_scope_sites where tenant_id = $${next} and role_id = $${next + 1})`

/** The same statement with this condition in each of its queries, however deep, that reads the rows of the noun as its own. */
function restricted({ query, parameters }: CompiledQuery, of: Resource, condition: (next: number) => string): string {
  const transformer = new Restricting(of.readsFrom ?? of.table, condition(parameters.length + 1))
  const node = transformer.transformNode(query)
  if (transformer.places === 0) throw new Error(`the statement of our server reads no ${of.name}`)
  return new PostgresQueryCompiler().compileQuery(node as RootOperationNode, ID).sql
}

const ID: QueryId = { queryId: 'bench' }

class Restricting extends OperationNodeTransformer {
  readonly #table: string
  readonly #condition: string
  places = 0

  constructor(table: string, condition: string) {
    super()
    this.#table = table
    this.#condition = condition
  }

  protected override transformSelectQuery(node: SelectQueryNode): SelectQueryNode {
    const made = super.transformSelectQuery(node)
    if (!made.from?.froms.some((from) => isRowOf(this.#table, from))) return made
    this.places += 1
    return QueryNode.cloneWithWhere(made, RawNode.createWithSql(this.#condition))
  }
}

function isRowOf(table: string, from: OperationNode): boolean {
  return (
    AliasNode.is(from) &&
    TableNode.is(from.node) &&
    from.node.table.identifier.name === table &&
    IdentifierNode.is(from.alias) &&
    from.alias.name === 'row'
  )
}
