/** What stands in the archive of machines: for each what it is, how much it was used, its calibrations, faults, work orders, parts used, findings of rounds and files, as far as its reader sees them. */
import { sql } from 'kysely'
import { calibrations, equipment, faults, workOrders } from '../../../../model/index.ts'
import type { LabelKey } from '../../../../model/labels/index.ts'
import { localeOf } from '../../../../model/labels/index.ts'
import type { Resource } from '../../../../model/resource.ts'
import { secondText } from '../../../../model/zone.ts'
import type { Block, Box, Paper } from '../../../documents/index.ts'
import { writePaper } from '../../../documents/index.ts'
import { columnsFor } from '../../../exchange/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Job } from '../../../kernel/runtime/job.ts'
import { readAll } from '../../../kernel/resources/read-all.ts'
import type { LifeEvent } from './upkeep.ts'
import { findingsOf, notesOf, partsOf } from './upkeep.ts'
import { USE_COLUMNS, useSeen } from './use.ts'

/** Twelfths of the page that a fact takes. */
const SPAN = 3
const FACTS_BESIDE = 4
/** What of a calibration, a fault and an order stands in the table of a machine. */
const COLUMNS = {
  calibrations: ['calibrationNumber', 'calibrationResult', 'validity', 'validFrom', 'validUntil', 'laboratory'],
  faults: ['faultNumber', 'faultTitle', 'faultEffect', 'faultState', 'createTime', 'solvedAt'],
  'work-orders': ['orderNumber', 'orderTitle', 'orderKind', 'orderState', 'startedAt', 'finishedAt'],
} as const satisfies Record<string, readonly string[]>
/** Contents are written again until their own length moves no page; the second time it never does, but for a very odd font. */
const MAX_ROUNDS = 3

interface Asking extends Pick<Job, 't' | 'services' | 'inTenant' | 'language'> {
  readonly caller: Caller
  /** Rows that the tables may have together: one machine can have more of them than a document, and many machines far more. */
  readonly mostRows: number
  /** How many machines have been read. */
  progress?(done: number): void
}

/** How many rows the tables may still have. */
class Room {
  readonly #most: number
  #left: number

  constructor(most: number) {
    this.#most = most
    this.#left = most
  }

