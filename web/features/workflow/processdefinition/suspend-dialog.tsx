/** Takes a version out of use, or back into it; its instances as well where that is wanted. */
import { Checkbox, Form } from 'antd'
import { activateProcessDefinition, suspendProcessDefinition } from '../../../../model/contract/workflow/definitions.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { done } from '../../../shared/workflow/act.ts'
import CommentDialog from '../../../shared/workflow/comment-dialog.tsx'

interface SuspendProps {
  readonly row: ResourceRow
  readonly act: 'suspend' | 'activate'
  readonly onDone: () => Promise<void>
  readonly onClose: () => void
}

export default function SuspendDialog({ row, act, onDone, onClose }: SuspendProps) {
  const t = useT()
  const contract = act === 'suspend' ? suspendProcessDefinition : activateProcessDefinition
  return (
    <CommentDialog
      title={t(`process-list.${act}-definition`)}
      about={t(`process-list.${act}-definition-about`, {
        name: t('process-list.of-version', { name: String(row['name'] ?? ''), version: Number(row['definitionVersion'] ?? 0) }),
      })}
      ok={t(`button.${act}`)}
      run={async ({ withInstances, comment }) => {
        const isDone = await done(
          () => ask(contract, { processDefinitionId: row.id, comment, withInstances: withInstances === true ? 'true' : 'false' }),
          t(`process-list.${act}-definition-done`),
        )
        if (isDone) await onDone()
        return isDone
      }}
      onClose={onClose}
    >
      <Form.Item name="withInstances" valuePropName="checked">
        <Checkbox>{t(`process-list.${act}-instances-too`)}</Checkbox>
      </Form.Item>
    </CommentDialog>
  )
}
