/** Gives a demonstration tenant what its people have: notifications, and files with what is in them. */
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import type { Belongings, DiskSeed, EntrySeed, NotificationSeed } from '../../seeds/belongings.ts'
import type { Written, MediaType } from '../storage/index.ts'
import { writeXlsx } from '../documents/index.ts'
import { mediaTypeOf } from '../storage/index.ts'
import { newId } from '../kernel/ids.ts'
import type { Services } from '../kernel/services.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { idIn } from './id-in.ts'
import { soundOf } from './sounds.ts'
import { storeBoards } from './store-boards.ts'
import { storeCuring } from './store-curing.ts'
import { storeEquipment } from './store-equipment.ts'
import { storeTensioning } from './store-tensioning.ts'
import { storeForms } from './store-forms.ts'
import { runProcesses, storeProcesses } from './store-processes.ts'
import { storeReportSchedules } from './store-report-schedules.ts'
import { storeReportTemplates } from './store-report-templates.ts'
import { storeScreens } from './store-screens.ts'
import { storeUpkeep } from './store-upkeep.ts'

type Needed = Pick<Services, 'transactions' | 'blobs' | 'workflow' | 'scheduler' | 'clock' | 'settings'>
type Ids = ReadonlyMap<string, string>
interface Made {
  readonly written: Written
  readonly is: MediaType
}

/**
 * Gives a tenant what is no row of a noun: notifications that were published, files on its disk, boards of charts, forms with their entries, processes, what is cured, tensioned and grouted, machines, big screens, and templates of reports.
 * @returns the id of the tenant
 * @throws Error for a tenant, a person or an organisation that is not there, which is a mistake in the seed.
 */
export async function furnish(
  services: Needed,
  {
    tenantCode,
    publisher,
    notifications,
    disk,
    forms,
    processes,
    boards,
    screens,
    curing,
    tensioning,
    machines,
    upkeep,
    reportTemplates,
    reportSchedules,
  }: Belongings,
  orgNames: ReadonlyMap<string, string>,
): Promise<TenantId> {
  const tenantId = (
    await services.transactions.inPlatform(
      'the seeds look for a tenant they have made',
      (tx) => tx.first(build.selectFrom('tenants').select('id').where('tenant_code', '=', tenantCode)),
      'read',
    )
  )?.id
  if (tenantId === undefined) throw new Error(`there is no tenant ${tenantCode} to furnish`)
  // Contents first, outside of the transaction: should that fail, they belong to nobody and are swept away.
  const made = new Map<EntrySeed, Made>()
  for (const entry of disk.flatMap(filesOf)) made.set(entry, await make(services, entry))
  await services.transactions.inTenant({ tenantId }, async (tx) => {
    const people = new Map((await tx.all(build.selectFrom('users').select(['username', 'id']))).map((row) => [row.username, row.id]))
    const byName = new Map(
      (await tx.all(build.selectFrom('organisations').select(['org_name', 'id']))).map((row) => [row.org_name, row.id]),
    )
    const orgs = new Map([...orgNames].map(([code, name]) => [code, idIn(byName, name)]))
    for (const entry of disk) await storeTop(tx, services, tenantId, entry, made, { people, orgs })
    for (const notification of notifications) await storeNotification(tx, tenantId, idIn(people, publisher), notification, { people, orgs })
    await storeBoards(tx, tenantId, boards)
    await storeForms(tx, tenantId, forms, idIn(people, publisher), (username) => idIn(people, username))
    await storeProcesses(tx, services, tenantId, processes, idIn(people, publisher))
    await storeCuring(tx, tenantId, curing, idIn(people, publisher))
    if (tensioning) await storeTensioning(tx, tenantId, tensioning)
    await storeEquipment(tx, tenantId, machines, (username) => idIn(people, username))
    await storeUpkeep(tx, tenantId, upkeep, services, (username) => idIn(people, username))
    await storeScreens(tx, tenantId, screens, idIn(people, publisher))
    await storeReportTemplates(tx, tenantId, reportTemplates, idIn(people, publisher))
    await storeReportSchedules(tx, tenantId, reportSchedules, idIn(people, publisher))
  })
  await runProcesses(services, tenantId, processes)
  return tenantId
}