  /** @throws Failure `equipment.archive` */
  take(rows: number): void {
    this.#left -= rows
    if (this.#left < 0) fail('equipment.archive', { values: { most: this.#most } })
  }
}

interface Filling extends Asking {
  readonly room: Room
}

interface Machine {
  readonly id: string
  readonly name: string
  readonly boxes: readonly Box[]
}

/**
 * The archive of the machines as one PDF with a table of contents, and their number.
 * @throws Failure `row.not-found` where one of them is not there for the caller, `equipment.archive` where they have more rows than there may be
 */
export async function archiveOf(asked: Asking, ids: readonly string[]): Promise<{ readonly file: Buffer; readonly machines: number }> {
  const { caller, services, t, inTenant } = asked
  const asking: Filling = { ...asked, room: new Room(asked.mostRows) }
  const machines = await machinesOf(asking, ids)
  if (machines.length !== new Set(ids).size) fail('row.not-found')
  const { tenant, files } = await inTenant(async (tx) => ({
    tenant: await tx.first(build.selectFrom('tenants').select('tenant_name').where('id', '=', caller.tenantId)),
    files: await tx.all(
      build
        .selectFrom('equipment_documents')
        .select(['equipment_id', 'document_kind', 'file_name', 'created_at'])
        .where(sql<boolean>`equipment_id = any(${[...ids]}::uuid[])`)
        .orderBy('created_at'),
    ),
  }))
  asking.room.take(files.length)
  const zone = await services.transactions.timeZoneOf(caller.tenantId)
  const filesOf = Map.groupBy(files, ({ equipment_id: id }) => id)
  const parts: Block[][] = []
  for (const machine of machines) {
    asked.progress?.(parts.length)
    const { moved, findings, notes, use } = await inTenant(async (tx) => ({
      moved: await partsOf(tx, caller, machine.id),
      findings: await findingsOf(tx, caller, machine.id),
      notes: await notesOf(tx, machine.id),
      use: await useBoxes(tx, asking, machine.id),
    }))
    const own = filesOf.get(machine.id) ?? []
    parts.push([
      { kind: 'heading', text: machine.name, level: 1, startsPage: true },
      ...rowsOfFour([...machine.boxes, ...use]),
      ...(await tableOf(asking, calibrations, COLUMNS.calibrations, machine.id)),
      ...(await tableOf(asking, faults, COLUMNS.faults, machine.id)),
      ...(await tableOf(asking, workOrders, COLUMNS['work-orders'], machine.id)),
      ...eventsTable(asking, zone, t('equipment.life-parts'), moved),
      ...eventsTable(asking, zone, t('equipment.life-rounds'), findings),
      ...eventsTable(asking, zone, t('equipment.life-notes'), notes),
      ...(own.length === 0
        ? []
        : [
            {
              kind: 'table' as const,
              title: t('noun.equipment-documents'),
              columns: [t('field.equipment-documents.fileName'), t('field.equipment-documents.documentKind'), t('attachments.added')],
              rows: own.map((file) => [
                file.file_name,
                t(`choice.documentKind.${file.document_kind}`),
                secondText(zone, file.created_at.getTime()).slice(0, 10),
              ]),
            },
          ]),
    ])
  }
  const title = t('menu.equipmentarchive')
  const paper: Omit<Paper, 'blocks'> = {
    title,
    author: tenant?.tenant_name ?? '',
    locale: localeOf[asking.language],
    isLandscape: false,
    header: tenant?.tenant_name ?? '',
    note: secondText(zone, asking.services.clock.now()).slice(0, 16),
    footer: '',
    signatures: [],
    ending: '',
  }
  const file = await withContents(paper, parts.flat(), machines, [t('one.equipment'), t('equipment.page')], t('equipment.contents'))
  return { file, machines: machines.length }
}

/** The machines that the caller sees, with what they see of each. */
async function machinesOf({ caller, t, services }: Filling, ids: readonly string[]): Promise<Machine[]> {
  const columns = columnsFor({ of: equipment, caller }, t)
  const machines: Machine[] = []
  for await (const batch of readAll(services, { of: equipment, caller, filters: {}, ids, sorter: sorterOf(caller) }))
    for (const row of batch) {
      const textOf = (name: string) => String(columns.find((column) => column.name === name)?.cell(row) ?? '')
      machines.push({
        id: String(row.id),
        name: [textOf('equipmentName'), textOf('equipmentCode')].filter(Boolean).join(' · ') || t('one.equipment'),
        boxes: columns.flatMap(({ column: { heading }, cell }) => {
          const value = cell(row)
          return value === null || value === '' ? [] : [{ label: heading, value: String(value), span: SPAN }]
        }),
      })
    }
  return machines
}

/** How much a machine was used; nothing where nobody has said by which point, or the caller does not see it. */
async function useBoxes(tx: Transaction, { caller, t, services, language }: Filling, id: string): Promise<Box[]> {
  const row = await tx.first(build.selectFrom('equipment').select(USE_COLUMNS).where('id', '=', id))
  const use = row && (await useSeen(tx, caller, row, services.clock.now()))
  if (!use) return []
  const unit = use.kind === 'run-hours' ? 'h' : (use.unit ?? '')
  const box = (label: LabelKey, value: number | null): Box[] => {
    if (value === null) return []
    const text = value.toLocaleString(localeOf[language], { maximumFractionDigits: 1 })
    return [{ label: t(label), value: [text, unit].filter(Boolean).join(' '), span: SPAN }]
  }
  return [...box(`equipment.use-${use.kind}`, use.total), ...box('equipment.use-recent', use.recent)]
}

const sorterOf = (caller: Asking['caller']): string | undefined =>
  viewOf(caller, equipment).sees('equipmentCode') ? 'equipmentCode_ascend' : undefined

function rowsOfFour(boxes: readonly Box[]): Block[] {
  return Array.from({ length: Math.ceil(boxes.length / FACTS_BESIDE) }, (_, at) => ({
    kind: 'boxes' as const,
    boxes: boxes.slice(at * FACTS_BESIDE, (at + 1) * FACTS_BESIDE),
  }))
}

/** The rows of a noun that hang on a machine, of the fields that the caller sees; nothing where there are none, or where they may not list them. */
async function tableOf(
  { caller, t, services, room }: Filling,
  of: Resource,
  fields: readonly string[],
  equipmentId: string,
): Promise<Block[]> {
  const view = viewOf(caller, of)
  if (!view.allowed.includes('query') || !view.sees('equipmentId')) return []
  const columns = columnsFor({ of, caller, fields: fields.filter((name) => name in of.fields) }, t)
  if (columns.length === 0) return []
  const rows: string[][] = []
  for await (const batch of readAll(services, { of, caller, filters: { equipmentId } })) {
    room.take(batch.length)
    for (const row of batch) rows.push(columns.map(({ cell }) => String(cell(row) ?? '')))
  }
  return rows.length === 0
    ? []
    : [{ kind: 'table', title: t(`noun.${of.name}` as LabelKey), columns: columns.map(({ column }) => column.heading), rows }]
}

/** What happened to a machine, one below the other; nothing where nothing did. */
function eventsTable({ t }: Filling, zone: string, title: string, events: readonly LifeEvent[]): Block[] {
  if (events.length === 0) return []
  const rows = events.map(({ at, kind, text, by }) => [secondText(zone, at).slice(0, 16), t(`equipment.life-${kind}`), text, by ?? ''])
  return [{ kind: 'table', title, columns: [t('part.at'), t('equipment.life-what'), t('equipment.life-about'), t('part.by')], rows }]
}

/** The document with a table of contents in front, which names the page of each machine: it is written until the pages are those that it names. */
async function withContents(
  paper: Omit<Paper, 'blocks'>,
  blocks: readonly Block[],
  machines: readonly Machine[],
  columns: readonly string[],
  title: string,
): Promise<Buffer> {
  let pages = machines.map(() => 0)
  for (let round = 1; ; round += 1) {
    const found: number[] = []
    const contents: Block = { kind: 'table', title, columns, rows: machines.map(({ name }, at) => [name, String(pages[at])]) }
    const made: Buffer[] = []
    for await (const part of writePaper({ ...paper, blocks: [contents, ...blocks] }, (_text, page) => found.push(page))) made.push(part)
    if (round >= MAX_ROUNDS || found.every((page, at) => page === pages[at])) return Buffer.concat(made)
    pages = found
  }
}
