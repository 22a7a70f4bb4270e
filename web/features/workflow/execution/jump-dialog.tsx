/** Moves what goes on at a node to another one, of those that leave no join waiting for ever. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { jumpProcessInstance, queryJumpTarget } from '../../../../model/contract/workflow/moves.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { textOr, useT } from '../../../kernel/i18n/i18n.ts'
import { done } from '../../../shared/workflow/act.ts'
import CommentDialog from '../../../shared/workflow/comment-dialog.tsx'
import { PROCESS_QUERIES, forgetProcesses } from '../../../shared/workflow/queries.ts'

interface JumpProps {
  readonly id: string
  /** Of the passage, and what its node is called. */
  readonly execution: string
  readonly name: string
  readonly onClose: () => void
}

export default function JumpDialog({ id, execution, name, onClose }: JumpProps) {
  const t = useT()
  const queries = useQueryClient()
  const asked = useQuery({
    queryKey: [PROCESS_QUERIES, 'jump-targets', id, execution],
    queryFn: ({ signal }) => ask(queryJumpTarget, { processInstanceId: id, execution }, { signal, quiet: true }),
  })
  const options = (asked.data?.list ?? []).map((node) => ({
    value: node.activityId,
    label: `${node.name ?? node.activityId} · ${textOr(`process-kind.${node.activityType}`, node.activityType)}`,
  }))
  return (
    <CommentDialog
      title={t('process-list.jump')}
      about={t('process-list.jump-about', { name })}
      ok={t('process-act.jump')}
      required
      run={async ({ target, comment }) => {
        const jumped = () => ask(jumpProcessInstance, { processInstanceId: id, execution, target: String(target), comment })
        const isDone = await done(jumped, t('process-list.jump-done'))
        if (isDone) await forgetProcesses(queries)
        return isDone
      }}
      onClose={onClose}
    >
      <Form.Item
        name="target"
        label={t('process-list.jump-target')}
        rules={[{ required: true, message: t('process-list.jump-target-needed') }]}
      >
        <Select
          options={options}
          loading={asked.isPending}
          showSearch={{ optionFilterProp: 'label' }}
          notFoundContent={asked.isPending ? null : t('process-list.jump-none')}
        />
      </Form.Item>
    </CommentDialog>
  )
}
