/** What people of a tenant have besides the rows of nouns: files in every state there is, notifications in theirs, an alarm, a form that was filled in, a process, a run, a report and its template. */
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { TenantId } from '../../../../model/brands.ts'
import { devices } from '../../../../model/index.ts'
import type { Route } from '../../../kernel/http/http.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Services } from '../../../kernel/services.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Caller, ProbeAnswer } from './probe-client.ts'
import { giveRun, runFor } from './curing-belongings.ts'
import { giveProcess, processFor } from './process-belongings.ts'
import { giveReport, giveTemplate, reportFor, scheduleFor, templateFor } from './report-belongings.ts'
import { giveScreenLink, screenLinkFor } from './screen-link-belongings.ts'
import { giveScreen, screenFor } from './screen-belongings.ts'
import { giveUpkeep, upkeepFor } from './upkeep-belongings.ts'
import { addRow } from './values.ts'
import { beginUpload, formOf } from './wire.ts'

interface Owner {
  readonly id: TenantId
  readonly canary: string
  readonly users: Readonly<Record<string, string>>
  readonly callers: Readonly<Record<string, Caller>>
}

const FILE = '/api/file/file'
const NOTIFICATION = '/api/notification/notification'
/** One pixel. */
const GIF = Buffer.from('47494638396101000100800000ffffff00000021f90401000000002c00000000010001000002024401003b', 'hex')
const AFTER_ALL = '2099-12-31 23:59:59'

function dataOf<Data>({ http, data, message, errors }: ProbeAnswer): Data {
  if (http >= 300) throw new Error(`the self-test could not make what it needs: ${http} ${JSON.stringify(errors ?? message)}`)
  return data as Data
}

/** Gives their ids; of a table that has several kinds, the kind stands behind a colon. */
export async function giveBelongings(owner: Owner, services: Services): Promise<Record<string, string>> {
  return {
    ...(await giveFiles(owner)),
    ...(await giveAttachment(owner)),
    ...(await giveForm(owner)),
    ...(await giveProcess(owner.callers['admin'] as Caller, owner.canary, dataOf)),
    ...(await giveUpkeep(owner.callers['admin'] as Caller, owner.canary, dataOf)),
    ...(await giveRun(owner.callers['admin'] as Caller, owner.canary, dataOf)),
    ...(await giveReport(owner.callers['admin'] as Caller, dataOf)),
    ...(await giveTemplate(owner.callers['admin'] as Caller, owner.canary, dataOf)),
    ...(await giveScreenLink(
      owner.callers['admin'] as Caller,
      owner.canary,
      await giveScreen(owner.callers['admin'] as Caller, owner.canary, dataOf),
      dataOf,
    )),
    ...(await giveNotifications(owner, services)),
    ...(await giveAlarm(owner, services)),
  }
}

async function giveFiles({ canary, users, callers }: Owner): Promise<Record<string, string>> {
  const admin = callers['admin'] as Caller
  const post = async <Data>(verb: string, body: object) => dataOf<Data>(await admin.post(`${FILE}/${verb}`, body))
  const put = async (name: string, fields: Record<string, string> = {}, content: Buffer | string = canary) =>
    dataOf<{ id: string }>(
      await admin.ask({
        method: 'POST',
        path: `${FILE}/uploadFile`,
        ...(await formOf(Object.entries(fields), { name: `${canary} ${name}`, content })),
      }),
    ).id
  const folder = await post<string>('addFolder', { originalFilename: `${canary} folder`, parentId: '0' })
  const file = await put('file.txt', { id: folder })
  await put('file.txt', { replaces: file }, `${canary} once more`)
  const [, former] = dataOf<{ versionId: string }[]>(await admin.ask({ method: 'GET', path: `${FILE}/queryFileVersion?id=${file}` }))
  // Sound, as far as its beginning says.
  const shared = await put('shared.wav', {}, `RIFF0000WAVE${canary}`)
  for (const id of [shared, folder]) await post('updateFileIsShared', { id, isShared: 1 })
  await post('updateFileShare', { id: folder, userId: [users['viewer']] })
  const { linkId } = await post<{ linkId: string }>('addFileLink', { id: folder })
  const binned = await put('binned.txt')
  await post('deleteFile', { id: [binned] })
  const picture = await put('picture.gif', { uploadType: 'editor' }, GIF)
  const begun = await admin.ask(beginUpload('/api/file/upload', { filename: `${canary} large.txt` }))
  const draft = /^location: .*\/([0-9a-f-]{36})$/m.exec(begun.text)?.[1]
  if (draft === undefined || former === undefined)
    throw new Error(`the self-test could not begin an upload: ${begun.http} ${begun.message}`)
  return {
    'files: folder': folder,
    'files: file': file,
    'files: shared': shared,
    'files: in the bin': binned,
    'files: picture': picture,
    'blobs: former version': former.versionId,
    file_links: linkId,
    uploads: draft,
  }
}

