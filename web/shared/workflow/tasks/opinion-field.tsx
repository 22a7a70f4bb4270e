/** What is said with an act, within a form, and the sentences that can be put into it. Enter makes a line. */
import { Form, Input } from 'antd'
import { COMMENT_LENGTH } from '../../../../model/contract/workflow/values.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { PhraseMenu } from './phrase-menu.tsx'

interface OpinionFieldProps {
  readonly required: boolean
  readonly focused?: boolean
  /** What the field is called where it is no comment. */
  readonly label?: string | undefined
}

export function OpinionField({ required, focused = false, label }: OpinionFieldProps) {
  const t = useT()
  const form = Form.useFormInstance<{ comment?: string }>()
  const needed = label === undefined ? t('process-list.comment-needed') : t('check.required', { field: label })

  /** Behind what stands there, as far as there is room. */
  function insert(phrase: string): void {
    const before = form.getFieldValue('comment')?.trimEnd() ?? ''
    form.setFieldValue('comment', `${before}${before && '\n'}${phrase}`.slice(0, COMMENT_LENGTH))
    form.focusField('comment')
  }

  return (
    <Form.Item
      name="comment"
      label={label ?? t('process-list.comment')}
      extra={<PhraseMenu onChoose={insert} />}
      rules={[
        ...(required ? [{ required: true, whitespace: true, message: needed }] : []),
        { max: COMMENT_LENGTH, message: t('my-task.comment-long') },
      ]}
    >
      <Input.TextArea maxLength={COMMENT_LENGTH} showCount autoSize={{ minRows: 3, maxRows: 8 }} autoFocus={focused} />
    </Form.Item>
  )
}
