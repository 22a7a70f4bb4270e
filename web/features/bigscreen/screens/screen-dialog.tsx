/** Makes a screen: empty, from a ready-made one, from a file; or changes what one is called. */
import { Form, Input, Modal, Radio } from 'antd'
import { useRef, useState } from 'react'
import type { ScreenFile } from '../../../../model/contract/screen/files.ts'
import { importScreenFile } from '../../../../model/contract/screen/files.ts'
import { copyScreen } from '../../../../model/contract/screen/screens.ts'
import type { ReadyMadeCode } from '../../../../model/screens/ready-made/index.ts'
import { READY_MADE, readyMadeId } from '../../../../model/screens/ready-made/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { addRow, updateRow } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { isFilled, useLeaveForm } from '../../../kernel/resource/leave-form.ts'
import type { ResourceFormProps } from '../../../kernel/resource/resource-form.tsx'
import { toast } from '../../../ui/toast.ts'

type Beginning = 'empty' | 'file' | ReadyMadeCode
interface Values {
  readonly screenName: string
  readonly screenFolder?: string
  readonly screenStatus: 0 | 1
  readonly screenDescription?: string
  readonly beginning: Beginning
}

/** A document is half a megabyte at the most; with blanks between its members, and what it needs, a file is longer. */
const MAX_FILE = 6 * 1024 * 1024

export default function ScreenDialog({ of, row, open, may, onClose, onSaved }: ResourceFormProps) {
  const t = useT()
  const [form] = Form.useForm<Values>()
  const [isBusy, setBusy] = useState(false)
  const [file, setFile] = useState<Pick<ScreenFile, 'content' | 'needs'>>()
  /** How many files were chosen: what an earlier one says comes too late. */
  const reads = useRef(0)
  const beginning = Form.useWatch('beginning', form)
  const isAwaited = beginning === 'file' && !file
  const label = t('field.screens.screenName')
  const initial: Values = {
    screenName: String(row?.['screenName'] ?? ''),
    screenFolder: String(row?.['screenFolder'] ?? ''),
    screenStatus: row?.['screenStatus'] === 0 ? 0 : 1,
    screenDescription: String(row?.['screenDescription'] ?? ''),
    beginning: 'empty',
  }
  const beginnings = [
    { value: 'empty', label: t('screen-list.beginning-empty') },
    ...(may?.('copy') ? READY_MADE.map((value) => ({ value, label: t(`screens.ready.${value}`) })) : []),
    ...(may?.('bring') ? [{ value: 'file', label: t('screen-list.beginning-file') }] : []),
  ]
  const leave = useLeaveForm(() => isFilled(form.getFieldsValue(), initial), onClose, isBusy)

  async function take(chosen: File | undefined): Promise<void> {
    reads.current += 1
    const own = reads.current
    setFile(undefined)
    if (!chosen) return
    try {
      if (chosen.size > MAX_FILE) throw new SyntaxError('too large')
      const given: unknown = JSON.parse(await chosen.text())
      if (reads.current !== own) return
      if (typeof given !== 'object' || given === null || !('content' in given) || !('kind' in given) || given.kind !== 'outstation-screen')
        throw new SyntaxError('no screen')
      // What else is wrong with it is for the server to refuse.
      setFile(given as unknown as ScreenFile)
      if (!form.getFieldValue('screenName')) form.setFieldValue('screenName', chosen.name.replace(/\.json$/i, '').slice(0, 64))
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      toast.error(t('screen-list.file-unreadable'))
    }
  }

  /** Makes the screen; what a file or a ready-made one does not say of it is changed afterwards. */
  async function made({ beginning: from, ...fields }: Values): Promise<unknown> {
    const { screenName } = fields
    if (from === 'file' && file) return ask(importScreenFile, { screenName, content: file.content, needs: file.needs }, { quiet: true })
    if (from !== 'empty' && from !== 'file') return ask(copyScreen, { id: readyMadeId(from), screenName }, { quiet: true })
    return addRow(of, fields)
  }

  async function save(values: Values): Promise<void> {
    if (isAwaited) return
    setBusy(true)
    try {
      const { beginning: _from, ...fields } = values
      const added = row ? await updateRow(of, { id: row.id, version: row.version, ...fields }).then(() => undefined) : await made(values)
      onClose()
      await onSaved(added)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const own = error.errors.filter(({ field }) => field === 'screenName')
      if (own.length === 0) toast.error(error.message)
      form.setFields(own.map(({ message }) => ({ name: 'screenName', errors: [message] })))
    } finally {
      setBusy(false)
    }
  }

  const isEmpty = row !== undefined || beginning === 'empty' || beginning === undefined
  return (
    <Modal
      open={open}
      title={t(row ? 'screen-list.rename' : 'screen-list.new')}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      confirmLoading={isBusy}
      okButtonProps={{ disabled: isAwaited }}
      onOk={form.submit}
      onCancel={leave}
    >
      <Form<Values> form={form} name="screen" layout="vertical" initialValues={initial} onFinish={(values) => void save(values)}>
        <Form.Item
          name="screenName"
          label={label}
          rules={[{ required: true, whitespace: true, message: t('check.required', { field: label }) }]}
        >
          <Input maxLength={64} autoFocus />
        </Form.Item>
        {!row && beginnings.length > 1 && (
          <Form.Item name="beginning" label={t('screen-list.beginning')}>
            <Radio.Group vertical options={beginnings} />
          </Form.Item>
        )}
        {beginning === 'file' && (
          <Form.Item label={t('screens.file')} htmlFor="screen-file">
            <input id="screen-file" type="file" accept=".json" onChange={({ target }) => void take(target.files?.[0])} />
          </Form.Item>
        )}
        {isEmpty && (
          <>
            <Form.Item name="screenFolder" label={t('field.screens.screenFolder')}>
              <Input maxLength={64} />
            </Form.Item>
            <Form.Item name="screenStatus" label={t('field.screens.screenStatus')}>
              <Radio.Group options={[1, 0].map((value) => ({ value, label: t(`choice.screenStatus.${value as 0 | 1}`) }))} />
            </Form.Item>
            <Form.Item name="screenDescription" label={t('field.screens.screenDescription')}>
              <Input.TextArea maxLength={256} autoSize={{ minRows: 2, maxRows: 5 }} />
            </Form.Item>
          </>
        )}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
    </Modal>
  )
}
