/** What a simulation begins with: who starts it, and the values of variables. */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Button, Form, Input } from 'antd'
import { queryFormToFill } from '../../../../model/contract/devtool/form-entries.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { RowPicker } from '../../../kernel/resource/row-picker.tsx'
import { ChoicesFailure } from '../../../shared/panels/choices-failure.tsx'
import { valueOfText } from '../../../shared/workflow/value-of-text.ts'

export interface Beginning {
  readonly starterId: string | undefined
  readonly variables: Readonly<Record<string, unknown>>
  /** Milliseconds since 1970. */
  readonly now: number
}

interface Values {
  readonly starterId?: string
  readonly variables?: readonly ({ readonly name?: string; readonly value?: string } | undefined)[]
}

interface SimulationStartProps {
  /** The form whose fields are variables of the process. */
  readonly formId: string | undefined
  readonly onBegin: (beginning: Beginning) => void
}

export function SimulationStart({ formId, onBegin }: SimulationStartProps) {
  const t = useT()
  const [form] = Form.useForm<Values>()
  const asked = useQuery({
    queryKey: ['forms', 'fields', formId],
    queryFn: ({ signal }) => ask(queryFormToFill, { formId: formId ?? '' }, { signal, quiet: true }),
    enabled: formId !== undefined,
    retry: false,
  })
  const names = (asked.data?.definition.fields ?? []).map(({ name }) => ({ value: name }))

  function begin({ starterId, variables = [] }: Values): void {
    const given = variables.flatMap((line): [string, unknown][] => (line?.name ? [[line.name.trim(), valueOfText(line.value ?? '')]] : []))
    onBegin({ starterId: starterId || undefined, variables: Object.fromEntries(given), now: Date.now() })
  }

  return (
    <Form<Values> form={form} name="simulation" layout="vertical" onFinish={begin}>
      <p>{t('process-simulation.about')}</p>
      <Form.Item name="starterId" label={t('field.process-instances.starterId')} extra={t('process-simulation.starter-help')}>
        <RowPicker noun="users" clearable />
      </Form.Item>
      <Form.List name="variables">
        {(lines, { add, remove }) => (
          <fieldset className="process-mapping">
            <legend>{t('process-list.variables')}</legend>
            <p className="process-quiet">{t('process-simulation.values-help')}</p>
            <ChoicesFailure of={asked} />
            {lines.map(({ key, name }) => (
              <div key={key} className="process-mapping-line process-value-line">
                <Form.Item name={[name, 'name']} noStyle>
                  <AutoComplete
                    options={names}
                    aria-label={t('process-list.variable-name')}
                    placeholder={t('process-list.variable-name')}
                  />
                </Form.Item>
                <Form.Item name={[name, 'value']} noStyle>
                  <Input aria-label={t('process-list.value')} placeholder={t('process-list.value')} />
                </Form.Item>
                <Button icon={<DeleteOutlined aria-hidden="true" />} aria-label={t('button.delete')} onClick={() => remove(name)} />
              </div>
            ))}
            <Button className="process-value-add" icon={<PlusOutlined aria-hidden="true" />} onClick={() => add({})}>
              {t('process-simulation.add-value')}
            </Button>
          </fieldset>
        )}
      </Form.List>
      <Button type="primary" htmlType="submit">
        {t('process-simulation.begin')}
      </Button>
    </Form>
  )
}
