/** How people are told of what processes want of them. A notification has one text for all its readers, and so says it in each language. */
import { processInstances, processTasks, users } from '../model/index.ts'
import { languages } from '../model/labels/index.ts'
import { build } from './kernel/database/sql.ts'
import { tenantOf } from './kernel/database/tenant-id.ts'
import type { Transaction } from './kernel/database/tenant.ts'
import { translatorFor } from './kernel/http/language.ts'
import type { Invalidations } from './kernel/runtime/invalidations.ts'
import { notifyEach, notifyPeople } from './messaging/index.ts'
import type { InformOfTasks, NewTasks, ProcessNotice, ServiceReceivers } from './workflow/index.ts'
import { HIDDEN_NAME } from './workflow/index.ts'

const MAX_TITLE_CHARACTERS = 100
/** After a week nobody is shown it any more: what is still to do stands in the list of tasks. */
const NOTICE_HOURS = 168
/** Of more that come together, the list tells. */
const MAX_LINKS = 20
const TASK = '/personaloa/mytaskdetails'

type Translator = ReturnType<typeof translatorFor>
const inEach = (textIn: (t: Translator) => string): string =>
  [...new Set(languages.map((language) => textIn(translatorFor(language))))].join(' / ')

/** Notifies those who are asked for tasks, with a link to each. */
export const informOfTasks =
  (invalidations: Invalidations): InformOfTasks =>
  (tx, groups) =>
    notifyEach(
      tx,
      invalidations,
      groups.map(({ receivers, tasks }) => ({
        ...receivers,
        tenantId: tenantOf(tx),
        title: titleOf(tasks).slice(0, MAX_TITLE_CHARACTERS).toWellFormed(),
        lines: [],
        links: tasks.slice(0, MAX_LINKS).map(({ id, name, instance }) => ({
          text: [name, instance].filter(Boolean).join(' · ') || inEach((t) => t('my-task.notice-open')),
          path: `${TASK}?id=${id}`,
        })),
        hours: NOTICE_HOURS,
        byMail: false,
        language: 'zh',
      })),
    )

/** `新任务 / 新任務 / New task: Approve`: what the model calls the task it says once. */
function titleOf(tasks: NewTasks['tasks']): string {
  const [first] = tasks
  const word = inEach((t) => t(tasks.length > 1 ? 'my-task.notice-many' : 'my-task.notice-one'))
  const subject = tasks.length > 1 ? String(tasks.length) : (first?.name ?? '')
  return subject === '' ? word : `${word}: ${subject}`
}

const NOTICE_LABELS = {
  late: 'process.reminder',
  reassigned: 'process.reassigned',
  endless: 'process.endless',
  reminded: 'approval.reminded',
  copied: 'approval.copied',
  'copied-by-model': 'approval.copied-by-model',
  consulted: 'consultation.asked',
  answered: 'consultation.given',
} as const

/** Of which noun the name is; that of a node that was stopped is of none. */
const NAMES_OF = {
  late: 'task',
  reassigned: 'task',
  endless: 'node',
  reminded: 'task',
  copied: 'instance',
  'copied-by-model': 'instance',
  consulted: 'task',
  answered: 'task',
} as const satisfies Record<ProcessNotice['what'], 'task' | 'instance' | 'node'>

/** Notifies people of what happens to tasks and instances: reminders, copies, opinions, and what others are asked for now. */
export const informOfProcesses =
  (invalidations: Invalidations) =>
  async (tx: Transaction, receivers: ServiceReceivers, { what, name, by, instance }: ProcessNotice): Promise<void> => {
    const { isHidden, who } = await namesOf(tx, by)
    const shown = isHidden(NAMES_OF[what]) ? HIDDEN_NAME : name
    const around = instance === undefined ? shown : isHidden('instance') ? undefined : instance
    return notifyPeople(tx, invalidations, {
      ...receivers,
      tenantId: tenantOf(tx),
      title: inEach((t) => t(NOTICE_LABELS[what], { task: shown, name: shown, who }))
        .slice(0, MAX_TITLE_CHARACTERS)
        .toWellFormed(),
      lines: around === undefined ? [] : [around],
      hours: NOTICE_HOURS,
      byMail: what === 'reminded',
      language: 'zh',
    })
  }

/** What the text may name: nothing that some role of the tenant hides, since it has one for all its readers. Of a person the name, or else the account. */
async function namesOf(tx: Transaction, by: string | undefined) {
  const [hidden, person] = await Promise.all([
    tx.all(
      build
        .selectFrom('role_hidden_fields as hidden')
        .innerJoin('menus', 'menus.id', 'hidden.menu_id')
        .select(['menus.menu_code as menu', 'hidden.field'])
        .distinct()
        .where('menus.menu_code', 'in', [processTasks.menu, processInstances.menu, users.menu])
        .where('hidden.field', 'in', ['name', 'processInstanceName', 'username', 'nickname']),
    ),
    by === undefined ? undefined : tx.first(build.selectFrom('users').select(['username', 'nickname']).where('id', '=', by)),
  ])
  const isAmong = (menu: string, field: string) => hidden.some((one) => one.menu === menu && one.field === field)
  const shown = (['nickname', 'username'] as const).flatMap((field) => (isAmong(users.menu, field) ? [] : (person?.[field] ?? [])))
  return {
    isHidden: (of: 'task' | 'instance' | 'node') =>
      of === 'task'
        ? isAmong(processTasks.menu, 'name')
        : of === 'instance' && (isAmong(processInstances.menu, 'name') || isAmong(processTasks.menu, 'processInstanceName')),
    who: shown.find((one) => one !== '') ?? HIDDEN_NAME,
  }
}
