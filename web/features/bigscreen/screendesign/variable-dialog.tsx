/** A variable of the screen: what it is called, of which kind it is, and what it is at first. */
import { Input, InputNumber, Modal, Select } from 'antd'
import { useId, useState } from 'react'
import type { ScreenVariable } from '../../../../model/screens/document.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useLeaveForm } from '../../../kernel/resource/leave-form.ts'
import { RowPicker } from '../../../kernel/resource/row-picker.tsx'
import { Field } from '../../../shared/figures/dimension-choice.tsx'
import { isAlike } from '../../../shared/panels/alike.ts'
import { RangeChoice } from '../../../shared/panels/range-choice.tsx'
import { Entries } from './panel/entries.tsx'
import { TextInput } from './panel/parts.tsx'
import { freeName } from './state/edits.ts'
import { NAME } from './state/names.ts'

const KINDS = ['reference', 'text', 'number', 'range', 'choice'] as const
type Kind = (typeof KINDS)[number]
/** Nouns whose rows filters of screens choose among. */
const NOUNS = ['sites', 'devices', 'device-types', 'equipment'] as const

interface VariableDialogProps {
  /** The variable that is changed; undefined for a new one. */
  readonly variable: ScreenVariable | undefined
  readonly taken: readonly string[]
  readonly onSave: (variable: ScreenVariable) => void
  readonly onClose: () => void
}

/** The variable as one of another kind: what it is at first goes with the kind. */
function ofKind({ name, label }: ScreenVariable, kind: Kind): ScreenVariable {
  if (kind === 'reference') return { name, label, kind, to: 'sites' }
  return kind === 'choice' ? { name, label, kind, of: [{ value: '1', label: '1' }] } : { name, label, kind }
}

export default function VariableDialog({ variable, taken, onSave, onClose }: VariableDialogProps) {
  const t = useT()
  const id = useId()
  const [beginning] = useState<ScreenVariable>(() => variable ?? { name: freeName(taken, 'v'), label: '', kind: 'reference', to: 'sites' })
  const [draft, setDraft] = useState(beginning)
  const leave = useLeaveForm(() => !isAlike(draft, beginning), onClose)
  const isNamed = NAME.test(draft.name) && (draft.name === variable?.name || !taken.includes(draft.name))
  const isWhole =
    isNamed &&
    draft.label.trim() !== '' &&
    (draft.kind !== 'choice' || draft.of.every(({ value, label }) => value !== '' && label.trim() !== ''))

  return (
    <Modal
      open
      title={t(variable ? 'screen-design.variable-change' : 'screen-design.variable-add')}
      okText={t('screen-design.take')}
      cancelText={t('common.cancel')}
      okButtonProps={{ disabled: !isWhole }}
      onOk={() => onSave({ ...draft, label: draft.label.trim() })}
      onCancel={leave}
    >
      <div className="screen-figure-form">
        <Field id={`${id}-label`} label={t('screen-design.variable-label')}>
          <Input
            id={`${id}-label`}
            autoFocus
            value={draft.label}
            maxLength={64}
            onChange={({ target }) => setDraft({ ...draft, label: target.value })}
          />
        </Field>
        <Field id={`${id}-name`} label={t('screen-design.variable-name')}>
          <Input
            id={`${id}-name`}
            value={draft.name}
            maxLength={32}
            status={isNamed ? '' : 'error'}
            onChange={({ target }) => setDraft({ ...draft, name: target.value })}
          />
          <small className="quiet">{t('screen-design.name-about')}</small>
        </Field>
        <Field id={`${id}-kind`} label={t('screen-design.variable-kind')}>
          <Select<Kind>
            id={`${id}-kind`}
            value={draft.kind}
            options={KINDS.map((value) => ({ value, label: t(`screen-design.variable-${value}`) }))}
            onChange={(kind) => setDraft(ofKind(draft, kind))}
          />
        </Field>
        {draft.kind === 'reference' && (
          <Field id={`${id}-to`} label={t('screen-design.variable-to')}>
            <Select
              id={`${id}-to`}
              value={draft.to}
              options={[...new Set<string>([...NOUNS, draft.to])].map((value) => ({
                value,
                label: NOUNS.some((noun) => noun === value) ? t(`noun.${value as (typeof NOUNS)[number]}`) : value,
              }))}
              onChange={(to: string) => setDraft({ name: draft.name, label: draft.label, kind: 'reference', to })}
            />
          </Field>
        )}
        <First id={`${id}-first`} variable={draft} onChange={setDraft} />
      </div>
    </Modal>
  )
}

/** What it is before anybody chooses; nothing: all. */
function First({
  id,
  variable,
  onChange,
}: {
  readonly id: string
  readonly variable: ScreenVariable
  readonly onChange: (variable: ScreenVariable) => void
}) {
  const t = useT()
  const label = t('screen-design.variable-first')
  const { default: before, ...rest } = variable
  const put = (value: unknown) =>
    onChange((value === undefined || value === null || value === '' ? rest : { ...rest, default: value }) as ScreenVariable)
  return (
    <>
      {variable.kind === 'choice' && (
        <Entries
          label={t('screen-design.variable-choices')}
          entries={variable.of}
          most={50}
          least={1}
          fresh={() => ({ value: String(variable.of.length + 1), label: String(variable.of.length + 1) })}
          onChange={(of) => onChange({ ...variable, of })}
        >
          {(one, change, at) => (
            <>
              <TextInput
                label={t('screen-design.choice-value', { at: at + 1 })}
                value={one.value}
                max={256}
                onChange={(value) => change({ ...one, value: value ?? '' })}
              />
              <TextInput
                label={t('screen-design.choice-label', { at: at + 1 })}
                value={one.label}
                max={64}
                onChange={(text) => change({ ...one, label: text ?? '' })}
              />
            </>
          )}
        </Entries>
      )}
      <Field id={id} label={label}>
        {variable.kind === 'reference' && (
          <RowPicker
            noun={variable.to}
            id={id}
            clearable
            value={variable.default ?? null}
            onChange={put as (value: string | null) => void}
          />
        )}
        {variable.kind === 'text' && (
          <Input id={id} value={variable.default ?? ''} maxLength={256} onChange={({ target }) => put(target.value)} />
        )}
        {variable.kind === 'number' && <InputNumber id={id} value={variable.default ?? null} onChange={put} />}
        {variable.kind === 'range' && (
          <RangeChoice id={id} label={label} value={variable.default} none={t('screen-design.none-chosen')} onChange={put} />
        )}
        {variable.kind === 'choice' && (
          <Select
            id={id}
            allowClear
            value={(before as string | undefined) ?? null}
            options={variable.of.map((one) => ({ value: one.value, label: one.label }))}
            onChange={put}
          />
        )}
      </Field>
    </>
  )
}
