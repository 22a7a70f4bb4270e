/** One field of a form: the label, the control its kind asks for, and the model's check. */
import { Form, Input, InputNumber, Select } from 'antd'
import type { ReactNode } from 'react'
import type { Field } from '../../model/fields.ts'
import { fieldKey } from '../../model/labels/index.ts'
import { limitsOf } from '../../model/messages.ts'
import type { Resource } from '../../model/resource.ts'
import TreePicker from '../ui/tree-picker.tsx'
import { CONFIRM, PASSWORD, checkField } from './form-checks.ts'
import type { Translate } from './i18n.ts'
import { useT } from './i18n.ts'
import { choiceOptions, organisationTree, useRowOptions } from './options.ts'
import type { ResourceRow } from './resource-client.ts'
import { useSession } from './session-store.ts'

/** From this length on a text gets several lines. */
const LONG = 200

export function FormField({ of, name, row }: { of: Resource; name: string; row: ResourceRow | undefined }) {
  const t = useT()
  const field = of.fields[name]
  const { organisations } = useSession()
  const options = useRowOptions(field?.link?.to === 'organisations' ? undefined : field?.link?.to)
  const secret = name === CONFIRM || field?.access === 'secret'
  const label = name === CONFIRM ? t('form.confirmPassword') : t(fieldKey(of.name, name))
  const long = field?.kind === 'text' && (limitsOf(field).max ?? 0) >= LONG

  const tree = () => {
    const own = name === of.parent
    const branches = organisationTree(organisations, own ? row?.id : undefined)
    return own ? [{ value: '0', title: t('form.top-level') }, ...branches] : branches
  }

  return (
    <Form.Item
      name={name} label={label} required={secret || (field?.required ?? false)} className={long ? 'whole-row' : ''} dependencies={dependenciesOf(of, name)}
      validateFirst rules={[({ getFieldsValue }) => ({
        validator: (_, value: unknown) => {
          const message = checkField(of, name, { ...(getFieldsValue(true) as object), [name]: value }, t)
          return message ? Promise.reject(new Error(message)) : Promise.resolve()
        },
      })]}
    >
      {controlOf({ field, name, secret, long, t, options, tree })}
    </Form.Item>
  )
}

interface ControlFacts {
  readonly field: Field | undefined
  readonly name: string
  readonly secret: boolean
  readonly long: boolean
  readonly t: Translate
  readonly options: ReturnType<typeof useRowOptions>
  readonly tree: () => ReturnType<typeof organisationTree>
}

function controlOf({ field, name, secret, long, t, options, tree }: ControlFacts): ReactNode {
  const none = t('list.no-options')
  if (secret) return <Input.Password autoComplete="new-password" maxLength={PASSWORD.max} />
  if (!field) return <Input />
  const { max } = limitsOf(field)
  switch (field.kind) {
    case 'choice':
      return <Select options={choiceOptions(name, field, t)} allowClear={!field.required} />
    case 'integer':
      return <InputNumber precision={0} />
    case 'reference':
      return <TreePicker options={tree()} none={none} />
    case 'references':
      return <Select mode="multiple" options={[...options]} showSearch={{ optionFilterProp: 'label' }} notFoundContent={none} />
    default:
      if (long) return <Input.TextArea maxLength={max ?? LONG} showCount autoSize={{ minRows: 3, maxRows: 8 }} />
      return <Input {...(max ? { maxLength: max } : {})} {...(name === 'prefix' ? { prefix: '+', maxLength: 5 } : {})} />
  }
}

/** A rule over several fields is asked again when one of them changes. */
function dependenciesOf(of: Resource, name: string): string[] {
  if (name === CONFIRM) return ['password']
  return of.rule && name === 'mobile' ? ['prefix'] : []
}