async function giveAttachment({ canary, callers }: Owner): Promise<Record<string, string>> {
  const admin = callers['admin'] as Caller
  const { id: deviceId } = await addRow(admin, devices)
  const fields: [string, string][] = [
    ['id', deviceId],
    ['attachmentKind', 'other'],
  ]
  const form = await formOf(fields, { name: `${canary} manual.txt`, content: canary })
  const added = await admin.ask({ method: 'POST', path: '/api/acquisition/device/addDeviceAttachment', ...form })
  return { device_attachments: dataOf<{ id: string }>(added).id }
}

/** A published form with a link, an entry and a file of it. */
async function giveForm({ canary, callers }: Owner): Promise<Record<string, string>> {
  const admin = callers['admin'] as Caller
  const post = async <Data>(path: string, body: object) => dataOf<Data>(await admin.post(`/api/generator/${path}`, body))
  const field = { id: 'f1', name: 'f1', kind: 'files', labels: { en: canary } }
  const definition = { schema: 1, fields: [field], layout: [{ part: 'field', field: 'f1' }] }
  const { id } = await post<{ id: string }>('generatorform/addGeneratorForm', {
    formDescription: `${canary} form`,
    formContent: JSON.stringify(definition),
  })
  const { formVersion } = await post<{ formVersion: number }>('generatorform/publishGeneratorForm', { id, revision: 1 })
  const { linkId } = await post<{ linkId: string }>('generatorform/addFormLink', { id })
  const fields: [string, string][] = [
    ['formId', id],
    ['field', 'f1'],
  ]
  const form = await formOf(fields, { name: `${canary} file.txt`, content: canary })
  const file = dataOf<{ id: string; name: string }>(
    await admin.ask({ method: 'POST', path: '/api/generator/formentry/uploadEntryFile', ...form }),
  )
  const data = { f1: [{ id: file.id, name: file.name }] }
  const entry = await post<{ id: string }>('formentry/submitFormEntry', { formId: id, formVersion, data })
  return { forms: id, form_links: linkId, form_files: file.id, form_entries: entry.id }
}

/** What a call about forms or entries needs besides. */
function formFor({ path, of }: Route, mine: Readonly<Record<string, string>>): Record<string, unknown> | undefined {
  const verb = path.slice(path.lastIndexOf('/') + 1)
  if (/^(add|update|delete|query|export\w*)GeneratorForm(Options)?$|^(query|delete)FormEntry$/.test(verb)) return undefined
  const definition = { schema: 1, fields: [], layout: [] }
  const about =
    of?.table === 'forms'
      ? verb === 'deleteFormLink'
        ? {}
        : { id: mine['forms'] }
      : { ...(/^(queryEntryToFill|withdraw|download)/.test(verb) ? { id: mine['form_entries'] } : { formId: mine['forms'] }) }
  return {
    ...about,
    ...(/^(saveFormDraft|publish|restore)/.test(verb) ? { revision: 1 } : {}),
    ...(verb === 'saveFormDraft' ? { definition } : {}),
    ...(/^(restoreFormVersion|queryFormVersionContent)$|^(save|submit|update)FormEntry$/.test(verb) ? { formVersion: 1 } : {}),
    ...(/^(save|submit|update)FormEntry$/.test(verb) ? { data: {} } : {}),
    ...(verb === 'copyGeneratorForm' ? { formDescription: `probe ${randomBytes(4).toString('hex')}` } : {}),
  }
}

async function giveNotifications({ id: tenantId, canary, callers }: Owner, { transactions }: Services): Promise<Record<string, string>> {
  const admin = callers['admin'] as Caller
  const call = async (verb: string, body: object) => dataOf<{ id: string }>(await admin.post(`${NOTIFICATION}/${verb}`, body)).id
  const write = (kind: string, more: object = {}) =>
    call('addNotification', { title: `${canary} ${kind}`, content: `<p>${canary}</p>`, type: 'message', priority: 'high', ...more })
  const [draft, scheduled, published, withdrawn] = [
    await write('draft'),
    await write('scheduled', { publishTime: AFTER_ALL }),
    await write('published'),
    await write('withdrawn', { startTime: AFTER_ALL }),
  ]
  for (const id of [scheduled, published, withdrawn]) await call('publishNotification', { id })
  await call('withdrawNotification', { id: withdrawn })
  // What the clock does with it (features/admin/notifications/clock.ts) is to be over before anybody looks whether something has changed.
  const unannounced = build.selectFrom('notifications').select('id').where('id', '=', published).where('announced_at', 'is', null)
  for (let tries = 0; tries < 200 && (await transactions.inTenant({ tenantId }, (tx) => tx.first(unannounced), 'read')); tries += 1)
    await wait(100)
  dataOf(await (callers['viewer'] as Caller).post(`${NOTIFICATION}/readNotification?id=${published}`))
  return {
    'notifications: draft': draft,
    'notifications: scheduled': scheduled,
    'notifications: published': published,
    'notifications: withdrawn': withdrawn,
  }
}

