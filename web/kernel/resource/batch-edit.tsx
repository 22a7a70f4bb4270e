/** The dialog that gives several rows the same values. Loaded when it is first opened. */
import { Checkbox, Form, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useId, useMemo, useState } from 'react'
import { MAX_TOGETHER, updateRows } from '../../../model/contract/exchange/rows.ts'
import { fieldKey } from '../../../model/labels/index.ts'
import type { Resource } from '../../../model/resource.ts'
import { focusFirstField } from '../../ui/first-field.ts'
import { toast } from '../../ui/toast.ts'
import { ApiError } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import type { ResourceRow } from '../http/resource-client.ts'
import { useT } from '../i18n/i18n.ts'
import { fieldsTogether } from './fields-together.ts'
import { valuesOf, wireValue } from './form-body.ts'
import { checkTogether } from './form-checks.ts'
import type { FormValues } from './form-checks.ts'
import { FormField } from './form-field.tsx'
import { useLeaveForm } from './leave-form.ts'
import type { Ending } from './resource-actions.tsx'
import { turnedOff } from './status-switch.tsx'
import { undoLink } from './undo.ts'
import './batch-edit.css'

interface BatchEditProps {
  readonly of: Resource
  readonly rows: readonly ResourceRow[]
  readonly visible: readonly string[]
  /** Controls of this noun alone, by field. */
  readonly controls?: Readonly<Record<string, ReactNode>> | undefined
  readonly ending?: Ending | undefined
  readonly open: boolean
  readonly onClose: () => void
  readonly changed: () => Promise<void>
}

export default function BatchEdit({ of, rows, visible, controls = {}, ending, open, onClose, changed }: BatchEditProps) {
  const t = useT()
  const id = useId()
  const [form] = Form.useForm<Record<string, unknown>>()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const names = fieldsTogether(of).filter((name) => visible.includes(name))
  const beside = useMemo(() => rows.map((row) => valuesOf(of, row)), [of, rows])
  const isTooMany = rows.length > MAX_TOGETHER

  const leave = useLeaveForm(() => chosen.length > 0, onClose, busy)

  function show(errors: readonly { field: string; message: string }[]): void {
    form.setFields(errors.map(({ field, message }) => ({ name: field, errors: [message] })))
  }

  async function save(): Promise<void> {
    if (chosen.length === 0) return toast.warning(t('batch.none'))
    const values = form.getFieldsValue()
    const wrong = checkTogether(of, chosen, values, beside, t)
    if (wrong.length > 0) return show(wrong)
    const off = ending ? turnedOff(of, rows, Object.fromEntries(chosen.map((name) => [name, values[name]]))) : []
    if (ending && off.length > 0 && !(await ending(off, 'turn-off'))) return
    setBusy(true)
    try {
      const { changed: count } = await ask(updateRows, {
        noun: of.name,
        rows: rows.map(({ id, version }) => ({ id, ...(version === undefined ? {} : { version }) })),
        values: bodyOf(of, chosen, values),
      })
      const ids = rows.map(({ id }) => id)
      toast.success(t('batch.done', { count }), undoLink(of, ids, changed))
      onClose()
      await changed()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      show(error.errors.filter(({ field }) => chosen.includes(field)))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Modal
      open={open}
      title={t('batch.title', { count: rows.length })}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      okButtonProps={{ disabled: isTooMany }}
      onOk={() => void save()}
      onCancel={leave}
      afterOpenChange={(isOpen) => isOpen && focusFirstField(id)}
      width={560}
      destroyOnHidden
    >
      <p>{isTooMany ? t('batch.too-many', { most: MAX_TOGETHER }) : t('batch.about')}</p>
      <Form id={id} form={form} layout="vertical" autoComplete="off" validateTrigger="onBlur" className="batch-edit">
        {names.map((name) => (
          <div key={name} className="batch-field">
            <Checkbox
              checked={chosen.includes(name)}
              onChange={({ target }) => setChosen(target.checked ? [...chosen, name] : chosen.filter((other) => other !== name))}
            >
              {t(fieldKey(of.name, name))}
            </Checkbox>
            {chosen.includes(name) && <FormField of={of} name={name} row={undefined} control={controls[name]} beside={beside} />}
          </div>
        ))}
      </Form>
    </Modal>
  )
}

const bodyOf = (of: Resource, names: readonly string[], values: FormValues): FormValues =>
  Object.fromEntries(names.map((name) => [name, wireValue(of, name, values[name] ?? null)]))
