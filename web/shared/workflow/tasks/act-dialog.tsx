/** Asks what an act on a task needs, and does it. What the server says of a field stands at the field; of the task, above, and the page shows how it is now. */
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Form, Modal } from 'antd'
import type { ReactNode } from 'react'
import { Suspense, useState } from 'react'
import type { SecondFactors } from '../../../../model/contract/account/second-factors.ts'
import type { EntryData } from '../../../../model/form/check-entry.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { isFilled, useLeaveForm } from '../../../kernel/resource/leave-form.ts'
import { readFactors } from '../../../kernel/session/second-factors.ts'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { forgetProcesses } from '../queries.ts'
import type { ActFieldsProps } from './act-fields.tsx'
import { ActFields } from './act-fields.tsx'
import { ActFiles, bring, takesFiles } from './act-files.tsx'
import type { ActTask, ActValues, DialogAct } from './acts.ts'
import { needsComment, newCommandKey, perform } from './acts.ts'
import { OpinionField } from './opinion-field.tsx'
import './tasks.css'

const IdentityDialog = lazyWithPreload(() => import('../../dialogs/identity-dialog.tsx'))

const DANGEROUS: ReadonlySet<DialogAct> = new Set(['reject', 'terminate', 'remove-signer'])

export interface ActDialogProps {
  readonly act: DialogAct
  readonly task: ActTask
  /** What the dialog is about, where that is not the task itself: somebody who has to decide beside. */
  readonly about?: string
  /** Whom whoever approves has to choose among. */
  readonly pick?: ActFieldsProps['pick']
  /** What was written before; told again as it is written. */
  readonly comment?: string | undefined
  readonly onComment?: (comment: string) => void
  readonly formData?: EntryData | undefined
  /** Stands above the fields. */
  readonly notice?: ReactNode
  /** With what people are told. */
  readonly onDone: (message: string) => void
  /** It was refused for something that is not in the dialog, such as a field of the form. */
  readonly onRefused?: (error: ApiError) => void
  readonly onClose: () => void
}

export default function ActDialog(props: ActDialogProps) {
  const { act, task, about, pick, comment, onComment, formData, notice, onDone, onRefused, onClose } = props
  const t = useT()
  const queries = useQueryClient()
  const [form] = Form.useForm<ActValues>()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [factors, setFactors] = useState<SecondFactors>()
  const [commandKey] = useState(newCommandKey)
  const [files, setFiles] = useState<readonly File[]>([])
  const [brought] = useState(() => new Map<File, string>())
  const beginning = { comment, how: 'parallel', way: 'again' } as const
  const leave = useLeaveForm(
    () => {
      const { comment: remark, ...values } = form.getFieldsValue()
      // A comment that is told on as it is written is kept.
      return files.length > 0 || isFilled(onComment ? values : { ...values, comment: remark }, beginning)
    },
    onClose,
    isBusy,
  )

  /** Who signs shows who they are and sends the same again. */
  async function sign(): Promise<void> {
    const found = await askWho()
    if (found) setFactors(found)
    else setRefusal(t('signature.needed'))
  }

  async function send(values: ActValues): Promise<void> {
    setBusy(true)
    setRefusal(undefined)
    try {
      const attachments = await bring(files, task, brought)
      const message = await perform(act, { task, values, commandKey, formData, attachments, t })
      onClose()
      onDone(message)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      if (failure.errors.some(({ field }) => field === 'signature')) await sign()
      else refused(failure)
    } finally {
      setBusy(false)
      // Refused it may have been because somebody else was faster: then the page shows what became of it.
      await forgetProcesses(queries)
    }
  }

  function refused(failure: ApiError): void {
    const fields = form.getFieldsValue()
    const own = failure.errors.filter(({ field }) => Object.hasOwn(fields, field))
    form.setFields(own.map(({ field, message }) => ({ name: field as keyof ActValues, errors: [message] })))
    if (own.length === 0) setRefusal(failure.message)
    if (own.length < failure.errors.length) onRefused?.(failure)
  }

  return (
    <Modal
      open
      title={t(`my-task.act-${act}`)}
      okText={t(`my-task.act-${act}`)}
      cancelText={t('common.cancel')}
      okButtonProps={{ danger: DANGEROUS.has(act) }}
      confirmLoading={isBusy}
      width={520}
      onOk={form.submit}
      onCancel={leave}
    >
      <p className="process-about">{t(`my-task.about-${act}`, { name: about ?? task.name })}</p>
      {notice}
      {refusal !== undefined && <Alert type="error" showIcon title={refusal} role="alert" className="task-refusal" />}
      <Form
        form={form}
        name="task-act"
        layout="vertical"
        initialValues={beginning}
        onValuesChange={({ comment: written }: ActValues) => {
          if (written !== undefined) onComment?.(written)
        }}
        onFinish={(values) => void send(values)}
      >
        <ActFields act={act} taskId={task.id} pick={pick} />
        <OpinionField
          required={needsComment(act)}
          label={act === 'consult' ? t('process-beside.question') : undefined}
          focused={act !== 'add-signer' && act !== 'copy' && act !== 'consult'}
        />
        {takesFiles(act) && <ActFiles files={files} isBusy={isBusy} onChange={setFiles} />}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
      <Suspense fallback={null}>
        {factors && (
          <IdentityDialog
            factors={factors}
            onClose={(isShown) => {
              setFactors(undefined)
              if (isShown) form.submit()
              else setRefusal(t('signature.needed'))
            }}
          />
        )}
      </Suspense>
    </Modal>
  )
}

/** By what the caller can show who they are; nothing where that could not be asked, of which people were told. */
async function askWho(): Promise<SecondFactors | undefined> {
  try {
    return await readFactors()
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
    return undefined
  }
}