/** One that has been raised, of a rule and a point that are gone: alarms are made by readings alone. */
async function giveAlarm({ id: tenant_id, canary }: Owner, { transactions }: Services): Promise<Record<string, string>> {
  const id = newId()
  await transactions.inTenant({ tenantId: tenant_id }, async (tx) => {
    const named = {
      rule_name: `${canary} rule`,
      point_name: `${canary} point`,
      device_name: `${canary} device`,
      alarm_kind: 'high',
      alarm_priority: 1,
      alarm_limit: 22,
      alarm_value: 23,
      quality: 192,
    }
    await tx.run(
      build.insertInto('alarms').values({
        tenant_id,
        id,
        rule_id: newId(),
        point_id: newId(),
        ...named,
        owed: true,
        condition_at: null,
        raised_at: sql<Date>`now()`,
        returned_at: sql<Date>`now()`,
        acknowledged_by: null,
        acknowledged_at: null,
        shelved_until: null,
        alarm_comment: canary,
        notified_at: null,
      }),
    )
    await tx.run(
      build.insertInto('alarm_events').values({
        tenant_id,
        alarm_id: id,
        transition: 'raise',
        from_state: 'normal',
        to_state: 'unacknowledged',
        sample_time: null,
        value: 23,
        quality: 192,
        user_id: null,
        comment: canary,
      }),
    )
  })
  return { alarms: id }
}

/** What a call about alarms needs besides. */
function alarmFor(verb: string, id: string | undefined): Record<string, unknown> {
  if (verb === 'queryAlarmHealth') return { from: Date.now() - 3_600_000, to: Date.now() }
  return {
    ...(/^(query|export)\w*Alarm$/.test(verb) ? {} : { id }),
    ...(/^(shelve|suppress|outOfService)/.test(verb) ? { alarmComment: 'probe' } : {}),
    ...(verb === 'shelveAlarm' ? { minutes: 5 } : {}),
  }
}

/** What a call about files or notifications needs besides the one parameter that is asked about: something of one's own. */
export function belongingsFor(
  { path, of, upload, protocol }: Route,
  mine: Readonly<Record<string, string>>,
): Record<string, unknown> | undefined {
  const verb = path.slice(path.lastIndexOf('/') + 1)
  if (of?.table === 'notifications')
    return verb.startsWith('add')
      ? undefined
      : {
          ...(TAKES_AN_ID.test(verb) ? { id: mine['notifications: draft'] } : {}),
          ...(verb === 'starNotification' ? { isStarred: 1 } : {}),
        }
  if (of?.table === 'alarm_list') return alarmFor(verb, mine['alarms'])
  if ((of?.table === 'forms' || of?.table === 'form_entries') && !upload) return formFor({ path, of } as Route, mine)
  if (verb === 'copySysRole') return { roleName: 'probe', roleCode: `probe-${randomBytes(4).toString('hex')}` }
  const run = runFor({ path }, mine)
  if (run) return run
  const upkeep = upkeepFor({ path }, mine)
  if (upkeep) return upkeep
  const report = reportFor({ path }, mine) ?? scheduleFor({ path }, mine)
  if (report) return report
  const template = templateFor({ path }, mine)
  if (template) return template
  const link = screenLinkFor({ path }, mine)
  if (link) return link
  const screen = screenFor({ path }, mine)
  if (screen) return screen
  const process = upload ? undefined : processFor({ path }, mine)
  if (process) return process
  if (of?.table !== 'files' || upload || protocol) return undefined
  const id = mine['files: file']
  if (verb === 'addFolder') return { originalFilename: `probe ${randomBytes(4).toString('hex')}` }
  if (verb === 'queryFile' || verb === 'deleteFileLink') return {}
  return {
    id,
    ...(verb === 'updateFileName'
      ? { originalFilename: `probe ${randomBytes(4).toString('hex')}` }
      : verb === 'updateFileIsShared'
        ? { isShared: 1 }
        : verb === 'restoreFileVersion'
          ? { versionId: mine['blobs: former version'] }
          : {}),
  }
}

const TAKES_AN_ID = /^(update|publish|withdraw|star|read)Notification$/
