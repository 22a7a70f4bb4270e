/** Lists of somebody's own: what of a question counts for its caller, the answer, and the same as a file. */
import { Readable } from 'node:stream'
import type { Language, LabelKey } from '../../../../model/labels/index.ts'
import { localeOf } from '../../../../model/labels/index.ts'
import type { Sorter } from '../../../../model/list-query.ts'
import { parseSorter, writeSorter } from '../../../../model/list-query.ts'
import type { Listing } from '../../../../model/resource.ts'
import type { Sheet } from '../../../documents/index.ts'
import { aboutOf, assertFits, columnsFor, filterWords, formats, orderInWords, timeInName } from '../../../exchange/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf, withoutHidden } from '../../../kernel/authorization/view.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { Download } from '../../../kernel/http/download.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import { isOlderClient } from '../../../kernel/http/older-clients.ts'
import type { IdsPage, RowsPart } from '../../../workflow/index.ts'
import { beyondRows } from '../../../workflow/index.ts'

/** How a list is read. Rows come as their page shows them; `cells` gives what stands in a file for fields that a row has under no name of its own. */
export interface PersonalList<Filters, Row extends { readonly id: string }> {
  readonly of: Listing
  readonly find: (tx: Transaction, caller: Caller, filters: Filters, order: Sorter, part: RowsPart) => Promise<IdsPage>
  readonly read: (tx: Transaction, caller: Caller, ids: readonly string[]) => Promise<readonly Row[]>
  readonly cells?: (row: Row, t: Call<unknown>['t']) => Readonly<Record<string, unknown>>
}

type Asked = Readonly<Record<string, unknown>> & { readonly sorter?: string | undefined }

/** Filters without those of fields that the caller does not see: nothing is looked for in these. */
const filtersFor = <Filters>(of: Listing, caller: Caller, { sorter: _, ...filters }: Asked): Filters =>
  withoutHidden(filters, of, viewOf(caller, of)) as Filters

/** The order that is asked for, or that of the list. @throws Failure `request.invalid` for a field that the list is not ordered by, or that the caller does not see */
function orderFor(of: Listing, caller: Caller, sorter: string | undefined, t: Call<unknown>['t']): Sorter {
  const own: Sorter = { field: of.order[0], direction: of.order[1] }
  if (sorter === undefined) return own
  const wanted = parseSorter(sorter)
  const isKnown = wanted && Object.hasOwn(of.fields, wanted.field) && of.fields[wanted.field]?.rights.sort
  if (!isKnown || !viewOf(caller, of).sees(wanted.field)) {
    // Until this release no order was asked for here, and whatever came under its name said nothing.
    if (isOlderClient(caller)) return own
    fail('request.invalid', { fields: [{ field: 'sorter', message: t('check.sorter') }] })
  }
  return wanted
}

/** A page of the list, with how many rows there are and which of its fields the caller sees. */
export async function answerPage<Filters, Row extends { readonly id: string }>(
  { caller, services, t }: Call<unknown>,
  { of, find, read }: PersonalList<Filters, Row>,
  { currentPage, pageSize, ...asked }: Asked & { readonly currentPage: number; readonly pageSize: number },
) {
  const [order, filters] = [orderFor(of, caller, asked.sorter, t), filtersFor<Filters>(of, caller, asked)]
  const part = { limit: pageSize, offset: (currentPage - 1) * pageSize }
  const { list, total, totalIs } = await services.transactions.inTenant(
    beyondRows(caller),
    async (tx) => {
      const { ids, ...counted } = await find(tx, caller, filters, order, part)
      return { list: [...(await read(tx, caller, ids))], ...counted }
    },
    'read',
  )
  return { list, total, totalIs, fields: [...viewOf(caller, of).fields] }
}

/** Rows that a file of somebody's own holds: it is made while they wait. */
const MAX_ROWS = 50_000
/** Rows a batch: no connection waits for whoever takes the file slowly. */
const BATCH = 1000

/** The rows of the list as a file, with the fields that the caller sees. @throws Failure `export.too-many`, and what {@link answerPage} does */
export async function answerFile<Filters, Row extends { readonly id: string }>(
  call: Call<unknown>,
  list: PersonalList<Filters, Row>,
  { fileFormat, fields, ...asked }: Asked & { readonly fileFormat: 'xlsx' | 'csv'; readonly fields?: readonly string[] | undefined },
): Promise<Download> {
  const { caller, services, t, request } = call
  const { of, find, read, cells } = list
  const [order, filters] = [orderFor(of, caller, asked.sorter, t), filtersFor<Filters>(of, caller, asked)]
  const strangers = (fields ?? []).filter((name) => !viewOf(caller, of).sees(name))
  if (strangers.length > 0)
    fail('request.invalid', { fields: strangers.map((field) => ({ field: 'fields', message: t('check.unknown', { field }) })) })
  const inOwn = <Result>(work: (tx: Transaction) => Promise<Result>) => services.transactions.inTenant(beyondRows(caller), work, 'read')
  const { ids } = await inOwn((tx) => find(tx, caller, filters, order, { limit: MAX_ROWS + 1, offset: 0 }))
  if (ids.length > MAX_ROWS) fail('export.too-many', { values: { total: ids.length, most: MAX_ROWS } })
  assertFits(fileFormat, ids.length)
  const language: Language = languageOfRequest(request)
  const columns = columnsFor({ of, caller, fields }, t)
  const title = t(`menu.${of.menu}` as LabelKey)
  async function* rows() {
    for (let from = 0; from < ids.length; from += BATCH) {
      const batch = await inOwn((tx) => read(tx, caller, ids.slice(from, from + BATCH)))
      yield batch.map((row) => {
        const whole = { ...row, ...cells?.(row, t) }
        return columns.map(({ cell }) => cell(whole))
      })
    }
  }
  const sheet: Sheet = {
    ...(await aboutOf(services, caller, t, {
      title,
      filters: await filterWords(services, { of, caller, filters: asked, ids: undefined }, t),
      order: orderInWords(of, writeSorter(order), t),
    })),
    locale: localeOf[language],
    columns: columns.map(({ column }) => column),
    rows: rows(),
    key: 0,
    before: rows,
  }
  const { type, write } = formats[fileFormat]
  return new Download({
    name: `${title} ${await timeInName(services, caller.tenantId)}.${fileFormat}`,
    type,
    stream: Readable.from(write(sheet)),
  })
}
