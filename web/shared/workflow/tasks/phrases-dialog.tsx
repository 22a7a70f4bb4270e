/** Sentences that somebody writes often: added, changed and removed; those of everybody by whoever may. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Checkbox, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import type { Phrase } from '../../../../model/contract/workflow/absences.ts'
import { deletePhrase, deleteSharedPhrase, savePhrase, saveSharedPhrase } from '../../../../model/contract/workflow/absences.ts'
import { COMMENT_LENGTH } from '../../../../model/contract/workflow/values.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { isFilled, useLeaveForm } from '../../../kernel/resource/leave-form.ts'
import { confirm } from '../../../ui/confirm.ts'
import { Nothing } from '../../../ui/nothing.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { done } from '../act.ts'
import { Asked } from '../asked.tsx'
import { phrasesOf } from './phrases.ts'

interface Written {
  readonly text?: string
  readonly isShared?: boolean
}

export default function PhrasesDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const queries = useQueryClient()
  const [form] = Form.useForm<Written>()
  const [changed, setChanged] = useState<Phrase>()
  const [isBusy, setBusy] = useState(false)
  const asked = useQuery(phrasesOf)
  const mayShare = asked.data?.sharesPhrases === true
  const forget = () => queries.invalidateQueries({ queryKey: phrasesOf.queryKey })

  const leave = useLeaveForm(() => isFilled({ text: form.getFieldsValue().text }, { text: changed?.text }), onClose, isBusy)

  function edit(phrase: Phrase | undefined): void {
    setChanged(phrase)
    form.setFieldsValue({ text: phrase?.text ?? '', isShared: phrase?.isShared ?? false })
    form.focusField('text')
  }

  async function save({ text = '', isShared = false }: Written): Promise<void> {
    setBusy(true)
    const body = { text: text.trim(), ...(changed ? { id: changed.id } : {}) }
    const isDone = await done(() => ask(isShared ? saveSharedPhrase : savePhrase, body), t('my-task.phrase-saved'))
    setBusy(false)
    if (!isDone) return
    edit(undefined)
    await forget()
  }

  async function remove({ id, text, isShared }: Phrase): Promise<void> {
    const yes = await confirm({
      title: t('button.delete'),
      text: t('my-task.phrase-delete', { name: text }),
      ok: t('button.delete'),
      cancel: t('common.cancel'),
      danger: true,
    })
    if (!yes) return
    if (changed?.id === id) edit(undefined)
    if (await done(() => ask(isShared ? deleteSharedPhrase : deletePhrase, { id }), t('my-task.phrase-deleted'))) await forget()
  }

  return (
    <Modal open title={t('my-task.phrases')} footer={<Button onClick={leave}>{t('common.close')}</Button>} width={560} onCancel={leave}>
      <Form form={form} name="process-phrase" layout="vertical" onFinish={(values) => void save(values)}>
        <Form.Item
          name="text"
          label={t(changed ? 'my-task.phrase-text' : 'my-task.phrase-new')}
          rules={[{ required: true, whitespace: true, message: t('my-task.phrase-needed') }]}
        >
          <Input.TextArea maxLength={COMMENT_LENGTH} autoSize={{ minRows: 1, maxRows: 4 }} autoFocus />
        </Form.Item>
        {mayShare && (
          <Form.Item name="isShared" valuePropName="checked">
            {/* Whose it is does not change: those of everybody are other rows. */}
            <Checkbox disabled={changed !== undefined}>{t('my-task.phrase-share')}</Checkbox>
          </Form.Item>
        )}
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {t('common.save')}
        </Button>{' '}
        {changed && <Button onClick={() => edit(undefined)}>{t('common.cancel')}</Button>}
      </Form>
      <Asked of={asked}>
        {({ list }) =>
          list.length === 0 ? (
            <Nothing text={t('my-task.phrase-none')} />
          ) : (
            <ul className="process-lines" aria-label={t('my-task.phrases')}>
              {list.map((phrase) => (
                <li key={phrase.id}>
                  <span>
                    {phrase.text} {phrase.isShared && <Tag kind="plain">{t('my-task.phrase-shared')}</Tag>}
                  </span>
                  {(!phrase.isShared || mayShare) && (
                    <span className="process-acts">
                      <Button
                        size="small"
                        aria-label={`${t('button.update')}${t('common.means')}${phrase.text}`}
                        onClick={() => edit(phrase)}
                      >
                        {t('button.update')}
                      </Button>
                      <Button
                        size="small"
                        danger
                        aria-label={`${t('button.delete')}${t('common.means')}${phrase.text}`}
                        onClick={() => void remove(phrase)}
                      >
                        {t('button.delete')}
                      </Button>
                    </span>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Asked>
    </Modal>
  )
}
