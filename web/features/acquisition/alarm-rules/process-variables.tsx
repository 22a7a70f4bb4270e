/**
 * Further variables of the process that an alarm starts: lines of pickers, a variable and what it is given, in place of the text in which the rule keeps them. The
 * form item gives value, change and id.
 */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Button, Form, Select } from 'antd'
import { useRef, useState } from 'react'
import type { AlarmSource, AlarmVariableLine } from '../../../../model/acquisition/alarm-variables.ts'
import { ALARM_NAMES, ALARM_SOURCES, alarmVariableLines, alarmVariablesText } from '../../../../model/acquisition/alarm-variables.ts'
import { queryStartForm } from '../../../../model/contract/workflow/office.ts'
import { textIn } from '../../../../model/form/definition.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { askAgain } from '../../../kernel/http/ask-again.ts'
import { useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { named } from '../../../ui/named.ts'
import { useStartable } from './startable.ts'
import './process-variables.css'

interface ProcessVariablesProps {
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (text: string) => void
}

const isName = (source: AlarmSource) => ALARM_NAMES.some((name) => name === source)

export default function ProcessVariables({ id, value, onChange }: ProcessVariablesProps) {
  const t = useT()
  const names = useFormFields()
  const text = value ?? ''
  // A line that is not whole yet is kept here alone: what stands in the text may be what somebody else has saved meanwhile.
  const [kept, setKept] = useState<{ readonly text: string; readonly lines: readonly AlarmVariableLine[] }>({
    text,
    lines: alarmVariableLines(text),
  })
  const lines = kept.text === text ? kept.lines : alarmVariableLines(text)
  const labelOf = (source: AlarmSource) => t(`alarm-source.${source}`) + (isName(source) ? ` (${source})` : '')
  const [added, setAdded] = useState<number>()
  const add = useRef<HTMLButtonElement>(null)

  function change(next: readonly AlarmVariableLine[]): void {
    const written = alarmVariablesText(next)
    setKept({ text: written, lines: next })
    if (written !== text) onChange?.(written)
  }
  const changeLine = (at: number, line: Partial<AlarmVariableLine>) =>
    change(lines.map((one, place) => (place === at ? { ...one, ...line } : one)))

  return (
    <div role="group" id={id} tabIndex={-1} aria-label={t('field.alarm-rules.processVariables')} className="rule-variables">
      {lines.map(({ name, source }, at) => (
        <div key={at} className="rule-variable">
          <AutoComplete
            aria-label={named(t('alarm-rules.variable'), String(at + 1))}
            placeholder={t('alarm-rules.variable')}
            autoFocus={at === added}
            value={name}
            options={names}
            showSearch={{ filterOption: (typed, option) => `${option?.label ?? ''}`.toLowerCase().includes(typed.toLowerCase()) }}
            onChange={(typed: string) => changeLine(at, { name: typed })}
          />
          <Select
            aria-label={named(t('alarm-rules.variable-source'), String(at + 1))}
            placeholder={t('alarm-rules.variable-source')}
            value={source || null}
            showSearch={{ optionFilterProp: 'label' }}
            options={ALARM_SOURCES.map((one) => ({ value: one, label: labelOf(one) }))}
            onChange={(chosen: string) => changeLine(at, { source: chosen })}
          />
          <Button
            icon={<DeleteOutlined aria-hidden="true" />}
            aria-label={named(t('button.delete'), name || String(at + 1))}
            onClick={() => {
              change(lines.filter((_, place) => place !== at))
              // What had the focus is gone.
              add.current?.focus()
            }}
          />
        </div>
      ))}
      <Button
        ref={add}
        icon={<PlusOutlined aria-hidden="true" />}
        onClick={() => {
          setAdded(lines.length)
          change([...lines, { name: '', source: '' }])
        }}
      >
        {t('alarm-rules.add-variable')}
      </Button>
    </div>
  )
}

/** The fields of the form that the chosen process uses, which are variables of it by their names. */
function useFormFields() {
  const language = useLanguage()
  const form = Form.useFormInstance()
  const key: unknown = Form.useWatch('processKey', form)
  const { data: startable } = useStartable()
  const process = startable?.find((one) => one.key !== '' && one.key === key)
  // eslint-disable-next-line no-restricted-syntax -- names are proposed: who may not see the form writes them
  const { data } = useQuery({
    queryKey: ['processes', 'start-fields', process?.id],
    queryFn: ({ signal }) => ask(queryStartForm, { processDefinitionId: process?.id }, { signal, quiet: true }),
    enabled: process !== undefined && process.formId !== null,
    retry: askAgain,
    staleTime: 60_000,
  })
  return (data?.form?.definition.fields ?? [])
    .filter(({ kind }) => kind !== 'table')
    .map(({ name, labels }) => ({ value: name, label: [textIn(labels, language), name].filter(Boolean).join(' · ') }))
}
