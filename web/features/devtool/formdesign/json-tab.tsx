/** The form as JSON: to read, to change, and as the JSON Schema of its entries, out and in. */
import type { GetRef } from 'antd'
import { Button, Input } from 'antd'
import { useRef, useState } from 'react'
import { readFormJsonSchema } from '../../../../model/contract/devtool/forms.ts'
import type { FormDefinition } from '../../../../model/form/definition.ts'
import { FORM_DEFINITION, MAX_DEFINITION } from '../../../../model/form/definition.ts'
import { toJsonSchema } from '../../../../model/form/json-schema.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import { useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import '../../../shared/panels/fault-list.css'
import { saveFile } from '../../../kernel/resource/exchange/save-file.ts'
import { toast } from '../../../ui/toast.ts'
import { useDesign, useDesignState } from './design-store.ts'
import { definitionOf } from './state/doc.ts'
import { JsonLineError, readJson } from './state/json-lines.ts'

interface Finding {
  readonly line: number
  readonly text: string
}

/** The definition that a text says, or what is wrong with it by line. */
export function readDefinitionText(text: string, t: Translate): { definition: FormDefinition } | { findings: Finding[] } {
  let read: ReturnType<typeof readJson>
  try {
    read = readJson(text)
  } catch (error) {
    if (!(error instanceof JsonLineError)) throw error
    return { findings: [{ line: error.line, text: t('form-design.json-broken') }] }
  }
  const checked = FORM_DEFINITION.safeParse(read.value)
  if (checked.success)
    return text.length > 2 * MAX_DEFINITION ? { findings: [{ line: 1, text: t('forms.shape.too-large') }] } : { definition: checked.data }
  return {
    findings: checked.error.issues.slice(0, 50).map(({ path, code, message, ...issue }) => {
      const unknown = 'keys' in issue && Array.isArray(issue.keys) ? issue.keys.join(', ') : undefined
      const problem =
        unknown !== undefined && code === 'unrecognized_keys'
          ? t('forms.shape.unknown', { name: unknown })
          : message === 'too-large'
            ? t('forms.shape.too-large')
            : message === 'required'
              ? t('forms.shape.required')
              : t('forms.shape.wrong')
      return { line: read.lineOf(path), text: `${path.map(String).join('.')}: ${problem}` }
    }),
  }
}

export default function JsonTab({ name }: { name: string }) {
  const t = useT()
  const language = useLanguage()
  const { act } = useDesign()
  const definition = useDesignState(({ doc }) => definitionOf(doc))
  const [written, setWritten] = useState<string>()
  const [findings, setFindings] = useState<readonly Finding[]>([])
  const area = useRef<GetRef<typeof Input.TextArea>>(null)
  const shown = written ?? JSON.stringify(definition, null, 2)

  /** Chooses the line in the text, so that it is seen and can be written over. */
  function goTo(line: number): void {
    const lines = shown.split('\n')
    const from = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0)
    const text = area.current?.resizableTextArea?.textArea
    text?.focus()
    text?.setSelectionRange(from, from + (lines[line - 1] ?? '').length)
    if (text) text.scrollTop = (text.scrollHeight / lines.length) * Math.max(0, line - 4)
  }

  function take(): void {
    const read = readDefinitionText(shown, t)
    if ('findings' in read) return setFindings(read.findings)
    act({ do: 'replace', definition: read.definition })
    setWritten(undefined)
    setFindings([])
    toast.success(t('form-design.replaced'))
  }

  async function takeSchema(): Promise<void> {
    let schema: unknown
    try {
      schema = readJson(shown).value
    } catch (error) {
      if (!(error instanceof JsonLineError)) throw error
      return setFindings([{ line: error.line, text: t('form-design.json-broken') }])
    }
    if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
      return setFindings([{ line: 1, text: t('error.form.no-schema') }])
    try {
      const { definition: read, left } = await ask(readFormJsonSchema, { schema: schema as Record<string, unknown> })
      act({ do: 'replace', definition: read })
      setWritten(undefined)
      setFindings([])
      if (left.length > 0) toast.warning(t('form-design.schema-left', { names: left.join(t('common.between')) }))
      else toast.success(t('form-design.replaced'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }

  function saveSchema(): void {
    const text = JSON.stringify(toJsonSchema(definition, name, language), null, 2)
    saveFile({ name: `${name}.schema.json`, content: new Blob([text], { type: 'application/schema+json' }) })
  }

  return (
    <div className="form-json">
      <p className="form-quiet">{t('form-design.json-about')}</p>
      <div className="form-buttons">
        <Button type="primary" disabled={written === undefined} onClick={take}>
          {t('form-design.json-take')}
        </Button>
        <Button disabled={written === undefined} onClick={() => void takeSchema()}>
          {t('form-design.schema-take')}
        </Button>
        <Button
          disabled={written === undefined}
          onClick={() => {
            setWritten(undefined)
            setFindings([])
          }}
        >
          {t('form-design.json-reset')}
        </Button>
        <Button onClick={saveSchema}>{t('form-design.schema-save')}</Button>
      </div>
      <ul className="fault-list" role="alert" aria-label={t('form-design.json-faults')}>
        {findings.map(({ line, text }, at) => (
          <li key={at}>
            <button type="button" onClick={() => goTo(line)}>
              {t('form-design.json-line', { line, text })}
            </button>
          </li>
        ))}
      </ul>
      <Input.TextArea
        ref={area}
        className="form-json-text"
        aria-label={t('form-design.json-text')}
        spellCheck={false}
        value={shown}
        autoSize={{ minRows: 18, maxRows: 40 }}
        onChange={({ target }) => setWritten(target.value)}
      />
    </div>
  )
}
