/** The input of each kind of field on the generated page, as code: of antd where it has one, else of form-inputs.tsx. */
import type { FormColumn } from '../../../../model/form/definition.ts'
import { inTypeScript } from './escape.ts'

/** What the page imports and takes, as its parts ask for it. */
export interface PageNeeds {
  /** Of antd. */
  readonly components: Set<string>
  /** Of form-inputs.tsx. */
  readonly inputs: Set<string>
  /** Whether options, uploads or readings come from outside. */
  asksSources: boolean
}

/**
 * The input of a field or column as code, and what its item has to say besides.
 * @param key The key of its texts, as code
 * @param needs Is told what the page has to import for it
 */
export function inputOf(part: FormColumn, key: string, needs: PageNeeds): { input: string; item?: string } {
  const { kind, unit, least, greatest, maxLength } = part
  const use = (component: string) => {
    needs.components.add(component)
    return component
  }
  const placeholder = `placeholder={of(${key}).placeholder}`
  const adapted = (name: string, input: string) => {
    needs.inputs.add(name)
    return { input, item: ` {...${name}}` }
  }
  const own = (name: string, props: string) => {
    needs.inputs.add(name)
    return { input: `<${name}${props} />` }
  }
  const fromSources = () => {
    needs.asksSources = true
    return `sources.options?.[${key}] ?? []`
  }
  switch (kind) {
    case 'text':
    case 'code':
      return { input: `<${use('Input')}${maxLength === undefined ? '' : ` maxLength={${maxLength}}`} ${placeholder} />` }
    case 'lines':
    case 'rich-text':
      return { input: `<${use('Input')}.TextArea autoSize={{ minRows: 3 }} ${placeholder} />` }
    case 'number':
    case 'integer':
    case 'money': {
      const precision = kind === 'integer' ? 0 : (part.decimals ?? (kind === 'money' ? 2 : undefined))
      const more = [
        precision === undefined ? '' : ` precision={${precision}}`,
        kind === 'money' ? ' stringMode' : '',
        unit ? ` suffix={${inTypeScript(unit)}}` : '',
      ]
      return { input: `<${use('InputNumber')}${more.join('')} style={{ width: '100%' }} ${placeholder} />` }
    }
    case 'slider': {
      const step = part.decimals === undefined ? 1 : 10 ** -part.decimals
      return { input: `<${use('Slider')} min={${Number(least ?? 0)}} max={${Number(greatest ?? 100)}} step={${step}} />` }
    }
    case 'rating':
      return { input: `<${use('Rate')} count={${Math.min(20, Math.trunc(Number(greatest ?? 5)))}} />` }
    case 'switch':
      return { input: `<${use('Switch')} />`, item: ' valuePropName="checked"' }
    case 'radio':
      return { input: `<${use('Radio')}.Group options={of(${key}).options} />` }
    case 'checkboxes':
      return { input: `<${use('Checkbox')}.Group options={of(${key}).options} />` }
    case 'select':
    case 'multi-select':
      return {
        input: `<${use('Select')}${kind === 'select' ? '' : ' mode="multiple"'} allowClear options={of(${key}).options} ${placeholder} />`,
      }
    case 'date':
      return adapted('asDate', `<${use('DatePicker')} style={{ width: '100%' }} />`)
    case 'moment':
      return adapted('asMoment', `<${use('DatePicker')} showTime style={{ width: '100%' }} />`)
    case 'time':
      return adapted('asTime', `<${use('TimePicker')} format="HH:mm" style={{ width: '100%' }} />`)
    case 'date-range':
      return adapted('asRange', `<${use('DatePicker')}.RangePicker style={{ width: '100%' }} />`)
    case 'reading':
      return own('ReadingInput', ` options={${fromSources()}} read={sources.read}`)
    case 'files':
    case 'pictures': {
      needs.asksSources = true
      const types = part.fileTypes?.map((type) => `.${type}`).join(',')
      const accept = kind === 'pictures' ? 'image/*' : types
      const more = `${accept ? ` accept={${inTypeScript(accept)}}` : ''}${part.maxCount === undefined ? '' : ` most={${part.maxCount}}`}`
      return own('FilesInput', ` field={${key}} label={t.upload} upload={sources.upload}${more}`)
    }
    case 'signature':
      needs.asksSources = true
      return own('SignatureInput', ` field={${key}} label={t.upload} upload={sources.upload}`)
    case 'location':
      return own('LocationInput', ' longitude={t.longitude} latitude={t.latitude}')
    default:
      return {
        input: `<${use('Select')} allowClear showSearch={{ optionFilterProp: 'label' }} options={[...(${fromSources()})]} ${placeholder} />`,
      }
  }
}
