/** The page of a form: React with antd, one input for each field, as the form has them on the page. */
import type { FormColumn, FormDefinition, FormField, LayoutPart, Texts } from '../../../../model/form/definition.ts'
import { inTypeScript } from './escape.ts'
import { pageTexts } from './page-texts.ts'
import { columnsOf, isAlwaysRequired, isWritten } from './source.ts'

/** form-page.tsx: what people fill in, checked by the schema before it is sent. */
export function pageFile(definition: FormDefinition): string {
  return new Page(definition).file()
}

class Page {
  readonly #definition: FormDefinition
  readonly #components = new Set(['Button', 'Form', 'message'])
  readonly #inputs = new Set<string>()
  readonly #texts = new Map<string, Texts>()
  #asksSources = false

  constructor(definition: FormDefinition) {
    this.#definition = definition
  }

  file(): string {
    const body = this.#parts(this.#definition.layout, 6)
    const inputs = ['faultsOf', 'withoutEmpty', ...this.#inputs].sort()
    const texts = pageTexts(this.#definition, this.#texts)
    const looksUp = body.some((line) => line.includes('of('))
    return `/** A form as a page. Give it a function that takes what was filled in, and where options, uploads and readings come from. */
import { ${[...this.#components].sort().join(', ')} } from 'antd'
import { useState } from 'react'
import type { Sources } from './form-inputs'
import { ${inputs.join(', ')} } from './form-inputs'
import type { Entry } from './form-schema'
import { entrySchema } from './form-schema'

interface FieldTexts {
  readonly label: string
  readonly help?: string
  readonly placeholder?: string
  readonly options?: { readonly value: string; readonly label: string }[]
}

interface Texts {
  readonly send: string
  readonly sent: string
  readonly add: string
  readonly remove: string
  readonly upload: string
  readonly longitude: string
  readonly latitude: string
  readonly invalid: string
  /** Titles and texts of the page. */
  readonly parts: Readonly<Record<string, string>>
  /** By the id of the field; of a column, by those of table and column with a point between them. */
  readonly fields: Readonly<Record<string, FieldTexts>>
  readonly faults: Readonly<Record<string, Readonly<Record<string, string>>>>
}

${looksUp ? "const NONE: FieldTexts = { label: '' }\n\n" : ''}export interface FormPageProps {
  readonly language?: 'zh' | 'tw' | 'en'
  readonly sources?: Sources
  readonly initialValues?: Partial<Entry>
  readonly onSubmit: (entry: Entry) => void | Promise<void>
}

export default function FormPage({ language = 'zh', ${this.#asksSources ? 'sources = {}, ' : ''}initialValues, onSubmit }: FormPageProps) {
  const t = TEXTS[language]
${looksUp ? '  const of = (field: string): FieldTexts => t.fields[field] ?? NONE\n' : ''}  const [form] = Form.useForm()
  const [messages, messagesHolder] = message.useMessage()
  const [isSending, setIsSending] = useState(false)

  async function send(values: unknown): Promise<void> {
    const checked = entrySchema.safeParse(withoutEmpty(values))
    if (!checked.success) {
      form.setFields(faultsOf(checked.error.issues, t.faults, t.invalid))
      void messages.error(t.invalid)
      return
    }
    setIsSending(true)
    try {
      await onSubmit(checked.data)
      void messages.success(t.sent)
    } finally {
      setIsSending(false)
    }
  }

  return (
    <Form form={form} layout="vertical" requiredMark initialValues={initialValues} onFinish={(values) => void send(values)}>
      {messagesHolder}
${body.join('\n')}
      <Button type="primary" htmlType="submit" loading={isSending}>
        {t.send}
      </Button>
    </Form>
  )
}

const TEXTS: Readonly<Record<'zh' | 'tw' | 'en', Texts>> = {
${Object.entries(texts)
  .map(([language, of]) => `  ${language}: ${pretty(of, '  ')},`)
  .join('\n')}
}
`
  }

  /** A title or text of the page, as an expression. */
  #text(of: Texts): string {
    const key = `p${this.#texts.size + 1}`
    this.#texts.set(key, of)
    return `{t.parts[${inTypeScript(key)}]}`
  }

  #use(component: string): string {
    this.#components.add(component)
    return component
  }

  #parts(parts: readonly LayoutPart[], depth: number): string[] {
    return parts.flatMap((part) => this.#part(part, depth))
  }

