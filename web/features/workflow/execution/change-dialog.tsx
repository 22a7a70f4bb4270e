/** Gives a variable of an instance another value. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { changeProcessVariable, queryProcessVariable } from '../../../../model/contract/workflow/moves.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { done } from '../../../shared/workflow/act.ts'
import CommentDialog from '../../../shared/workflow/comment-dialog.tsx'
import { PROCESS_QUERIES, forgetProcesses } from '../../../shared/workflow/queries.ts'
import { valueOfText } from '../../../shared/workflow/value-of-text.ts'
import { valueText } from '../../../../model/workflow/value-text.ts'

export default function ChangeDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const t = useT()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<string>()
  const asked = useQuery({
    queryKey: [PROCESS_QUERIES, 'variables', id],
    queryFn: ({ signal }) => ask(queryProcessVariable, { processInstanceId: id }, { signal, quiet: true }),
  })
  const list = asked.data?.list ?? []
  const variable = list.find(({ name }) => name === chosen)
  return (
    <CommentDialog
      title={t('process-list.change')}
      about={t('process-list.change-about')}
      ok={t('process-list.change')}
      required
      run={async ({ name, value, comment }) => {
        const written = typeof value === 'string' ? value : ''
        // A text stays one, whatever it looks like.
        const variables = { [String(name)]: variable?.type === 'text' ? written || null : valueOfText(written) }
        const isDone = await done(
          () => ask(changeProcessVariable, { processInstanceId: id, variables, comment }),
          t('process-list.change-done'),
        )
        if (isDone) await forgetProcesses(queries)
        return isDone
      }}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={t('process-list.change-name')}
        rules={[{ required: true, message: t('process-list.change-name-needed') }]}
      >
        <Select
          options={list.map(({ name }) => ({ value: name, label: name }))}
          loading={asked.isPending}
          showSearch={{ optionFilterProp: 'label' }}
          notFoundContent={asked.isPending ? null : t('process-list.no-variables')}
          onChange={(name: string) => setChosen(name)}
        />
      </Form.Item>
      {variable && (
        <Form.Item
          key={variable.name}
          name="value"
          label={t('process-list.value')}
          initialValue={valueText(variable.value)}
          preserve={false}
        >
          <Input.TextArea autoSize={{ minRows: 1, maxRows: 6 }} />
        </Form.Item>
      )}
    </CommentDialog>
  )
}
