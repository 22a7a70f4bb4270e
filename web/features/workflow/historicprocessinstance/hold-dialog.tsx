/** Keeps instances from being removed, or lets them go. */
import { useQueryClient } from '@tanstack/react-query'
import { holdProcessInstance } from '../../../../model/contract/workflow/moves.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { done } from '../../../shared/workflow/act.ts'
import CommentDialog from '../../../shared/workflow/comment-dialog.tsx'
import { forgetProcesses } from '../../../shared/workflow/queries.ts'

interface HoldProps {
  readonly ids: readonly string[]
  /** Whether they are held from now on. */
  readonly isHeld: boolean
  readonly onClose: () => void
}

export default function HoldDialog({ ids, isHeld, onClose }: HoldProps) {
  const t = useT()
  const queries = useQueryClient()
  return (
    <CommentDialog
      title={t(isHeld ? 'button.hold' : 'process-list.release')}
      about={t(isHeld ? 'process-list.hold-about' : 'process-list.release-about')}
      ok={t(isHeld ? 'button.hold' : 'process-list.release')}
      required
      run={async ({ comment }) => {
        const message = t(isHeld ? 'process-list.hold-done' : 'process-list.release-done')
        const isDone = await done(() => ask(holdProcessInstance, { processInstanceId: [...ids], held: isHeld, comment }), message)
        if (isDone) await forgetProcesses(queries)
        return isDone
      }}
      onClose={onClose}
    />
  )
}