  #part(part: LayoutPart, depth: number): string[] {
    const line = (text: string) => [`${' '.repeat(depth)}${text}`]
    const around = (open: string, inside: (deeper: number) => string[], close: string) => [
      ...line(open),
      ...inside(depth + 2),
      ...line(close),
    ]
    switch (part.part) {
      case 'field': {
        const field = this.#definition.fields.find(({ id }) => id === part.field)
        return field && isWritten(field) ? this.#field(field, depth) : []
      }
      case 'row':
        this.#use('Row')
        this.#use('Col')
        return around('<Row gutter={16}>', (deeper) => part.of.flatMap((each) => this.#column(each, deeper)), '</Row>')
      case 'group':
        this.#use('Card')
        return around(
          `<Card size="small" title=${this.#text(part.title)} style={{ marginBottom: 16 }}>`,
          (deeper) => this.#parts(part.of, deeper),
          '</Card>',
        )
      case 'tabs':
      case 'steps':
        this.#use('Tabs')
        return [
          ...line('<Tabs'),
          ...line('  items={['),
          ...part.of.flatMap(({ title, of }, at) => [
            ...line(`    { key: ${inTypeScript(String(at))}, label: ${this.#text(title).slice(1, -1)}, forceRender: true, children: (<>`),
            ...this.#parts(of, depth + 6),
            ...line('    </>) },'),
          ]),
          ...line('  ]}'),
          ...line('/>'),
        ]
      case 'heading':
        this.#use('Typography')
        return line(`<Typography.Title level={4}>${this.#text(part.text)}</Typography.Title>`)
      case 'text':
        this.#use('Typography')
        return line(`<Typography.Paragraph style={{ whiteSpace: 'pre-line' }}>${this.#text(part.text)}</Typography.Paragraph>`)
      case 'divider':
        return line(`<${this.#use('Divider')} />`)
    }
  }

  #column(part: LayoutPart, depth: number): string[] {
    const span = part.part === 'field' && part.span !== undefined ? ` md={${part.span * 2}}` : ' flex="1 1 200px"'
    const inside = this.#part(part, depth + 2)
    return inside.length === 0 ? [] : [`${' '.repeat(depth)}<Col xs={24}${span}>`, ...inside, `${' '.repeat(depth)}</Col>`]
  }

