/** Processes of which I was sent a copy: to be read, with nothing to do. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ProcessCopy } from '../../../../model/contract/workflow/acts.ts'
import { exportCopy, queryCopy, readCopy } from '../../../../model/contract/workflow/acts.ts'
import { copyList } from '../../../../model/lists/personal.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask, askFile } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useSession } from '../../../kernel/session/session-store.ts'
import { done } from '../../../shared/workflow/act.ts'
import { PersonalList } from '../../../shared/workflow/personal-list.tsx'
import { PROCESS_QUERIES } from '../../../shared/workflow/queries.ts'
import { useShown } from '../../../shared/workflow/tasks/buttons.ts'
import { copyColumnsOf } from './columns.tsx'

const DETAILS = '/personaloa/myprocessdetails'
const UNREAD = [PROCESS_QUERIES, copyList.name, 'unread']

export default function CopyTaskPage() {
  const t = useT()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { user } = useSession()
  const shows = useShown(copyList.menu)
  const [ids, choose] = useState<ReadonlySet<string>>(new Set())
  // eslint-disable-next-line no-restricted-syntax -- a count beside the list, which shows what fails
  const { data: unread } = useQuery({
    queryKey: UNREAD,
    queryFn: ({ signal }) => ask(queryCopy, { readState: 'unread', currentPage: 1, pageSize: 1 }, { signal, quiet: true }),
  })
  // A preview only looks.
  const mayMark = user.acting !== 'preview'
  const forget = () => queries.invalidateQueries({ queryKey: [PROCESS_QUERIES, copyList.name] })
  const mark = async (copies: readonly ProcessCopy[]) => {
    const fresh = copies.filter(({ readTime }) => readTime === null)
    if (fresh.length > 0) await ask(readCopy, { id: fresh.map(({ id }) => id).join(',') })
    await forget()
  }

  function open(copy: ProcessCopy): void {
    void navigate(`${DETAILS}?id=${copy.processInstanceId}`)
    // Whoever cannot be told that it was read reads it all the same.
    if (mayMark) mark([copy]).catch((failure: unknown) => failure instanceof ApiError || Promise.reject(failure as Error))
  }

  async function markAll(copies: readonly ProcessCopy[]): Promise<void> {
    if (await done(() => mark(copies), t('my-task.read-done'))) choose(new Set())
  }

  return (
    <PersonalList<ProcessCopy>
      of={copyList}
      ask={(query, options) => ask(queryCopy, query, options)}
      file={(asked, options) => askFile(exportCopy, asked, options)}
      shows={shows}
      columns={copyColumnsOf(t, open)}
      filters={['processInstanceName', 'readState']}
      card={{ title: 'processInstanceName', status: 'readState', fields: ['sender', 'processStatus', 'sentTime', 'comment'] }}
      nameOf={({ processInstanceName }) => processInstanceName}
      empty={t('my-task.copies-empty')}
      {...(mayMark ? { ticked: { ids, choose } } : {})}
      actions={(rows, chosen) =>
        mayMark && rows.some(({ readTime }) => readTime === null)
          ? [{ key: 'read', label: t('my-task.mark-read'), run: () => void markAll(ids.size > 0 ? chosen : rows) }]
          : []
      }
      {...(shows('details')
        ? { actionsOf: (copy: ProcessCopy) => [{ key: 'details', label: t('button.details'), main: true, run: () => open(copy) }] }
        : {})}
    >
      {unread && unread.total > 0 && <span className="quiet">{t('my-task.unread-count', { count: unread.total })}</span>}
    </PersonalList>
  )
}
