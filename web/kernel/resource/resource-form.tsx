/** The dialog that adds or changes one row. Loaded when it is first opened; each opening mounts it anew. */
import { Button, Form, Modal } from 'antd'
import type { ReactNode } from 'react'
import { useId, useState } from 'react'
import type { Resource } from '../../../model/resource.ts'
import { confirm } from '../../ui/confirm.ts'
import { focusFirstField } from '../../ui/first-field.ts'
import type { ToastLink } from '../../ui/toast.ts'
import { toast } from '../../ui/toast.ts'
import { UploadsOf, useUploads } from '../../ui/uploads.ts'
import { hashPassword } from '../session/account.ts'
import { ApiError } from '../http/api.ts'
import { addBody, formFields, isFilledIn, updateBody, valuesOf } from './form-body.ts'
import type { FormValues } from './form-checks.ts'
import { checkForm } from './form-checks.ts'
import { FormField, wideOf } from './form-field.tsx'
import { useLeaveForm } from './leave-form.ts'
import type { LabelKey } from '../i18n/i18n.ts'
import { useT } from '../i18n/i18n.ts'
import type { ResourceRow } from '../http/resource-client.ts'
import { addRow, readRow, updateRow } from '../http/resource-client.ts'
import type { Ending } from './resource-actions.tsx'
import { turnedOff } from './status-switch.tsx'
import { isUndoable, undoLink } from './undo.ts'
import './resource-form.css'

export interface ResourceFormProps {
  readonly of: Resource
  /** Absent: a new one. */
  readonly row: ResourceRow | undefined
  readonly open: boolean
  readonly visible: readonly string[]
  /** Whether the page shows the button, for forms that make rows in other ways as well. */
  readonly may?: (button: string) => boolean
  readonly defaults: FormValues
  /** Controls of this noun alone, by field. */
  readonly controls?: Readonly<Record<string, ReactNode>>
  readonly ending?: Ending | undefined
  readonly onClose: () => void
  /** @param added What the server answered to a creation. */
  readonly onSaved: (added?: unknown) => Promise<void>
  /** Whether a field is asked for beside these values; one that is not says nothing, whatever stood in it. All are unless said. */
  readonly shows?: (name: string, values: FormValues) => boolean
  /** Fields that few fill in, below the others and folded. */
  readonly folded?: { readonly label: LabelKey; readonly names: readonly string[] } | undefined
  /** Stands below the fields, inside the form. */
  readonly beneath?: ReactNode
  /** A second way to save, with something that follows at once: its label, and what is done with the saved row. */
  readonly saveAnd?: { readonly label: LabelKey; readonly run: (row: ResourceRow) => Promise<void> } | undefined
  /** What follows from a change: values of other fields. */
  readonly derive?: (changed: FormValues) => FormValues
  /** Hears of what changes, for what else `shows` depends on. */
  readonly onChange?: (changed: FormValues) => void
}

const all = () => true

