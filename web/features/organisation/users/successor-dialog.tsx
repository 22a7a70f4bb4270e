import { Form } from 'antd'
import { useState } from 'react'
import { handOverAllTask } from '../../../../model/contract/workflow/acts.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { RowPicker } from '../../../kernel/resource/row-picker.tsx'
import CommentDialog from '../../../shared/workflow/comment-dialog.tsx'
import { toast } from '../../../ui/toast.ts'
import { openTasksOf } from './open-tasks.ts'
import type { Leaving } from './successor.ts'

/** Milliseconds: each task is a step of its own, and a call does a thousand of them. */
const LIMIT = 120_000

/** Says how many open tasks whoever goes has, and hands all of them to somebody else. What rules keep from the successor is asked about again. */
export default function SuccessorDialog({ rows, open: first, isOptional, answer }: Leaving) {
  const t = useT()
  const [open, setOpen] = useState(first)
  const [isLeft, setLeft] = useState(false)
  const name = rows.length === 1 ? nameOf(rows[0]) : t('successor.several', { count: rows.length })

  async function handOver(assigneeId: string, comment: string): Promise<boolean> {
    let changed = 0
    try {
      for (const { id: userId } of rows) changed += await allOf({ userId, assigneeId, comment })
      const left = await openTasksOf(rows)
      toast.success(t('successor.done', { count: changed }))
      if (left === 0) return true
      setOpen(left)
      setLeft(true)
    } catch (failure) {
      // Of what failed people were told already.
      if (!(failure instanceof ApiError)) throw failure
    }
    return false
  }

  return (
    <CommentDialog
      title={t('successor.title')}
      about={t(isLeft ? 'successor.left' : isOptional ? 'successor.about-disable' : 'successor.about-remove', { name, count: open })}
      ok={t('successor.hand-over')}
      required
      beside={isOptional ? { label: t('successor.without'), run: () => answer(true) } : undefined}
      run={async ({ assigneeId, comment }) => {
        const isDone = await handOver(String(assigneeId), comment)
        if (isDone) answer(true)
        return false
      }}
      onClose={() => answer(false)}
    >
      <Form.Item name="assigneeId" label={t('successor.to-whom')} rules={[{ required: true, message: t('successor.needed') }]}>
        <RowPicker noun="users" />
      </Form.Item>
    </CommentDialog>
  )
}

/** Hands over all that somebody has, a thousand a call; gives how many. @throws ApiError */
async function allOf(given: { userId: string; assigneeId: string; comment: string }): Promise<number> {
  let total = 0
  for (;;) {
    const { changed } = await ask(handOverAllTask, given, { limit: LIMIT })
    total += changed
    // What rules keep from the successor is there again at each call.
    if (changed === 0) return total
  }
}

const nameOf = (row: ResourceRow | undefined): string => String(row?.['nickname'] ?? row?.['username'] ?? '')
