/** How people are told of what processes want of them. A notification has one text for all its readers, and so says it in each language. */
import { languages } from '../model/labels/index.ts'
import { tenantOf } from './kernel/database/tenant-id.ts'
import { translatorFor } from './kernel/http/language.ts'
import type { Invalidations } from './kernel/runtime/invalidations.ts'
import { notifyEach } from './messaging/index.ts'
import type { InformOfTasks, NewTasks } from './workflow/index.ts'

const MAX_TITLE_CHARACTERS = 100
/** After a week nobody is shown it any more: what is still to do stands in the list of tasks. */
const NOTICE_HOURS = 168
/** Of more that come together, the list tells. */
const MAX_LINKS = 20
const TASK = '/personaloa/mytaskdetails'

type Translator = ReturnType<typeof translatorFor>
const inEach = (say: (t: Translator) => string): string =>
  [...new Set(languages.map((language) => say(translatorFor(language))))].join(' / ')

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
  const said = tasks.length > 1 ? String(tasks.length) : (first?.name ?? '')
  return said === '' ? word : `${word}: ${said}`
}
