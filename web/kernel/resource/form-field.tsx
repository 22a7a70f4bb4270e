/** One field of a form: the label, the control its kind asks for, and the model's check. */
import { Form, Input, InputNumber, Select } from 'antd'
import type { ReactNode } from 'react'
import type { Field } from '../../../model/field.ts'
import { HOUR_OF_DAY, isPassword } from '../../../model/field.ts'
import { fieldKey } from '../../../model/labels/index.ts'
import { limitsOf } from '../../../model/messages.ts'
import type { Resource } from '../../../model/resource.ts'
import type { Option } from '../../ui/options.ts'
import Day from '../../ui/day.tsx'
import Moment from '../../ui/moment.tsx'
import type { FormValues } from './form-checks.ts'
import { CONFIRM, PASSWORD, checkField, checkTogether, isEmpty } from './form-checks.ts'
import type { Translate } from '../i18n/i18n.ts'
import { textOr, useT } from '../i18n/i18n.ts'
import { NodePicker } from './node-picker.tsx'
import { choiceOptions, isTree } from './options.ts'
import { usePasswordPolicy, wordsOfPolicy } from '../session/password-policy.ts'
import type { ResourceRow } from '../http/resource-client.ts'
import { RichField } from './rich-field.tsx'
import { RowPicker } from './row-picker.tsx'
import { useClearing } from '../../ui/clearing.tsx'

/** From this length on a text gets several lines. */
const LONG = 200

/** Whether a field takes several lines. */
const isLong = (field: Field | undefined) =>
  (field?.kind === 'text' || (field?.kind === 'list' && !field.options)) && (limitsOf(field).max ?? 0) >= LONG

/** The fields that take the whole width of a form of two columns: long ones, and one that would leave a hole before a long one. */
export function wideOf(of: Resource, names: readonly string[]): ReadonlySet<string> {
  const wide = new Set<string>()
  let isLeft = true
  for (const [at, name] of names.entries()) {
    const next = names[at + 1]
    if (isLong(of.fields[name]) || (isLeft && next !== undefined && isLong(of.fields[next]))) {
      wide.add(name)
      isLeft = true
    } else isLeft = !isLeft
  }
  return wide
}

interface FormFieldProps {
  readonly of: Resource
  readonly name: string
  readonly row: ResourceRow | undefined
  /** Stands in for the one the field's kind asks for. */
  readonly control?: ReactNode
  /** Whether it takes the whole width: long ones do unless said otherwise. */
  readonly isWide?: boolean
  /** Values of the rows that are changed together, of which the form has some fields only. */
  readonly beside?: readonly FormValues[]
}

export function FormField({ of, name, row, control, isWide, beside }: FormFieldProps) {
  const t = useT()
  const clearing = useClearing()
  const field = of.fields[name]
  const secret = name === CONFIRM || isPassword(field)
  const label = name === CONFIRM ? t('form.confirmPassword') : t(fieldKey(of.name, name))
  const long = isLong(field)

  const isNew = isPassword(field)
  const policy = usePasswordPolicy(isNew)
  const help = isNew ? wordsOfPolicy(policy, t) : textOr(`help.${of.name}.${name}`, '')

  return (
    <Form.Item
      name={name}
      label={label}
      required={secret || (field?.required ?? false)}
      className={(isWide ?? long) ? 'whole-row' : ''}
      dependencies={dependenciesOf(of, name)}
      extra={help || undefined}
      validateFirst
      rules={[
        ({ getFieldsValue }) => ({
          validator: (_, value: unknown) => {
            const values = { ...(getFieldsValue(true) as object), [name]: value }
            const together = [name, ...dependenciesOf(of, name).filter((other) => !isEmpty(values[other as keyof typeof values]))]
            const message = beside
              ? checkTogether(of, together, values, beside, t).find(({ field: wrong }) => wrong === name)?.message
              : checkField(of, name, values, t)
            return message ? Promise.reject(new Error(message)) : Promise.resolve()
          },
        }),
      ]}
    >
      {control ?? controlOf({ of, field, name, label, secret, long, t, clearing, row })}
    </Form.Item>
  )
}

