/** Lets an instance that is over go on from one of its tasks. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { queryReviveTarget, reviveProcessInstance } from '../../../../model/contract/workflow/moves.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ChoicesFailure } from '../../../shared/panels/choices-failure.tsx'
import { done } from '../../../shared/workflow/act.ts'
import CommentDialog from '../../../shared/workflow/comment-dialog.tsx'
import { PROCESS_QUERIES, forgetProcesses } from '../../../shared/workflow/queries.ts'

interface ReviveProps {
  readonly id: string
  readonly name: string
  readonly onClose: () => void
}

export default function ReviveDialog({ id, name, onClose }: ReviveProps) {
  const t = useT()
  const queries = useQueryClient()
  const asked = useQuery({
    queryKey: [PROCESS_QUERIES, 'revive-targets', id],
    queryFn: ({ signal }) => ask(queryReviveTarget, { processInstanceId: id }, { signal, quiet: true }),
  })
  return (
    <CommentDialog
      title={t('process-list.revive')}
      about={t('process-list.revive-about', { name })}
      ok={t('button.revive')}
      required
      run={async ({ target, comment }) => {
        const revived = () => ask(reviveProcessInstance, { processInstanceId: id, target: String(target), comment })
        const isDone = await done(revived, t('process-list.revive-done'))
        if (isDone) await forgetProcesses(queries)
        return isDone
      }}
      onClose={onClose}
    >
      <Form.Item
        name="target"
        label={t('process-list.revive-target')}
        rules={[{ required: true, message: t('process-list.revive-target-needed') }]}
      >
        <Select
          options={(asked.data?.list ?? []).map((node) => ({ value: node.activityId, label: node.name ?? node.activityId }))}
          loading={asked.isPending}
          showSearch={{ optionFilterProp: 'label' }}
          notFoundContent={asked.isPending ? null : t('process-list.revive-none')}
        />
      </Form.Item>
      <ChoicesFailure of={asked} />
    </CommentDialog>
  )
}