  #field(field: FormField, depth: number): string[] {
    const key = inTypeScript(field.id)
    if (field.kind === 'table') return this.#table(field, depth)
    return this.#item(field, { name: key, key }, depth)
  }

  /** An input with its label. @param at The name in the form, and the key of its texts, both as code */
  #item(part: FormColumn, at: { readonly name: string; readonly key: string }, depth: number): string[] {
    const { input, item = '' } = this.#inputOf(part, at.key)
    const pad = ' '.repeat(depth)
    const required = isAlwaysRequired(part) ? ' required' : ''
    return [
      `${pad}<Form.Item name={${at.name}} label={of(${at.key}).label} extra={of(${at.key}).help}${required}${item}>`,
      `${pad}  ${input}`,
      `${pad}</Form.Item>`,
    ]
  }

  #table(field: FormField, depth: number): string[] {
    const pad = ' '.repeat(depth)
    this.#use('Card')
    this.#use('Space')
    const columns = columnsOf(field).filter(isWritten)
    return [
      `${pad}<Form.List name={${inTypeScript(field.id)}}>`,
      `${pad}  {(rows, { add, remove }, { errors }) => (`,
      `${pad}    <Card size="small" title={of(${inTypeScript(field.id)}).label} style={{ marginBottom: 16 }}>`,
      `${pad}      {rows.map((row) => (`,
      `${pad}        <Space key={row.key} align="start" wrap>`,
      ...columns.flatMap((column) =>
        this.#item(column, { name: `[row.name, ${inTypeScript(column.id)}]`, key: inTypeScript(`${field.id}.${column.id}`) }, depth + 10),
      ),
      `${pad}          <Button onClick={() => remove(row.name)}>{t.remove}</Button>`,
      `${pad}        </Space>`,
      `${pad}      ))}`,
      `${pad}      <Button type="dashed" block onClick={() => add({})}>`,
      `${pad}        {t.add}`,
      `${pad}      </Button>`,
      `${pad}      <Form.ErrorList errors={errors} />`,
      `${pad}    </Card>`,
      `${pad}  )}`,
      `${pad}</Form.List>`,
    ]
  }

  /** The input of a field, and what its item has to say besides. */
  #inputOf(part: FormColumn, key: string): { input: string; item?: string } {
    const { kind, unit, least, greatest, maxLength } = part
    const placeholder = `placeholder={of(${key}).placeholder}`
    const adapted = (name: string, input: string) => {
      this.#inputs.add(name)
      return { input, item: ` {...${name}}` }
    }
    const own = (name: string, props: string) => {
      this.#inputs.add(name)
      return { input: `<${name}${props} />` }
    }
    const fromSources = () => {
      this.#asksSources = true
      return `sources.options?.[${key}] ?? []`
    }
    switch (kind) {
      case 'text':
      case 'code':
        return { input: `<${this.#use('Input')}${maxLength === undefined ? '' : ` maxLength={${maxLength}}`} ${placeholder} />` }
      case 'lines':
      case 'rich-text':
        return { input: `<${this.#use('Input')}.TextArea autoSize={{ minRows: 3 }} ${placeholder} />` }
      case 'number':
      case 'integer':
      case 'money': {
        const precision = kind === 'integer' ? 0 : (part.decimals ?? (kind === 'money' ? 2 : undefined))
        const more = [
          precision === undefined ? '' : ` precision={${precision}}`,
          kind === 'money' ? ' stringMode' : '',
          unit ? ` suffix={${inTypeScript(unit)}}` : '',
        ]
        return { input: `<${this.#use('InputNumber')}${more.join('')} style={{ width: '100%' }} ${placeholder} />` }
      }
      case 'slider': {
        const step = part.decimals === undefined ? 1 : 10 ** -part.decimals
        return { input: `<${this.#use('Slider')} min={${Number(least ?? 0)}} max={${Number(greatest ?? 100)}} step={${step}} />` }
      }
      case 'rating':
        return { input: `<${this.#use('Rate')} count={${Math.min(20, Math.trunc(Number(greatest ?? 5)))}} />` }
      case 'switch':
        return { input: `<${this.#use('Switch')} />`, item: ' valuePropName="checked"' }
      case 'radio':
        return { input: `<${this.#use('Radio')}.Group options={of(${key}).options} />` }
      case 'checkboxes':
        return { input: `<${this.#use('Checkbox')}.Group options={of(${key}).options} />` }
      case 'select':
      case 'multi-select':
        return {
          input: `<${this.#use('Select')}${kind === 'select' ? '' : ' mode="multiple"'} allowClear options={of(${key}).options} ${placeholder} />`,
        }
      case 'date':
        return adapted('asDate', `<${this.#use('DatePicker')} style={{ width: '100%' }} />`)
      case 'moment':
        return adapted('asMoment', `<${this.#use('DatePicker')} showTime style={{ width: '100%' }} />`)
      case 'time':
        return adapted('asTime', `<${this.#use('TimePicker')} format="HH:mm" style={{ width: '100%' }} />`)
      case 'date-range':
        return adapted('asRange', `<${this.#use('DatePicker')}.RangePicker style={{ width: '100%' }} />`)
      case 'reading':
        return own('ReadingInput', ` options={${fromSources()}} read={sources.read}`)
      case 'files':
      case 'pictures': {
        this.#asksSources = true
        const types = part.fileTypes?.map((type) => `.${type}`).join(',')
        const accept = kind === 'pictures' ? 'image/*' : types
        const more = `${accept ? ` accept={${inTypeScript(accept)}}` : ''}${part.maxCount === undefined ? '' : ` most={${part.maxCount}}`}`
        return own('FilesInput', ` field={${key}} label={t.upload} upload={sources.upload}${more}`)
      }
      case 'signature':
        this.#asksSources = true
        return own('SignatureInput', ` field={${key}} label={t.upload} upload={sources.upload}`)
      case 'location':
        return own('LocationInput', ' longitude={t.longitude} latitude={t.latitude}')
      default:
        return {
          input: `<${this.#use('Select')} allowClear showSearch={{ optionFilterProp: 'label' }} options={[...(${fromSources()})]} ${placeholder} />`,
        }
    }
  }
}

/** A value over several lines, two levels deep. */
function pretty(value: unknown, indent: string, levels = 2): string {
  if (levels === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return inTypeScript(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  if (members.length === 0) return '{}'
  const name = (key: string) => inTypeScript({ [key]: 0 }).slice(2, -5)
  return `{\n${members.map(([key, member]) => `${indent}  ${name(key)}: ${pretty(member, `${indent}  `, levels - 1)},\n`).join('')}${indent}}`
}
