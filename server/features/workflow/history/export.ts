/** What was of one instance as a file: its passages, what was done and said, the values of its variables; as the pages show them, and with what the caller sees of them. */
import { Readable } from 'node:stream'
import type { z } from 'zod'
import * as contract from '../../../../model/contract/workflow/history.ts'
import type { HistoricActivity, HistoricDetail, HistoricVariable, HistoryPart } from '../../../../model/contract/workflow/history.ts'
import { historicProcessInstances } from '../../../../model/index.ts'
import type { LabelKey } from '../../../../model/labels/index.ts'
import { localeOf } from '../../../../model/labels/index.ts'
import { valueText } from '../../../../model/workflow/value-text.ts'
import type { Cell, Column, Sheet } from '../../../documents/index.ts'
import { aboutOf, assertFits, formats, timeInName } from '../../../exchange/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { Download } from '../../../kernel/http/download.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import { seenInstance } from '../shared/seen-instance.ts'
import type { OfInstance } from './record.ts'
import { formatsOf, readActivities, readDetails, readVariables } from './record.ts'

/** Rows a batch: no more of them is in memory, and no connection waits for whoever takes the file slowly. */
const BATCH = 1000

type Translate = Call<unknown>['t']
type HistoryColumn<Row> = readonly [heading: LabelKey, kind: Column['kind'], width: number, cell: (row: Row, t: Translate) => Cell]

interface Part<Row> {
  readonly title: LabelKey
  /** Whoever is granted the page has it as a file. */
  readonly asked: { readonly path: string }
  readonly columns: readonly HistoryColumn<Row>[]
  readonly read: (tx: Transaction, caller: Caller, input: OfInstance) => Promise<{ readonly list: readonly Row[]; readonly total: number }>
}

const wordOr = (t: Translate, key: string, otherwise: string): string => {
  const words = t(key as LabelKey)
  return words === key ? otherwise : words
}

const activities: Part<HistoricActivity> = {
  title: 'menu.historicactivityinstance',
  asked: contract.queryHistoricActivityInstance,
  read: readActivities,
  columns: [
    ['process-list.node', 'text', 24, ({ activityName, activityId }) => activityName ?? activityId],
    ['process-list.node-kind', 'text', 16, ({ activityType }, t) => wordOr(t, `process-kind.${activityType}`, activityType)],
    ['process-list.node-state', 'text', 12, ({ state }, t) => t(`choice.activityState.${state}`)],
    ['process-list.who', 'text', 18, ({ assignee }) => assignee],
    ['field.process-instances.startTime', 'time', 19, ({ startTime }) => startTime],
    ['field.process-instances.endTime', 'time', 19, ({ endTime }) => endTime],
    ['process-list.seconds', 'number', 12, ({ durationInMillis }) => (durationInMillis === null ? null : durationInMillis / 1000)],
  ],
}
const details: Part<HistoricDetail> = {
  title: 'menu.historicdetail',
  asked: contract.queryHistoricDetail,
  read: readDetails,
  columns: [
    ['monitor.time', 'time', 19, ({ time }) => time],
    ['process-list.detail-kind', 'text', 10, ({ kind }, t) => t(`process-list.detail-${kind}`)],
    ['process-list.detail-name', 'text', 18, ({ kind, name }, t) => (kind === 'act' ? wordOr(t, `process-act.${name}`, name) : name)],
    ['process-list.value-before', 'text', 20, ({ before }) => valueText(before)],
    ['process-list.value', 'text', 20, ({ value }) => valueText(value)],
    ['field.process-tasks.name', 'text', 18, ({ taskName }) => taskName],
    ['process-list.who', 'text', 14, ({ userId }) => userId],
    ['process-list.comment', 'text', 28, ({ comment }) => comment],
  ],
}
const variables: Part<HistoricVariable> = {
  title: 'menu.historicvariableinstance',
  asked: contract.queryHistoricVariableInstance,
  read: readVariables,
  columns: [
    ['process-list.variable-name', 'text', 20, ({ variableName }) => variableName],
    ['process-list.variable-type', 'text', 12, ({ variableTypeName }) => variableTypeName],
    ['process-list.value', 'text', 28, ({ value }) => valueText(value)],
    ['process-list.created', 'time', 19, ({ createTime }) => createTime],
    ['process-list.updated', 'time', 19, ({ lastUpdatedTime }) => lastUpdatedTime],
  ],
}

type Asked = Call<z.output<typeof contract.exportHistoricInstance.input>>

const BY_PART: Readonly<Record<HistoryPart, (call: Asked) => Promise<Download>>> = {
  activity: (call) => fileOf(call, activities),
  detail: (call) => fileOf(call, details),
  variable: (call) => fileOf(call, variables),
}

export const exportHistoricInstance = implement(contract.exportHistoricInstance, {
  access: 'signed-in',
  of: historicProcessInstances,
  reads: true,
  file: formats.xlsx.type,
  summary:
    'The passages, details or variables of an instance as .xlsx, CSV, .docx or .pdf, for whoever may ask for them and export instances',
  handle: (call) => BY_PART[call.input.part](call),
})

async function fileOf<Row>(call: Asked, part: Part<Row>): Promise<Download> {
  const { input, caller, t, request, services, inTenant } = call
  const { processInstanceId, fileFormat } = input
  const { type, write } = formats[fileFormat]
  const view = viewOf(caller, historicProcessInstances)
  // In this format they may have the list of instances, and they may ask for what is in the file.
  if (!formatsOf(caller).includes(fileFormat) || !caller.urls.has(part.asked.path)) fail('permission.denied')
  const [instance, { total }] = await inTenant(async (tx) => [
    await seenInstance(tx, processInstanceId, caller),
    await part.read(tx, caller, { processInstanceId, currentPage: 1, pageSize: 1 }),
  ])
  assertFits(fileFormat, total)
  const name = view.sees('name') ? instance.name : ''
  const language = languageOfRequest(request)
  const read = () => cellsOf(call, part, total)
  const title = [t(part.title), name].filter(Boolean).join(' · ')
  const sheet: Sheet = {
    ...(await aboutOf(services, caller, t, { title, filters: [] })),
    locale: localeOf[language],
    columns: part.columns.map(([heading, kind, width]) => ({ heading: t(heading), kind, width })),
    rows: read(),
    key: 0,
    before: read,
  }
  return new Download({
    name: `${title.replace(/[\\/:*?"<>|]/g, ' ')} ${await timeInName(services, caller.tenantId)}.${fileFormat}`,
    type,
    stream: Readable.from(write(sheet)),
  })
}

async function* cellsOf<Row>({ input, caller, t, inTenant }: Asked, { columns, read }: Part<Row>, total: number): AsyncGenerator<Cell[][]> {
  const { processInstanceId } = input
  for (let page = 1; (page - 1) * BATCH < total; page += 1) {
    const { list } = await inTenant((tx) => read(tx, caller, { processInstanceId, currentPage: page, pageSize: BATCH }))
    yield list.map((row) => columns.map(([, , , cell]) => cell(row, t)))
  }
}
