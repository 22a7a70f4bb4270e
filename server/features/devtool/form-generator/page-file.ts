/** The page of a form: React with antd, one input for each field, as the form has them on the page. */
import type { FormColumn, FormDefinition, FormField, LayoutPart, Texts } from '../../../../model/form/definition.ts'
import { inTypeScript } from './escape.ts'
import { WATCHED, WITHOUT_CONDITIONS, WITH_CONDITIONS, guarded } from './page-conditions.ts'
import type { PageNeeds } from './page-inputs.ts'
import { inputOf } from './page-inputs.ts'
import { pageTexts } from './page-texts.ts'
import { columnsOf, hasConditions, isAlwaysRequired, isWritten } from './source.ts'

/** form-page.tsx: what people fill in, checked by the schema before it is sent. */
export function pageFile(definition: FormDefinition): string {
  return new Page(definition).file()
}

class Page {
  readonly #definition: FormDefinition
  readonly #hasConditions: boolean
  #asksConditions = false
  readonly #needs: PageNeeds = { components: new Set(['Button', 'Form', 'message']), inputs: new Set(), asksSources: false }
  readonly #texts = new Map<string, Texts>()

  constructor(definition: FormDefinition) {
    this.#definition = definition
    this.#hasConditions = hasConditions(definition)
  }

  file(): string {
    const body = this.#parts(this.#definition.layout, 6)
    const inputs = ['faultsOf', 'withoutEmpty', ...this.#needs.inputs].sort()
    const texts = pageTexts(this.#definition, this.#texts)
    const looksUp = body.some((line) => line.includes('of('))
    const off = this.#definition.fields.filter((field) => field.kind === 'switch' && !field.initial && isWritten(field)).map(({ id }) => id)
    const begins = off.length === 0 ? 'initialValues' : `{ ${off.map((id) => `${id}: false`).join(', ')}, ...initialValues }`
    const { imports, props, defaults, check } = this.#hasConditions ? WITH_CONDITIONS : WITHOUT_CONDITIONS
    return `/** A form as a page. Give it a function that takes what was filled in, and where options, uploads and readings come from. */
import { ${[...this.#needs.components].sort().join(', ')} } from 'antd'
import { useState } from 'react'
import type { Sources } from './form-inputs'
import { ${inputs.join(', ')} } from './form-inputs'
${imports}import type { Entry } from './form-schema'
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
${props}  readonly onSubmit: (entry: Entry) => void | Promise<void>
}

export default function FormPage({ language = 'zh', ${this.#needs.asksSources ? 'sources = {}, ' : ''}initialValues, ${defaults}onSubmit }: FormPageProps) {
  const t = TEXTS[language]
${looksUp ? '  const of = (field: string): FieldTexts => t.fields[field] ?? NONE\n' : ''}  const [form] = Form.useForm()
  const begins = ${begins}
${this.#asksConditions ? WATCHED : ''}  const [messages, messagesHolder] = message.useMessage()
  const [isSending, setIsSending] = useState(false)

  async function send(values: unknown): Promise<void> {
${check}
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
    <Form form={form} layout="vertical" requiredMark initialValues={begins} onFinish={(values) => void send(values)}>
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

  /** What a condition says, as code. */
  #when(asks: 'isShown' | 'isRequired' | 'isLocked' | 'holds', of: string): string {
    this.#asksConditions = true
    return `when.${asks}(${of})`
  }

  /** A title or text of the page, as an expression. */
  #text(of: Texts): string {
    const key = `p${this.#texts.size + 1}`
    this.#texts.set(key, of)
    return `{t.parts[${inTypeScript(key)}]}`
  }

  #use(component: string): string {
    this.#needs.components.add(component)
    return component
  }

  #parts(parts: readonly LayoutPart[], depth: number): string[] {
    return parts.flatMap((part) => guarded(this.#shownWhen(part), depth, (deeper) => this.#part(part, deeper)))
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
          ...part.of.flatMap(({ title, of }, at) => {
            const shown = this.#shownWhen({ part: 'group', title, of })
            return [
              ...line(
                `    ${shown === undefined ? '' : `...(${shown} ? [`}{ key: ${inTypeScript(String(at))}, label: ${this.#text(title).slice(1, -1)}, forceRender: true, children: (<>`,
              ),
              ...this.#parts(of, depth + 6),
              ...line(`    </>) }${shown === undefined ? '' : '] : [])'},`),
            ]
          }),
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
    const column = (deeper: number) => [`${' '.repeat(deeper)}<Col xs={24}${span}>`, ...inside, `${' '.repeat(deeper)}</Col>`]
    return inside.length === 0 ? [] : guarded(this.#shownWhen(part), depth, column)
  }

  /** When there is anything of a part to be seen, as code; nothing where there always is. */
  #shownWhen(part: LayoutPart): string | undefined {
    switch (part.part) {
      case 'field': {
        const field = this.#definition.fields.find(({ id }) => id === part.field)
        return field?.visibleWhen && isWritten(field) ? this.#when('isShown', inTypeScript(field.id)) : undefined
      }
      case 'heading':
      case 'text':
        return part.visibleWhen && this.#when('holds', inTypeScript(part.visibleWhen))
      case 'row':
      case 'group':
      case 'tabs':
      case 'steps': {
        const inside = part.part === 'row' || part.part === 'group' ? part.of : part.of.flatMap(({ of }) => of)
        const when = inside.map((one) => this.#shownWhen(one))
        return when.length === 0 || when.includes(undefined) ? undefined : [...new Set(when)].join(' || ')
      }
      case 'divider':
        return undefined
    }
  }

  #field(field: FormField, depth: number): string[] {
    const key = inTypeScript(field.id)
    const element = (deeper: number) =>
      field.kind === 'table' ? this.#table(field, deeper) : this.#item(field, { name: key, key, cell: key }, deeper)
    if (!field.readOnlyWhen) return element(depth)
    this.#use('ConfigProvider')
    const pad = ' '.repeat(depth)
    return [`${pad}<ConfigProvider componentDisabled={${this.#when('isLocked', key)}}>`, ...element(depth + 2), `${pad}</ConfigProvider>`]
  }

  /** An input with its label. @param at The name in the form, the key of its texts, and what conditions know it by, all as code */
  #item(part: FormColumn, at: { readonly name: string; readonly key: string; readonly cell: string }, depth: number): string[] {
    const { input, item = '' } = inputOf(part, at.key, this.#needs)
    const pad = ' '.repeat(depth)
    const isConditional = part.required === true || part.requiredWhen !== undefined
    const required = isAlwaysRequired(part) ? ' required' : isConditional ? ` required={${this.#when('isRequired', at.cell)}}` : ''
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
      ...columns.flatMap((column) => {
        const cell = `${inTypeScript(field.id)}, row.name, ${inTypeScript(column.id)}`
        const at = { name: `[row.name, ${inTypeScript(column.id)}]`, key: inTypeScript(`${field.id}.${column.id}`), cell }
        const shown = column.visibleWhen && this.#when('isShown', cell)
        return guarded(shown, depth + 10, (deeper) => this.#item(column, at, deeper))
      }),
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
}

/** A value over several lines, two levels deep. */
function pretty(value: unknown, indent: string, levels = 2): string {
  if (levels === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return inTypeScript(value)
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  if (members.length === 0) return '{}'
  const name = (key: string) => inTypeScript({ [key]: 0 }).slice(2, -5)
  return `{\n${members.map(([key, member]) => `${indent}  ${name(key)}: ${pretty(member, `${indent}  `, levels - 1)},\n`).join('')}${indent}}`
}