export default function ResourceForm({
  of,
  row,
  open,
  visible,
  defaults,
  controls = {},
  ending,
  onClose,
  onSaved,
  shows = all,
  folded,
  beneath,
  saveAnd,
  derive,
  onChange,
}: ResourceFormProps) {
  const t = useT()
  const [form] = Form.useForm<Record<string, unknown>>()
  const [current, setCurrent] = useState(row)
  const [busy, setBusy] = useState(false)
  const id = useId()
  const uploads = useUploads()
  const fields = formFields(of, visible, row ? 'update' : 'add')
  const beginning = row ? valuesOf(of, row) : defaults
  const unasked = (values: FormValues) => fields.filter((name) => !shows(name, { ...beginning, ...values })).join()
  // What stands in the form, once it is drawn; watched so that it is drawn anew, and asked again because `shows` may know more by then.
  const isDrawn = Form.useWatch(unasked, form) !== undefined
  const without = new Set(
    unasked(isDrawn ? form.getFieldsValue() : {})
      .split(',')
      .filter(Boolean),
  )
  const names = fields.filter((name) => !without.has(name))
  const foldedNames = names.filter((name) => folded?.names.includes(name))
  const openNames = names.filter((name) => !foldedNames.includes(name))
  const wide = new Set([...wideOf(of, openNames), ...wideOf(of, foldedNames)])
  const [isUnfolded, setUnfolded] = useState(false)

  function show(errors: readonly { field: string; message: string }[]): void {
    form.setFields(errors.filter(({ field }) => names.includes(field)).map(({ field, message }) => ({ name: field, errors: [message] })))
    const [first] = errors
    if (errors.some(({ field }) => foldedNames.includes(field))) setUnfolded(true)
    if (first) form.scrollToField(first.field, { focus: true })
  }

  async function submit(then?: (row: ResourceRow) => Promise<void>): Promise<void> {
    if (uploads.isUnderWay()) return toast.warning(t('upload.wait'))
    const values = { ...Object.fromEntries([...without].map((name) => [name, undefined])), ...form.getFieldsValue() }
    const wrong = checkForm(of, names, values, t)
    if (wrong.length > 0) return show(wrong)
    const off = current ? turnedOff(of, [current], values) : []
    if (ending && off.length > 0 && !(await ending(off, 'turn-off'))) return
    setBusy(true)
    try {
      const saved = await save(values)
      onClose()
      await then?.(saved)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 409 && error.errors.length === 0 && current) await offerReload(current, error.message)
      else show(error.errors)
    } finally {
      setBusy(false)
    }
  }

  /** The row as it was saved, with what was filled in. */
  async function save(values: FormValues): Promise<ResourceRow> {
    let added: { id: string } | undefined
    let link: ToastLink | undefined
    if (!current) {
      added = await addRow(of, addBody(of, values, hashPassword))
    } else {
      const body = updateBody(of, current, values)
      if (!body) return current
      await updateRow(of, body)
      const { id: changedId, version: _version, ...changed } = body
      if (isUndoable(of, Object.keys(changed))) link = undoLink(of, [changedId], onSaved)
    }
    toast.success(t('form.saved'), link)
    await onSaved(added)
    return { ...current, ...values, id: current?.id ?? added?.id ?? '' }
  }

  /** Somebody else was faster: their version replaces what stands here, if the person agrees. */
  async function offerReload(stale: ResourceRow, reason: string): Promise<void> {
    const fresh = await readRow(of, stale)
    if (!fresh || fresh.version === stale.version) return
    const yes = await confirm({ title: t('form.changed'), text: reason, ok: t('common.reload'), cancel: t('common.cancel') })
    if (!yes) return
    setCurrent(fresh)
    form.setFieldsValue({ ...valuesOf(of, fresh) })
    await onSaved()
  }

  const leave = useLeaveForm(() => isFilledIn(names, form.getFieldsValue(), current ? valuesOf(of, current) : defaults), onClose, busy)

  const noun = t(`one.${of.name}` as LabelKey)
  return (
    <Modal
      open={open}
      title={t(row ? 'form.edit' : 'form.add', { noun })}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      confirmLoading={busy}
      mask={{ closable: true }}
      onCancel={leave}
      afterOpenChange={(isOpen) => isOpen && focusFirstField(id)}
      okButtonProps={{ htmlType: 'submit', form: id }}
      footer={(_, { OkBtn, CancelBtn }) => (
        <>
          <CancelBtn />
          {saveAnd && (
            <Button loading={busy} onClick={() => void submit(saveAnd.run)}>
              {t(saveAnd.label)}
            </Button>
          )}
          <OkBtn />
        </>
      )}
      width={fields.length > 5 ? 720 : 480}
      rootClassName="resource-dialog"
      destroyOnHidden
    >
      <Form
        id={id}
        form={form}
        layout="vertical"
        className={fields.length > 5 ? 'resource-form two' : 'resource-form'}
        autoComplete="off"
        initialValues={beginning}
        onFinish={() => void submit()}
        validateTrigger="onBlur"
        onValuesChange={(changed: FormValues) => {
          if (derive) form.setFieldsValue({ ...derive(changed) })
          onChange?.(changed)
        }}
      >
        <UploadsOf value={uploads}>
          {openNames.map((name) => (
            <FormField key={name} of={of} name={name} row={current} control={controls[name]} isWide={wide.has(name)} />
          ))}
          {folded && foldedNames.length > 0 && (
            <details className="form-fold whole-row" open={isUnfolded} onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}>
              <summary>{t(folded.label)}</summary>
              <div className="form-fold-fields">
                {foldedNames.map((name) => (
                  <FormField key={name} of={of} name={name} row={current} control={controls[name]} isWide={wide.has(name)} />
                ))}
              </div>
            </details>
          )}
          {beneath}
        </UploadsOf>
      </Form>
    </Modal>
  )
}