interface ControlFacts {
  readonly field: Field | undefined
  readonly name: string
  readonly label: string
  readonly secret: boolean
  readonly long: boolean
  readonly t: Translate
  readonly clearing: ReturnType<typeof useClearing>
  readonly of: Resource
  readonly row: ResourceRow | undefined
}

function controlOf({ of, field, name, label, secret, long, t, clearing, row }: ControlFacts): ReactNode {
  if (secret) return <Input.Password autoComplete="new-password" maxLength={PASSWORD.max} />
  if (!field) return <Input />
  const { max } = limitsOf(field)
  // What is typed may be looked at once more; no browser is to keep it as a password of this site.
  if (field.sealed) return <Input.Password autoComplete="off" data-1p-ignore {...(max ? { maxLength: max } : {})} />
  switch (field.kind) {
    case 'choice':
      return <Select options={choiceOptions(name, field, t)} allowClear={!field.required && clearing} />
    case 'list':
      if (field.options)
        return <Select mode="multiple" options={choiceOptions(name, field, t)} showSearch={{ optionFilterProp: 'label' }} />
      return <Lines />
    case 'words':
      return <Select mode="multiple" options={choiceOptions(name, field, t)} showSearch={{ optionFilterProp: 'label' }} />
    case 'integer':
      return <InputNumber precision={0} />
    case 'decimal':
      return <InputNumber />
    case 'time':
      return field.day ? <DayOf ends={field.day === 'ends'} /> : <Moment />
    case 'reference':
    case 'references': {
      const noun = field.link?.to ?? ''
      if (name === of.parent) return <NodePicker noun={noun} root {...(row ? { except: row.id } : {})} />
      if (isTree(noun)) return <NodePicker noun={noun} several={field.kind === 'references'} />
      return <RowPicker noun={noun} several={field.kind === 'references'} clearable={!field.required} known={namesIn(row, name)} />
    }
    default:
      if (field.rich) return <RichField label={label} />
      if (long) return <Input.TextArea maxLength={max ?? LONG} showCount autoSize={{ minRows: 3, maxRows: 8 }} />
      return <Input {...(max ? { maxLength: max } : {})} {...(name === 'prefix' ? { prefix: '+', maxLength: 5 } : {})} />
  }
}

/** The chosen rows of a field, as the row at hand names them. */
function namesIn(row: ResourceRow | undefined, name: string): Option[] {
  const parts = (value: unknown) => (typeof value === 'string' && value !== '' ? value.split(',') : [])
  const labels = parts(row?.[`${name}Cn`])
  const values = parts(row?.[name])
  // A name with a comma in it cannot be told from two.
  return values.length === labels.length ? values.map((value, at) => ({ value, label: labels[at] ?? value })) : []
}

interface DayOfProps {
  readonly ends: boolean
  readonly value?: string | null
  readonly onChange?: (value: string | undefined) => void
}

/** A day of a moment that it begins or ends with. The form item gives value, change and id. */
function DayOf({ ends, value, onChange, ...rest }: DayOfProps) {
  const hour = HOUR_OF_DAY[ends ? 'ends' : 'begins']
  return <Day {...rest} value={value ?? ''} onChange={(day) => onChange?.(day === '' ? undefined : `${day} ${hour}`)} />
}

/** Several texts, one a line. The form item gives value, change and id. */
function Lines({ value = [], onChange, ...rest }: { value?: readonly string[]; onChange?: (lines: string[]) => void }) {
  return (
    <Input.TextArea
      {...rest}
      value={value.join('\n')}
      onChange={(event) => onChange?.(event.target.value.split('\n'))}
      autoSize={{ minRows: 2, maxRows: 8 }}
    />
  )
}

/** A rule over several fields is asked again when one of them changes. */
function dependenciesOf(of: Resource, name: string): string[] {
  if (name === CONFIRM) return ['password']
  return of.rule?.over.includes(name) ? of.rule.over.filter((other) => other !== name) : []
}