const filesOf = (entry: EntrySeed): EntrySeed[] => ('entries' in entry ? entry.entries.flatMap(filesOf) : [entry])

async function make({ blobs }: Needed, entry: EntrySeed): Promise<Made> {
  const folder = await mkdtemp(join(tmpdir(), 'outstation-seed-'))
  try {
    const path = join(folder, 'contents')
    await writeFile(path, await contentsOf(entry))
    return { is: await mediaTypeOf(path), written: await blobs.write(createReadStream(path)) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function contentsOf(entry: EntrySeed): Promise<Buffer | string> {
  if ('text' in entry) return entry.text
  if ('sound' in entry) return soundOf(entry.sound)
  if ('entries' in entry) throw new Error('a folder has no contents of its own')
  const { name, headings, rows } = entry
  const columns = headings.map((heading, at) => ({
    heading,
    kind: rows.every((row) => typeof row[at] === 'number') ? ('number' as const) : ('text' as const),
    width: 14,
  }))
  return buffer(
    writeXlsx({
      title: name.replace(/\.xlsx$/, ''),
      tenant: '',
      note: '',
      locale: 'zh',
      columns,
      rows: (async function* () {
        yield rows.map((row) => [...row])
      })(),
    }),
  )
}

async function storeTop(
  tx: Transaction,
  services: Needed,
  tenantId: TenantId,
  entry: DiskSeed,
  made: ReadonlyMap<EntrySeed, Made>,
  { people, orgs }: { people: Ids; orgs: Ids },
): Promise<void> {
  const id = await storeEntry(tx, services, { tenant_id: tenantId, owner_id: idIn(people, entry.owner) }, entry, made, null)
  if (entry.isShared) await tx.run(build.updateTable('files').set({ is_shared: 1 }).where('id', '=', id))
  for (const code of entry.sharedWith ?? [])
    await tx.run(build.insertInto('file_share_orgs').values({ tenant_id: tenantId, file_id: id, org_id: idIn(orgs, code) }))
}

async function storeEntry(
  tx: Transaction,
  services: Needed,
  whose: { tenant_id: TenantId; owner_id: string },
  entry: EntrySeed,
  made: ReadonlyMap<EntrySeed, Made>,
  parent_id: string | null,
): Promise<string> {
  const row = { ...whose, id: newId(), parent_id, original_filename: entry.name }
  const content = made.get(entry)
  if (content) await services.blobs.keep(tx, content.written)
  await tx.run(
    build.insertInto('files').values(
      content
        ? {
            ...row,
            file_type: content.is.kind,
            media_type: content.is.type,
            size: String(content.written.size),
            sha256: content.written.sha256,
            blob_id: content.written.id,
          }
        : { ...row, file_type: 'folder', media_type: null, sha256: null, blob_id: null },
    ),
  )
  if ('entries' in entry) for (const child of entry.entries) await storeEntry(tx, services, whose, child, made, row.id)
  return row.id
}

async function storeNotification(
  tx: Transaction,
  tenant_id: TenantId,
  publisher_id: string,
  seed: NotificationSeed,
  { people, orgs }: { people: Ids; orgs: Ids },
): Promise<void> {
  const { title, content, type, priority, hoursAgo, orgs: codes = [], readBy = [] } = seed
  const id = newId()
  const then = hoursAgo === undefined ? null : sql<Date>`now() - make_interval(hours => ${hoursAgo}::integer)`
  await tx.run(
    build.insertInto('notifications').values({
      tenant_id,
      id,
      title,
      content,
      type,
      priority,
      publisher_id,
      language: 'zh',
      everyone: codes.length === 0 ? 1 : 0,
      // Nobody has a page open yet that would have to be told.
      status: then === null ? 'draft' : 'published',
      publish_time: then,
      announced_at: then,
      ...(then === null ? {} : { created_at: then, updated_at: then }),
    } as never),
  )
  for (const code of codes)
    await tx.run(build.insertInto('notification_organisations').values({ tenant_id, notification_id: id, org_id: idIn(orgs, code) }))
  for (const username of readBy)
    await tx.run(
      build
        .insertInto('notification_states')
        .values({ tenant_id, notification_id: id, user_id: idIn(people, username), read_at: sql<Date>`now() - interval '1 hour'` }),
    )
}
