/** An instance on paper, in the reader's language and by the tenant's clock: its form as they see it, what was decided, by whom and when. */
import { Readable } from 'node:stream'
import type { z } from 'zod'
import { printProcessInstance as contract } from '../../../../model/contract/workflow/office.ts'
import { textIn } from '../../../../model/form/definition.ts'
import { seenPart } from '../../../../model/form/fields-for.ts'
import { processInstances } from '../../../../model/index.ts'
import type { LabelKey } from '../../../../model/labels/index.ts'
import { localeOf } from '../../../../model/labels/index.ts'
import { secondText } from '../../../../model/zone.ts'
import type { Block, Box, Paper } from '../../../documents/index.ts'
import { DOCX, PDF, writePaper, writePaperDocx } from '../../../documents/index.ts'
import { noteOf } from '../../../exchange/index.ts'
import { blocksOfValues, seenValues } from '../../../forms/index.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { Download } from '../../../kernel/http/download.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import { personIn, seesPeople } from '../../../kernel/resources/people.ts'
import { beyondRows } from '../../../workflow/index.ts'
import { formOfDefinition, processForm, storedEntry } from '../shared/process-form.ts'
import { recordOf } from '../shared/task-details.ts'
import { lookedAt } from './details.ts'
import { myProcesses } from './my-processes.ts'

type Asked = Call<z.output<typeof contract.input>>
/** Steps of the record, the newest ones: about a hundred pages. */
const MAX_PRINTED = 5000
/** Two beside each other. */
const HALF = 6

export const printProcessInstance = implement(contract, {
  access: 'signed-in',
  of: processInstances,
  reads: true,
  file: PDF,
  summary: 'An instance as a document (PDF or Word): its form, what was decided, by whom, when',
  async handle(call) {
    const { services, caller, t, input } = call
    const printed = await services.transactions.inTenant(beyondRows(caller), (tx) => paperOf(tx, call), 'read')
    const paper: Paper = { ...printed, ending: t('my-process.printed', { note: await noteOf(services, caller) }) }
    const isWord = input.fileFormat === 'docx'
    const stream = Readable.from(isWord ? writePaperDocx(paper) : writePaper(paper))
    return new Download({ name: `${paper.title || 'process'}.${input.fileFormat}`, type: isWord ? DOCX : PDF, stream })
  },
})

/** What stands on the paper. @throws Failure `row.not-found` for whoever the instance does not concern */
async function paperOf(tx: Transaction, call: Asked): Promise<Omit<Paper, 'ending'>> {
  const { caller, input, request, t } = call
  const language = languageOfRequest(request)
  const id = input.processInstanceId
  const { definitionId, rights } = await lookedAt(tx, caller, id)
  const [process] = await myProcesses(tx, caller, [id])
  if (!process) return fail('row.not-found')
  const used = await formOfDefinition(tx, definitionId)
  const form = used && (await processForm(tx, caller, used, rights))
  const print = form?.definition.print
  const tenant = await tx.first(build.selectFrom('tenants').select('tenant_name').where('id', '=', caller.tenantId))
  const title = process.name || process.processDefinitionName
  return {
    title,
    author: tenant?.tenant_name ?? '',
    locale: localeOf[language],
    isLandscape: print?.isLandscape ?? false,
    header: print?.header ? textIn(print.header, language) : (tenant?.tenant_name ?? ''),
    note: [process.businessNumber, process.processStatus && t(`choice.processStatus.${process.processStatus}`)].filter(Boolean).join(' · '),
    footer: [title, process.businessNumber].filter(Boolean).join(' · '),
    signatures: (print?.signatures ?? []).map((label) => textIn(label, language)),
    blocks: [
      ...(await factsOf(tx, call, process)),
      ...(form ? [{ kind: 'heading', text: t('my-process.form'), level: 1 } as const, ...(await formBlocks(tx, call, form, id))] : []),
      ...(await recordBlocks(tx, call, id)),
    ],
  }
}

async function factsOf(tx: Transaction, { caller, t }: Asked, process: Awaited<ReturnType<typeof myProcesses>>[number]): Promise<Block[]> {
  const row = await tx.first(
    build
      .selectFrom('process_instances as instance')
      .innerJoin('users as person', (on) =>
        on.onRef('person.tenant_id', '=', 'instance.tenant_id').onRef('person.id', '=', 'instance.starter_id'),
      )
      .select(personIn(caller, 'person').as('who'))
      .where('instance.id', '=', process.id),
  )
  const namesPeople = seesPeople(caller) && viewOf(caller, processInstances).sees('starterId')
  const range = [process.rangeStart, process.rangeEnd].filter(Boolean).join(' – ')
  const facts: readonly (readonly [LabelKey, string | null | undefined])[] = [
    ['field.process-instances.definitionId', process.processDefinitionName],
    ['field.process-instances.starterId', namesPeople ? row?.who : null],
    ['field.process-instances.startTime', process.startTime],
    ['field.process-instances.endTime', process.endTime],
    ['process-list.range', range],
    ['field.process-instances.description', process.description],
  ]
  const boxes = facts.flatMap(([label, value]): Box[] => (value ? [{ label: t(label), value, span: HALF }] : []))
  return Array.from({ length: Math.ceil(boxes.length / 2) }, (_, at) => {
    const row = boxes.slice(2 * at, 2 * at + 2)
    return { kind: 'boxes', boxes: row.length === 1 ? row.map((box) => ({ ...box, span: 2 * HALF })) : row }
  })
}

async function formBlocks(tx: Transaction, call: Asked, form: Awaited<ReturnType<typeof processForm>>, id: string): Promise<Block[]> {
  const { caller, t, request, services } = call
  const definition = seenPart(form.definition, form.fields)
  const data = seenValues(form.definition, form.fields, await storedEntry(tx, form.definition, id))
  const reader = { caller, t, language: languageOfRequest(request), blobs: services.blobs }
  return blocksOfValues(tx, reader, { definition, data, owner: { by: 'instance_id', id }, now: form.now })
}

async function recordBlocks(tx: Transaction, { caller, t, services }: Asked, id: string): Promise<Block[]> {
  const { list: record, earlier } = await recordOf(tx, caller, id, MAX_PRINTED)
  const zone = await tx.timeZone()
  const columns = ['process-list.detail-act', 'my-process.task', 'my-process.who', 'process-list.comment', 'my-process.when'] as const
  const whoOf = ({ userId, actedFor }: (typeof record)[number]) =>
    userId === null ? '' : actedFor === null ? userId : t('process-list.acted-for', { user: userId, owner: actedFor })
  const signedBy = (line: (typeof record)[number]) =>
    [whoOf(line), line.signature && t(`signature.by-${line.signature}`)].filter(Boolean).join(' · ')
  return [
    {
      kind: 'table',
      title: t('process-list.record'),
      columns: columns.map((key) => t(key)),
      rows: record.map((line) => [actText(line.command, t), line.taskName ?? '', signedBy(line), line.fullMessage ?? '', line.time]),
    },
    ...(earlier > 0
      ? [{ kind: 'text', text: t('my-process.record-of', { shown: record.length, total: record.length + earlier }) } as const]
      : []),
    { kind: 'text', text: t('my-process.as-of', { time: secondText(zone, services.clock.now()) }) },
  ]
}

/** Acts that have a word; what the engine does by itself is called by its name in the record. */
function actText(command: string, t: Asked['t']): string {
  const key = `process-act.${command}`
  const words = t(key as LabelKey)
  return words === key ? command : words
}
